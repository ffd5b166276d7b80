import { languageWords } from './en/language.ts'

/** The words of the language choice, which the builder loads on demand. */
export const languageTexts = languageWords
