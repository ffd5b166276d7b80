import type { Marker } from './marker.ts'
import { asks, type MarkedText } from './question-marks.ts'
import type { SourceLine } from './source-line.ts'

/** A line that is not blank. */
export interface Item {
  readonly line: SourceLine
  readonly marker: Marker | undefined
  /** Without its marker. */
  readonly text: string
  readonly marked: MarkedText
  readonly isHeading: boolean
  /** Whether it is a question by itself: it asks, has options in its line, or a mark that only questions have. */
  readonly isQuestion: boolean
  /** Whether a blank line stands above it. */
  readonly isSpaced: boolean
  /** Of list items: what their list is of. */
  role: 'question' | 'option' | undefined
  /** Whether its role is only what is most likely. */
  isGuessed: boolean
}

/** Width by which a line has to be indented to belong to the one above. */
export const DEEPER = 2

/** Characters of a line that may be an option without anything saying so. */
export const PLAIN_OPTION_LENGTH = 60

/** Whether a line ends in a colon and short lines without a sign stand right below it, as in `Colour:`, `red`, `green`. */
export function isNamedList(items: readonly Item[], at: number): boolean {
  const below = [items[at + 1], items[at + 2]]
  const isShort = ({ text }: Item) => text.length <= PLAIN_OPTION_LENGTH && !/[.!:：]$/.test(text)
  const isPlain = (one: Item) =>
    one.marker === undefined && !one.isHeading && !one.isSpaced && !one.isQuestion && !one.line.isBold
  return /[:：]$/.test(items[at]?.text ?? '') && below.every(one => one !== undefined && isPlain(one) && isShort(one))
}

/** Whether an item of a list only names what the questions are about that stand below it, further in. */
export function isPart(items: readonly Item[], at: number): boolean {
  const [item, next] = [items[at], items[at + 1]]
  if (item === undefined || next === undefined || next.line.indent < item.line.indent + DEEPER) return false
  const hasOwn = (items[at + 2]?.line.indent ?? 0) >= next.line.indent + DEEPER
  return !item.isQuestion && next.role === 'question' && (next.isQuestion || hasOwn)
}

/** Decides of each list whether it is one of questions or of options. */
export function assignListRoles(items: readonly Item[]): void {
  const first = items.findIndex(canHaveBoxes)
  /** The last number of the questions so far, by its style. */
  const reached = new Map<string, number>()
  for (const [at, item] of items.entries()) {
    if (item.marker === undefined || item.role !== undefined) continue
    const { kind } = item.marker
    // Boxes in front of what asks, with nothing above that they could belong to, are a list of what is to be done.
    const isAsking = asks(item.marked.text) || (item.isQuestion && /[?？؟]/.test(item.text))
    const isTask = kind === 'box' && isAsking && (first < 0 || first > at)
    if (kind === 'box' || kind === 'circle') item.role = isTask ? 'question' : 'option'
    else assignRole(items, listFrom(items, at), reached)
  }
}

/** Whether an item is a question that the boxes below it can be options of. */
function canHaveBoxes({ isQuestion, marker }: Item): boolean {
  return isQuestion && marker?.kind !== 'box'
}

/** Positions of the items of the list that begins at one. */
function listFrom(items: readonly Item[], start: number): number[] {
  const list = [start]
  const { line, marker } = items[start] as Item
  const isCounted = marker?.kind === 'number'
  let last = marker?.value ?? 0
  for (let at = start + 1; at < items.length; at++) {
    const item = items[at] as Item
    const isDeeper = item.line.indent >= line.indent + DEEPER
    if (isDeeper) continue
    if (isSameList(item, line.indent, marker)) {
      const { value } = item.marker as Marker
      if (marker?.kind !== 'bullet' && value <= last) break
      last = value
      list.push(at)
    } else if (!isCounted || isOuter(items, start, item)) break
  }
  return list
}

function isSameList({ line, marker, role }: Item, indent: number, first: Marker | undefined): boolean {
  return (
    role === undefined &&
    marker?.kind === first?.kind &&
    marker?.style === first?.style &&
    Math.abs(line.indent - indent) < DEEPER
  )
}

