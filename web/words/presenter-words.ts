import { presenterWords } from './en/presenter.ts'
import { words } from './shared-words.ts'

/** The texts of the presenter, which other pages do not load. */
export const presenterTexts = presenterWords(words.format)
