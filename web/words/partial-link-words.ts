import { partialLinkWords } from './en/partial-links.ts'

/** The words of projector and remote links, which only the settings of a survey load. */
export const partialLinkTexts = partialLinkWords
