import { remoteWords } from './en/remote.ts'
import { words } from './shared-words.ts'

/** The texts of the remote, which other pages do not load. */
export const remoteTexts = remoteWords(words.format)
