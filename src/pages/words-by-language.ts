import type { Language } from './language.ts'
import { de } from './words/de.ts'
import { en } from './words/en.ts'
import { es } from './words/es.ts'
import { fr } from './words/fr.ts'
import { pt } from './words/pt.ts'
import { zh } from './words/zh.ts'
import type { Words } from './words.ts'

const WORDS: Readonly<Record<Language, Words>> = { en, de, fr, es, pt, zh }

export function wordsIn(language: Language): Words {
  return WORDS[language]
}
