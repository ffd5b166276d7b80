import { sharedEn } from './en/shared.ts'
import type { Words } from './words.ts'

/** The texts that pages without an editor read, so that these load no others. */
export const words: Pick<Words, keyof typeof sharedEn> = sharedEn
