import { appWords } from './en/app.ts'
import { words } from './words.ts'

/** The texts of the creator's application, which other pages do not load. Builder and settings have texts of their own. */
export const texts = appWords(words.format)
