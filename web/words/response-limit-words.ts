import { responseLimitWords } from './en/response-limit.ts'

export const responseLimit = responseLimitWords
