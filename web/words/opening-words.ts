import { openingWords } from './en/opening.ts'

export { opensOn } from './en/opening.ts'

export const opening = openingWords
