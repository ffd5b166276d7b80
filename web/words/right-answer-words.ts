import { rightAnswerWords } from './en-right-answers.ts'
import { words } from './words.ts'

/** The words of right answers, which presented screens do not load. */
export const rightAnswerTexts = rightAnswerWords(words.format)
