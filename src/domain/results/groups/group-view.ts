import { largestOf } from '../../values/largest.ts'
import { type CountView, filled, type ResultsTexts } from '../results-view.ts'
import { type SharedCounts, sharesOf } from '../sharing.ts'
import { meanRank } from './group-results.ts'
import type { OneQuestion } from './shown-together.ts'

/** The shared results of questions that are shown as one, as rendered by the server, and by its script whenever something changes. */
export interface GroupView {
  readonly note: string
  /** One for each question, in their order: an option, a row of a grid, or what is ranked. */
  readonly rows: readonly RowView[]
  /** The positions of the rows as they are listed: what is ranked by its mean rank. */
  readonly order: readonly number[]
}

interface RowView {
  /** How many have answered, in a grid. */
  readonly note: string
  /** In a grid one for each column, otherwise one. */
  readonly cells: readonly CountView[]
}

export interface Grouped {
  readonly kind: OneQuestion['kind']
  /** Of each question; null if results are hidden, or too few have answered. */
  readonly counts: readonly (SharedCounts | null)[]
  /** How many people were asked; null if that is hidden or not known. */
  readonly asked: number | null
  /** In its place at a presenter's pace: how many have chosen at least one option of a check-list. */
  readonly chosen?: number | null | undefined
}

/** @param areVisible whether results are revealed */
export function groupViewOf(
  { kind, counts, asked, chosen }: Grouped,
  areVisible: boolean,
  texts: ResultsTexts,
  language: string,
): GroupView {
  const inOrder = counts.map((_, at) => at)
  const format = { texts, language, few: areVisible ? FEW : '' }
  if (counts.every(one => one === null)) {
    const rows = counts.map(() => ({ note: '', cells: [NOTHING] }))
    return { note: areVisible ? texts.few : '', rows, order: inOrder }
  }
  const people = chosen === undefined ? asked : chosen
  const text = chosen === undefined ? texts.people : texts.answers
  const note = people === null ? '' : filled(text, people, language)
  if (kind === 'check_list') return { note, rows: optionsOf(counts, people, format), order: inOrder }
  if (kind === 'grid') return { note, rows: counts.map(one => rowOf(one, format)), order: inOrder }
  const means = counts.map(one => (one === null ? null : meanRank(one.counts)))
  const meanOf = (at: number) => means[at] ?? LAST
  const firstPlaces = (at: number) => counts[at]?.counts[0] ?? 0
  return {
    note,
    rows: counts.map((one, at) => rankOf(one, means[at] ?? null, counts.length, format)),
    order: inOrder.toSorted((one, other) => meanOf(one) - meanOf(other) || firstPlaces(other) - firstPlaces(one)),
  }
}

const FEW = '< 5'
const NOTHING: CountView = { count: '', share: '', part: 0 }
/** Greater than every rank. */
const LAST = Number.MAX_SAFE_INTEGER

interface Format {
  readonly texts: ResultsTexts
  readonly language: string
  /** In place of a count below five. */
  readonly few: string
}

/** Bars are fractions of all people, or of the most chosen option if it is not known how many they are. */
function optionsOf(counts: Grouped['counts'], asked: number | null, { language, few }: Format): RowView[] {
  const most = largestOf(
    counts.map(one => one?.counts[0] ?? 0),
    1,
  )
  const percent = new Intl.NumberFormat(language, { style: 'percent' })
  return counts.map(one => {
    if (one === null) return { note: '', cells: [{ ...NOTHING, count: few }] }
    const [count = 0] = one.counts
    // Both follow in steps of their own.
    const part = Math.min(1, count / (asked ?? most))
    return {
      note: '',
      cells: [{ count: count.toLocaleString(language), share: asked === null ? '' : percent.format(part), part }],
    }
  })
}

function rowOf(one: SharedCounts | null, { texts, language }: Format): RowView {
  if (one === null) return { note: texts.few, cells: [] }
  const { answered, shares } = sharesOf(one.counts)
  const percent = new Intl.NumberFormat(language, { style: 'percent' })
  const cells = shares.map((share, at) => {
    return { count: (one.counts[at] ?? 0).toLocaleString(language), share: percent.format(share), part: share }
  })
  return { note: filled(texts.answers, answered, language), cells }
}

/** The mean rank in the place of the count, and the first places in that of the share. The better the rank, the longer the bar. */
function rankOf(one: SharedCounts | null, mean: number | null, ranks: number, { language, few }: Format): RowView {
  if (one === null || mean === null) return { note: '', cells: [{ ...NOTHING, count: few }] }
  const [first = 0] = one.counts
  const places = { minimumFractionDigits: 2, maximumFractionDigits: 2 }
  const cell = { count: mean.toLocaleString(language, places), share: first.toLocaleString(language) }
  return { note: '', cells: [{ ...cell, part: (ranks - mean) / (ranks - 1) }] }
}
