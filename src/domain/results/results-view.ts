import { largestOf } from '../values/largest.ts'
import { type SharedResult, sharesOf } from './sharing.ts'

/** Texts of shared results in one language; `{n}` stands for a number. */
export interface ResultsTexts {
  /** Results are hidden. */
  readonly waiting: string
  /** Announced when they are revealed. */
  readonly shown: string
  /** Too few people have answered. */
  readonly few: string
  readonly responses: string
  readonly answers: string
  /** How many were asked questions that are shown as one. */
  readonly people: string
  readonly mean: string
  /** `{text}` is an option, several of them, or points. */
  readonly rightAnswer: string
  /** Beside a right option or point. */
  readonly right: string
}

/** A count as shown in text and as a bar. */
export interface CountView {
  readonly count: string
  readonly share: string
  /** Length of its bar, from 0 to 1. */
  readonly part: number
}

/**
 * Space needed by a chart's numbers: middle from 1,000, long from 10,000. Middle and long ones do not fit above narrow
 * columns.
 */
type NumberWidth = 'short' | 'middle' | 'long'

/** @param most the largest number */
export function numberWidthOf(most: number): NumberWidth {
  if (most < 1_000) return 'short'
  return most < 10_000 ? 'middle' : 'long'
}

/** A result as rendered by the server, and by its script whenever something changes. */
export interface ResultView {
  readonly note: string
  /** Undefined for a result without counts. */
  readonly counts: readonly CountView[] | undefined
  readonly mean: number | null
  readonly numberWidth: NumberWidth
}

/** @param areVisible whether results are revealed @param responses null if too few have answered */
export function headlineOf(
  { areVisible, responses }: { areVisible: boolean; responses: number | null },
  texts: ResultsTexts,
  language: string,
): string {
  if (!areVisible) return texts.waiting
  return responses === null ? texts.few : filled(texts.responses, responses, language)
}

const SEPARATOR = ' · '

/**
 * Bars of options are fractions of all answers; columns of a rating are fractions of the highest one, since their
 * height is limited.
 * @param right the name of the right answer, if it is revealed
 */
export function viewOf(
  { type, counts: shared }: Pick<SharedResult, 'type' | 'counts'>,
  areVisible: boolean,
  texts: ResultsTexts,
  language: string,
  right?: string,
): ResultView {
  const rightText = right === undefined ? [] : [texts.rightAnswer.replace('{text}', () => right)]
  if (shared === null) {
    const note = areVisible ? [texts.few, ...rightText].join(SEPARATOR) : ''
    return { note, counts: undefined, mean: null, numberWidth: 'short' }
  }
  const { counts, mean = null, chosen } = shared
  const { answered, shares } = sharesOf(counts, chosen)
  const most = largestOf(shares)
  const percent = new Intl.NumberFormat(language, { style: 'percent' })
  const notes = [filled(texts.answers, answered, language), mean === null ? [] : filled(texts.mean, mean, language)]
  return {
    note: [...notes.flat(), ...rightText].join(SEPARATOR),
    counts: counts.map((count, at) => {
      const share = shares[at] ?? 0
      const part = type === 'rating' ? share / most : share
      return { count: count.toLocaleString(language), share: percent.format(share), part }
    }),
    mean,
    numberWidth: numberWidthOf(largestOf(counts)),
  }
}

/** @param part of a length, from 0 to 1 */
export function percentage(part: number): string {
  return `${Math.round(part * 10_000) / 100}%`
}

export function filled(text: string, n: number, language: string): string {
  return text.replace('{n}', n.toLocaleString(language))
}
