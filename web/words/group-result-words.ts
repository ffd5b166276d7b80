import { groupResultWords } from './en/group-results.ts'
import { words } from './shared-words.ts'

/** The texts of the results of groups, which only pages that show such results load. */
export const groupResultTexts = groupResultWords(words.format)
