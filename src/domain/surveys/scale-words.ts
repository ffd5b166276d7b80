import { isObject, type Json } from '../values/json.ts'
import { Refusal } from '../values/refusal.ts'
import { isBlank, isLongerThan, sanitizeText } from '../values/text.ts'
import { SCALE_WORDS_LENGTH, SURVEY_SCALE_WORDS_LENGTH } from './limits.ts'

/** The words below a rating's scale: what its lowest and its highest point mean, and the middle between them. */
export interface ScaleWords {
  readonly lowest?: string
  readonly middle?: string
  readonly highest?: string
}

const LINE_BREAK = /[\r\n]/

/** In the order of the scale. */
export const SCALE_PLACES = ['lowest', 'middle', 'highest'] as const

/**
 * The words as sent; none are undefined.
 * @param name of the question, for refusals
 * @throws Refusal `invalid_question_settings` with the reason, `invalid_text`
 */
export function parseScaleWords(input: Json, name: string): ScaleWords | undefined {
  const { lowest, middle, highest, ...others } = isObject(input) ? input : { other: input }
  if (Object.keys(others).length > 0)
    throw invalid(`${name}: scale_words must be an object of lowest, middle and highest`)
  const sent: Readonly<Record<(typeof SCALE_PLACES)[number], Json | undefined>> = { lowest, middle, highest }
  const words = SCALE_PLACES.flatMap(place => {
    const text = sent[place]
    return text === undefined ? [] : [[place, parseWord(text, name)] as const]
  })
  return words.length === 0 ? undefined : Object.fromEntries(words)
}

/** @throws Refusal `invalid_question_settings` if they are too long for a page */
export function checkScaleWordsLength(all: readonly ScaleWords[]): void {
  const length = all.flatMap(words => Object.values(words)).reduce((sum, { length }) => sum + length, 0)
  if (length > SURVEY_SCALE_WORDS_LENGTH)
    throw invalid('the words of all scales of a survey can have at most 20,000 characters together')
}

function parseWord(input: Json, name: string): string {
  if (typeof input !== 'string' || isBlank(input) || LINE_BREAK.test(input) || isLongerThan(input, SCALE_WORDS_LENGTH))
    throw invalid(`${name}: the words of a scale must be a line of 1 to ${SCALE_WORDS_LENGTH} characters`)
  return sanitizeText(input, 'scale_words')
}

function invalid(reason: string): Refusal {
  return new Refusal('invalid_question_settings', { reason })
}
