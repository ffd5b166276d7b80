import { pasteWords } from './en/app-paste.ts'
import { words } from './words.ts'

/** The texts of the paste dialog, which are loaded with it. */
export const pasteTexts = pasteWords(words.format)
