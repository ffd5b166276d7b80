import type { Item } from './list-roles.ts'
import { numberOf } from './marker.ts'
import { type Range, rangeAlone } from './scale.ts'

/** In front of what a point of a scale means. */
const POINT = /^([-−]?\p{Nd}{1,3})[ \t]*(?:[=:：]|[-–—](?=[ \t\p{L}])|[.)](?=[ \t]))[ \t]*(?=\p{L})/u
/** In front of an option of a quiz. */
const LETTER = /^([A-L])[ \t]*[:：][ \t]*(?=\S)/

/** Items that take the place of some others. */
interface Replaced {
  readonly length: number
  readonly items: readonly Item[]
}

/** Lines that say what the points of the scale above them mean, or name options by letters, are no list of questions. */
export function withLabels(items: readonly Item[]): Item[] {
  const read: Item[] = []
  for (let at = 0; at < items.length; ) {
    const item = items[at] as Item
    const range = items[at - 1]?.marked.range
    const replaced = (range === undefined ? undefined : pointsAt(items, at, range)) ?? lettersAt(items, at)
    for (const one of replaced?.items ?? [item]) read.push(one)
    at += replaced?.length ?? 1
  }
  return read
}

function pointsAt(items: readonly Item[], at: number, { low, high }: Range): Replaced | undefined {
  const first = items[at] as Item
  if (!POINT.test(first.line.text)) return undefined
  if (rangeAlone(first.line.text)?.ends !== undefined) return { length: 1, items: [plain(first, first.line.text)] }
  const points = runFrom(items, at, POINT)
  const values = points.map(({ line }) => signed(POINT.exec(line.text)?.[1] ?? ''))
  const step = low <= high ? 1 : -1
  const isWhole = values.length === Math.abs(high - low) + 1 && values.every((value, nth) => value === low + nth * step)
  if (isWhole) return { length: points.length, items: points.map(one => asOption(one, one.line.text)) }
  const [lowest, highest] = points
  if (values.length !== 2 || values[0] !== low || values[1] !== high) return undefined
  const ends = [lowest, highest].map(one => one?.line.text.replace(POINT, '') ?? '')
  const text = `${low} = ${ends[0]}, ${high} = ${ends[1]}`
  return rangeAlone(text)?.ends === undefined ? undefined : { length: 2, items: [plain(first, text, highest)] }
}

/** Two or more in alphabetical order. */
function lettersAt(items: readonly Item[], at: number): Replaced | undefined {
  if (at === 0 || !LETTER.test(items[at]?.line.text ?? '')) return undefined
  const options = runFrom(items, at, LETTER)
  const isAlphabet = options.every(({ line }, nth) => line.text.charCodeAt(0) === 'A'.charCodeAt(0) + nth)
  if (options.length < 2 || !isAlphabet) return undefined
  return { length: options.length, items: options.map(one => asOption(one, one.line.text.replace(LETTER, ''))) }
}

/** The items from one on that begin alike, without a blank line between them. */
function runFrom(items: readonly Item[], at: number, label: RegExp): Item[] {
  const run: Item[] = []
  for (let item = items[at]; item !== undefined; item = items[at + run.length]) {
    if (item.isHeading || !label.test(item.line.text) || (run.length > 0 && item.isSpaced)) break
    run.push(item)
  }
  return run
}

function asOption(item: Item, text: string): Item {
  return { ...item, marker: undefined, text, role: 'option' }
}

/** @param last of the items that it stands for */
function plain(item: Item, text: string, last: Item = item): Item {
  const { number, lastNumber = number } = last.line
  const line = { ...item.line, text, ...(lastNumber > item.line.number && { lastNumber }) }
  return { ...item, line, marker: undefined, text, isQuestion: false }
}

function signed(digits: string): number {
  const value = numberOf(digits.replace(/^[-−]/, ''))
  return /^[-−]/.test(digits) ? -value : value
}
