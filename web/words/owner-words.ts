import { ownerWords } from './en/owner.ts'

/** The texts of a survey's owner, which only the survey's own pages load. */
export const ownerTexts = ownerWords