/** Whether a number belongs to a list that has begun before this one. */
function isOuter(items: readonly Item[], start: number, { marker, isHeading, line, text }: Item): boolean {
  if (isHeading) return false
  if (marker?.kind !== 'number') return marker === undefined && asks(text) && line.indent < DEEPER
  for (let at = start - 1; at >= 0; at--) if (items[at]?.marker?.style === marker.style) return true
  return false
}

function assignRole(items: readonly Item[], list: readonly number[], reached: Map<string, number>): void {
  const [first = 0] = list
  const { marker } = items[first] as Item
  const isNext = marker?.kind === 'number' && reached.get(marker.style) === marker.value - 1
  const asking = list.filter(at => (items[at] as Item).isQuestion).length
  const leading = list.filter(at => hasItemsBelow(items, at)).length
  const parent = items[first - 1]
  const isBelowQuestion = parent !== undefined && (!parent.isHeading || parent.isQuestion)
  const isMostly = (count: number) =>
    isBelowQuestion && marker?.kind !== 'number' ? 2 * count > list.length : 2 * count >= list.length
  const isOfQuestions = count(asking) || count(leading)
  function count(many: number): boolean {
    return many > 0 && isMostly(many)
  }
  const isOfOptions =
    !isOfQuestions &&
    !isNext &&
    (marker?.kind === 'number' ? isBelowQuestion && isListOfAnswers(parent, items[first] as Item) : isBelowQuestion)
  // In chats, a picture also stands in front of what is voted on.
  const isVote = marker?.style === 'picture' && list.length > 2 && asking === 1 && items[first]?.isQuestion === true
  for (const at of list) {
    const item = items[at] as Item
    item.role = isOfOptions || (isVote && at !== first) ? 'option' : 'question'
    item.isGuessed = !isOfOptions && !isOfQuestions && marker?.kind !== 'number'
    if (item.role === 'question' && item.marker?.kind === 'number') reached.set(item.marker.style, item.marker.value)
  }
}

/** Numbers stand before questions more often than before answers. */
function isListOfAnswers(parent: Item | undefined, first: Item): boolean {
  if (parent === undefined || first.marker === undefined) return false
  const isNested = first.line.indent >= parent.line.indent + DEEPER && parent.marker !== undefined
  const isBelowNamed = parent.marker?.style === 'named' && first.marker.style !== 'named'
  // Numbers as pictures stand in front of what a chat votes on.
  return (
    isNested ||
    isBelowNamed ||
    (first.marker.style === 'keycap' && parent.marker === undefined) ||
    (parent.role !== 'option' && asks(parent.marked.text))
  )
}

function hasItemsBelow(items: readonly Item[], at: number): boolean {
  const [item, next] = [items[at] as Item, items[at + 1]]
  if (next === undefined || next.isHeading) return false
  if (next.line.indent >= item.line.indent + DEEPER) return !isContinued(item, next)
  const { marker } = next
  if (item.marker?.kind === 'number') return marker !== undefined && marker.kind !== 'number'
  // In chats, a picture also stands in front of what is asked, and something else in front of its options.
  return item.marker?.style === 'picture' && marker !== undefined && marker.style !== 'picture'
}

/** Whether a line goes on where the one above was wrapped. */
export function isContinued(above: Item, { marker, text, marked, isSpaced }: Item): boolean {
  if (
    marker !== undefined ||
    isSpaced ||
    above.isHeading ||
    above.line.text.length > MOST_WRAPPED ||
    /[.?!:;？؟。！：]$/u.test(above.line.text)
  )
    return false
  return /^[\p{Ll}(&]/u.test(text) && (above.line.text.length >= WRAPPED_LENGTH || asks(marked.text))
}

/** Mail programs wrap lines of 65 characters or more, and people a little before. */
const WRAPPED_LENGTH = 45
/** Characters in a question of several lines. */
const MOST_WRAPPED = 1_500
