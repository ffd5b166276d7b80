import { recordWords } from './en/record.ts'
import { words } from './shared-words.ts'

/** The texts of a record's page, which is loaded when it is opened. */
export const recordTexts = recordWords(words.format)
