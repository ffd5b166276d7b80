import { includes, type ShownResult } from '../../src/domain/results/groups/shown-results.ts'
import type { Result } from '../../src/domain/results/tally.ts'
import { smallestOf } from '../../src/domain/values/largest.ts'

/** One screen: the start, a question, or some of a question's items, which are its options or its picked texts. */
export interface Screen {
  /** The address's fragment: empty for the start, otherwise the question's number, with `.7-12` for these of its items. */
  readonly id: string
  /** The index of the question; undefined for the start. */
  readonly index?: number
  /** The slice of items. */
  readonly part?: readonly [from: number, to: number]
  /** The item with which the next screen of this question begins; undefined if there is none. */
  readonly next?: number
  /** The number of options that get a row of their own, if they are sorted by count. */
  readonly sortedRows?: number
  /** Whether it shows the answers' words and phrases. */
  readonly isWords?: boolean
}

/** What is selected to be shown for a question. */
interface Shown {
  readonly picks: readonly { readonly text: string }[]
  /** Null if they are not selected. */
  readonly words: readonly unknown[] | null
  readonly isSorted: boolean
}

/** Where an item begins and ends, in pixels. */
export interface Extent {
  readonly from: number
  readonly to: number
}

export interface Measured {
  /** The height below the title, in pixels. */
  readonly room: number
  /** The height that there is on any projector, if this window is higher. */
  readonly leastRoom: number
  /** The items at their usual size. */
  readonly usual: readonly Extent[]
  /** The items at the smallest size at which they are still legible from the last row. */
  readonly small: readonly Extent[]
}

/** A survey on this window. */
export interface Presented {
  readonly results: readonly ShownResult[]
  /** Whether there is room for all items, since the page can be scrolled. */
  readonly canScroll: boolean
  shownOf(index: number): Shown
  measure(result: ShownResult, items: readonly string[]): Measured
}

const START: Screen = { id: '' }
const PLACE = /^(\d+)(?:\.(\d+)(?:-(\d+))?)?$/

/** The number of options that get a row of their own when they are sorted by count, if there is room. */
const MAX_SORTED_ROWS = 8
/** The number of rows of a grid or a ranking on one screen. */
const MAX_ROWS = 10

/**
 * The screen for an address. Whoever goes on names the items that are next, and every screen shows at least these, and
 * as many as fit: so nobody misses any, whichever of the screens is the smallest. Falls back to the first items of the
 * question if there are no such items, and to the start if there is no such question. Each question of a group has the
 * screen of the group.
 */
export function screenAt(id: string, survey: Presented): Screen {
  const [, number, from = '1', to = '0'] = PLACE.exec(id) ?? []
  const result = survey.results.find(one => includes(one, Number(number) - 1))
  return result === undefined ? START : itemsFrom(Math.max(0, Number(from) - 1), result, survey, Number(to))
}

/** @returns undefined after the last screen */
export function screenAfter({ index, next }: Screen, survey: Presented): Screen | undefined {
  const { results } = survey
  const at = results.findIndex(one => one.index === index)
  const result = results[next === undefined ? at + 1 : at]
  return result && itemsFrom(next ?? 0, result, survey)
}

/** @returns undefined before the start */
export function screenBefore({ index, part, isWords }: Screen, survey: Presented): Screen | undefined {
  if (index === undefined) return
  const { results } = survey
  const at = results.findIndex(one => one.index === index)
  const from = isWords ? survey.shownOf(index).picks.length : (part?.[0] ?? 0)
  if (from === 0) return lastScreen({ ...survey, results: results.slice(0, at) })
  return screensOf(results[at] as ShownResult, survey).findLast(one => one.part !== undefined && one.part[0] < from)
}

/** The address of a question's first screen, with its options in the order of their counts or in their own. */
export function firstScreenOf(result: ShownResult, isSorted: boolean, survey: Presented): string {
  return itemsFrom(0, result, { ...survey, shownOf: index => ({ ...survey.shownOf(index), isSorted }) }).id
}

