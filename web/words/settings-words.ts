import { settingsWords } from './en/app-settings.ts'
import { words } from './words.ts'

/** The texts of the account's settings. */
export const settingsTexts = settingsWords(words.format)
