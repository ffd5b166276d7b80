import type { Result } from '../tally.ts'
import type { OneQuestion } from './shown-together.ts'

/** The results of questions that are shown as one. Each part has the index of its question. */
export type GroupResult = CheckListResult | GridResult | RankingResult

export interface CheckListResult {
  readonly kind: 'check_list'
  readonly title: string
  /** How many responses chose at least one option. Only at the presenter's pace, where people who were asked are not counted. */
  readonly chosen?: number
  readonly options: readonly { readonly index: number; readonly option: string; readonly count: number }[]
}

export interface GridResult {
  readonly kind: 'grid'
  readonly title: string
  readonly columns: readonly string[]
  readonly rows: readonly {
    readonly index: number
    readonly text: string
    readonly answered: number
    /** By column. */
    readonly counts: readonly number[]
  }[]
}

export interface RankingResult {
  readonly kind: 'ranking'
  readonly title: string
  /** From the best mean rank to the worst; those that nobody ranked come last. */
  readonly items: readonly RankedItem[]
}

interface RankedItem {
  readonly index: number
  readonly text: string
  /** How many people gave it a rank. */
  readonly ranked: number
  /** How many put it first. */
  readonly first: number
  /** Rounded to 2 decimal places; null if nobody ranked it. */
  readonly mean: number | null
}

/** The results of the questions of a group as one. */
export function groupResult(group: OneQuestion, results: readonly Result[]): GroupResult {
  if (group.kind === 'check_list') return checkList(results)
  return group.kind === 'grid' ? grid(group.title, results) : ranking(group.title, results)
}

function checkList(results: readonly Result[]): CheckListResult {
  const options = results.flatMap(({ index, tally = [] }) => tally.map(one => ({ index, ...one })))
  const [{ text = '', chosen } = {}] = results
  return { kind: 'check_list', title: text, ...(chosen !== undefined && { chosen }), options }
}

function grid(title: string, results: readonly Result[]): GridResult {
  const columns = (results[0]?.tally ?? []).map(({ option }) => option)
  const rows = results.map(({ index, text, answered, tally = [] }) => {
    return { index, text, answered, counts: tally.map(({ count }) => count) }
  })
  return { kind: 'grid', title, columns, rows }
}

function ranking(title: string, results: readonly Result[]): RankingResult {
  const items = results.map(rankedItem)
  const placeOf = ({ mean }: RankedItem) => mean ?? Number.POSITIVE_INFINITY
  return {
    kind: 'ranking',
    title,
    items: items.toSorted((one, other) => compare(placeOf(one), placeOf(other)) || other.first - one.first),
  }
}

function rankedItem({ index, text, answered, tally = [] }: Result): RankedItem {
  const counts = tally.map(({ count }) => count)
  return { index, text, ranked: answered, first: counts[0] ?? 0, mean: meanRank(counts) }
}

/** @param counts how many gave each rank @returns rounded to 2 decimal places; null if nobody ranked it */
export function meanRank(counts: readonly number[]): number | null {
  const ranked = counts.reduce((sum, count) => sum + count, 0)
  const sum = counts.reduce((total, count, at) => total + count * (at + 1), 0)
  return ranked === 0 ? null : Math.round((100 * sum) / ranked) / 100
}

/** Two infinities are equal. */
function compare(one: number, other: number): number {
  return one === other ? 0 : one - other
}