export function lastScreen(survey: Presented): Screen {
  const last = survey.results.at(-1)
  return (last && screensOf(last, survey).at(-1)) ?? START
}

/** The screens of a question, as this window divides its items. */
function screensOf(result: ShownResult, survey: Presented): Screen[] {
  const screens = [itemsFrom(0, result, survey)]
  for (let next = screens[0]?.next; next !== undefined; next = screens.at(-1)?.next)
    screens.push(itemsFrom(next, result, survey))
  return screens
}

/** @param least the number of the item that another screen shows last; 0 if it is up to this one */
function itemsFrom(from: number, result: ShownResult, survey: Presented, least = 0): Screen {
  const { index, type, tally } = result
  const shown = survey.shownOf(index)
  const items = itemsOf(result) ?? (type === 'free_text' ? shown.picks.map(({ text }) => text) : [])
  const id = `${index + 1}`
  const hasWords = type === 'free_text' && shown.words !== null
  if (hasWords && from >= items.length) return { id: `${id}.${items.length + 1}`, index, isWords: true }
  if (items.length === 0) return { id, index }
  const measured = hasRows(result) ? rowByRow(items.length) : survey.measure(result, items)
  if (tally !== undefined && shown.isSorted) return { id, index, sortedRows: sortedRowsOf(tally, measured) }
  const start = from < items.length ? from : 0
  const end = endOf(start, measured)
  const shared = least > start ? Math.min(least, items.length) : end
  return {
    id: `${id}.${start + 1}-${shared}`,
    index,
    part: [start, survey.canScroll ? items.length : Math.max(shared, end)],
    ...((shared < items.length || hasWords) && { next: shared }),
  }
}

/** Options, or the rows of a grid or a ranking. */
export function itemsOf({ tally, group }: ShownResult): string[] | undefined {
  if (group?.kind === 'grid') return group.rows.map(({ text }) => text)
  if (group?.kind === 'ranking') return group.items.map(({ text }) => text)
  return tally?.map(({ option }) => option)
}

function hasRows({ tally, group }: ShownResult): boolean {
  return group !== undefined && tally === undefined
}

/** Rows become smaller to fit, as long as there are not too many of them. So all screens of a room have the same ones. */
function rowByRow(rows: number): Measured {
  const each = Array.from({ length: rows }, (_, at) => ({ from: at, to: at + 1 }))
  return { room: MAX_ROWS, leastRoom: MAX_ROWS, usual: each, small: each }
}

/** Whether all items fit. */
export function isOneScreen(measured: Measured): boolean {
  return endOf(0, measured) >= measured.usual.length
}

/**
 * The end of what fits: at its usual size, or at a smaller one if then everything does, also on other screens. There is
 * at least one item.
 */
function endOf(start: number, { room, leastRoom, usual, small }: Measured): number {
  const height = (extents: Measured['usual'], from: number, to: number) =>
    (extents[to - 1]?.to ?? 0) - (extents[from]?.from ?? 0)
  if (start === 0 && height(small, 0, small.length) <= leastRoom) return small.length
  let end = start + 1
  while (end < usual.length && height(usual, start, end + 1) <= room) end++
  return end
}

/** As many as fit at a small size, above the row for the others. */
function sortedRowsOf(tally: NonNullable<Result['tally']>, { room, small }: Measured): number {
  const heights = small.map(({ from, to }) => to - from)
  const sorted = tally
    .map(({ count }, at) => ({ count, height: heights[at] ?? 0 }))
    .toSorted((a, b) => b.count - a.count)
    .map(({ height }) => height)
  const others = smallestOf(heights)
  const heightOf = (rows: number) =>
    sorted.slice(0, rows).reduce((sum, height) => sum + height, rows < sorted.length ? others : 0)
  let rows = Math.min(MAX_SORTED_ROWS, sorted.length)
  while (rows > 1 && heightOf(rows) > room) rows--
  return rows
}
