import { groupWords } from './en/groups.ts'
import { words } from './words.ts'

/** The words of the panes in which groups of questions are edited. */
export const groupTexts = groupWords(words.format)
