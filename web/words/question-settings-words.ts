import { questionSettingsWords } from './en/question-settings.ts'
import { words } from './words.ts'

/** The words of what is set beside questions, which presented screens do not load. */
export const questionSettingsTexts = questionSettingsWords(words.format)
