import { appWords } from './en-app.ts'
import { builderWords } from './en-app-builder.ts'
import { settingsWords } from './en-app-settings.ts'
import { words } from './words.ts'

/** The texts of the creator's application, which other pages do not load. */
export const texts = {
  ...appWords(words.format),
  builder: builderWords(words.format),
  account: settingsWords(words.format),
}
