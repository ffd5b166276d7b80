import { builderWords } from './en/app-builder.ts'
import { words } from './words.ts'

/** The texts of the builder and of the publish dialog. */
export const builderTexts = builderWords(words.format)
