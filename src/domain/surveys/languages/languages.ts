import type { Json } from '../../values/json.ts'
import { Refusal } from '../../values/refusal.ts'

/** The languages that a creator can choose for a survey, as BCP 47 tags: all that are detected, and some that are not. */
export const LANGUAGES: readonly string[] =
  'af am ar az be bg bn ca ckb cs cy da de dv el en es et eu fa fi fil fr ga gl gu he hi hr hu hy id is it ja ka kk km kn ko lo lt lv mk ml mn mr ms my nb ne nl nn pa pl ps pt ro ru sd si sk sl so sq sr sv sw ta te th ti tr ug uk ur uz vi yi zh zh-Hant'.split(
    ' ',
  )

/**
 * The language chosen by a creator; null to have it detected from the texts. Tags are not case-sensitive.
 * @throws Refusal `language must be …`
 */
export function parseLanguage(input: Json | undefined): string | null {
  if (input === null) return null
  const tag = typeof input === 'string' ? input.toLowerCase() : undefined
  const language = LANGUAGES.find(one => one.toLowerCase() === tag)
  if (language === undefined) throw new Refusal('invalid_language')
  return language
}
