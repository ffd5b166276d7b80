import { en } from './en/words.ts'

/** All texts that creators and presenters read. A second language is another value of this type. */
export type Words = typeof en

/** The texts in the language of the page. English is the only one so far. */
export const words: Words = en
