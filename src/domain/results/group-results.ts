import type { QuestionGroup } from '../surveys/groups/question-group.ts'
import type { Result } from './tally.ts'

/** The results of questions that are shown as one. Each part has the index of its question. */
export type GroupResult = CheckListResult | GridResult | RankingResult

export interface CheckListResult {
  readonly kind: 'check_list'
  readonly title: string
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

/**
 * The results of a group as one. Undefined for a section and for a question with a text beside it, whose questions have results of
 * their own.
 * @param results of all questions of the survey
 */
export function groupResult(group: QuestionGroup, results: readonly Result[]): GroupResult | undefined {
  const own = results.slice(group.from, group.to + 1)
  if (group.kind === 'check_list') return checkList(own)
  if (group.kind === 'grid') return grid(group.title, own)
  return group.kind === 'ranking' ? ranking(group.title, own) : undefined
}

function checkList(results: readonly Result[]): CheckListResult {
  const options = results.flatMap(({ index, tally = [] }) => tally.map(one => ({ index, ...one })))
  return { kind: 'check_list', title: results[0]?.text ?? '', options }
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
  const sum = tally.reduce((total, { count }, at) => total + count * (at + 1), 0)
  const mean = answered === 0 ? null : Math.round((100 * sum) / answered) / 100
  return { index, text, ranked: answered, first: tally[0]?.count ?? 0, mean }
}

/** Two infinities are equal. */
function compare(one: number, other: number): number {
  return one === other ? 0 : one - other
}
