import { LANGUAGE_OF_SCRIPT, LATIN, LETTERS } from './language-signs.ts'
import { type TextLanguage, textLanguage } from './text-language.ts'

/** UTF-16 code units that are examined. More would not change the result. */
const SAMPLE_LENGTH = 4_000
/**
 * Minimum number of different words by which a language is recognised, and by what factor it must exceed the next one.
 */
const MIN_WORDS = 2
const MARGIN = 1.5

const SCRIPTS = [...Object.keys(LANGUAGE_OF_SCRIPT), 'Cyrillic', 'Latin'].map(
  name => [name, new RegExp(`\\p{Script=${name}}`, 'gu')] as const,
)

/** The language that most of the texts seem to be in; null if that is uncertain. */
export function findLanguage(texts: Iterable<string>): string | null {
  const sample = sampleOf(texts).normalize('NFC').toLowerCase()
  const script = mainScript(sample)
  if (script === 'Latin') return latinLanguage(sample)
  const special = LETTERS[script ?? '']?.find(([, letters]) => letters.test(sample))
  // Japanese may contain more Chinese characters than kana, but Chinese contains no kana.
  if (script === 'Han' && /[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(sample)) return 'ja'
  return special?.[0] ?? LANGUAGE_OF_SCRIPT[script ?? ''] ?? null
}

/** The language of a survey's texts: the chosen one, or else the detected one. */
export function surveyLanguage(
  { title, language }: { readonly title: string; readonly language: string | null },
  questions: Parameters<typeof textsOf>[1],
): TextLanguage {
  return textLanguage(language ?? findLanguage(textsOf(title, questions)))
}

/** A survey's texts: its title, questions and options. */
export function* textsOf(
  title: string,
  questions: Iterable<{ readonly text: string; readonly options: { keys(): Iterable<string> } }>,
): Generator<string> {
  yield title
  for (const { text, options } of questions) {
    yield text
    yield* options.keys()
  }
}

function sampleOf(texts: Iterable<string>): string {
  let sample = ''
  for (const text of texts) {
    sample += `${text}\n`
    if (sample.length >= SAMPLE_LENGTH) break
  }
  return sample.slice(0, SAMPLE_LENGTH)
}

/** The script of most letters; undefined if there are no letters. */
function mainScript(sample: string): string | undefined {
  // Without letters of another script, which saves looking for thirty of them in most texts.
  if (!/(?!\p{Script=Latin})\p{L}/u.test(sample)) return /\p{L}/u.test(sample) ? 'Latin' : undefined
  let [main, most]: [string | undefined, number] = [undefined, 0]
  for (const [name, letters] of SCRIPTS) {
    const count = sample.match(letters)?.length ?? 0
    if (count > most) [main, most] = [name, count]
  }
  return main
}

function latinLanguage(sample: string): string | null {
  const words = [...new Set(sample.match(/[\p{L}\p{M}¿¡]+/gu))]
  const ranked = [...LATIN]
    .map(([language, signs]) => {
      const recognised = words.filter(word => signs.words.has(word) || signs.letters?.test(word))
      return { language, count: recognised.length }
    })
    .sort((one, other) => other.count - one.count)
  const [{ language, count } = { language: null, count: 0 }, next] = ranked
  return count >= MIN_WORDS && count > MARGIN * (next?.count ?? 0) ? language : null
}
