import { isCopiedPage, joinNames, joinNumbers } from '../copied-page.ts'
import { isStarLegend } from '../page-words.ts'
import { joinPoints } from '../point-lines.ts'
import { type Table, tableAt } from '../tables/tables.ts'
import { inlineOptions } from './inline-options.ts'
import { withLabels } from './labels.ts'
import { withLetterScales } from './letter-scales.ts'
import { assignListRoles, type Item, isContinued } from './list-roles.ts'
import { markerOf } from './marker.ts'
import { isOther } from './other-words.ts'
import { withQuestionFields } from './question-fields.ts'
import { asks, readMarks } from './question-marks.ts'
import { LINE_LENGTH, type SourceLine } from './source-line.ts'
import { withBoxes } from './typed-boxes.ts'

/** The lines of a text that are not blank, and what each may be. */
export interface TextItems {
  readonly items: readonly Item[]
  /** By the number of their first line, which is an item. */
  readonly tables: ReadonlyMap<number, Table>
  readonly overlong: readonly SourceLine[]
  /** Whether the text was copied from a page of another tool. */
  readonly isPage: boolean
}

/** A line that separates, or a fence around text that is meant literally. Two dashes stand above a signature. */
const RULE = /^(?:--|[-–—_=*~.·•#─━═+\s|:]{3,}|(?:```|~~~)[\w-]*)$/u
const UNDERLINE = /^={3,}$/
const HASHES = /^#{1,6}[ \t]+/
const HASHES_BEHIND = /[ \t]+#+$/
/** A row of faces to choose from. */
const ONLY_PICTURES = /^[^\p{L}\p{N}\p{P}]+$/u
const WIKI_HEADING = /^(?:(={1,6})[ \t]+(\S.*?)[ \t]+\1|h[1-6]\.[ \t]+(.*))$/
/** A line to write on, below what asks for it. */
const LINE_TO_WRITE_ON = /^(?:_{3,}|[.…]{5,})$/u
/** In front of a question that the audience is to ask. */
export const BOARD = /^\?[ \t]+(\S.*)$/

export function readItems(read: readonly SourceLine[]): TextItems {
  const isPage = isCopiedPage(read)
  const lines = withBoxes(
    withLetterScales(isPage ? joinNumbers(read) : joinPoints(joinNames(withQuestionFields(read)))),
  )
  const items: Item[] = []
  const tables = new Map<number, Table>()
  const overlong: SourceLine[] = []
  let isSpaced = false
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] as SourceLine
    if (line.text === '') isSpaced = true
    else if (line.text.length > LINE_LENGTH) overlong.push(line)
    else if (RULE.test(line.text)) {
      const above = isSpaced || !LINE_TO_WRITE_ON.test(line.text) ? undefined : items.at(-1)
      if (above !== undefined && isToAnswer(above)) items[items.length - 1] = { ...above, isQuestion: true }
      isSpaced = true
    } else if (!isEmptyItem(line.text)) {
      const table = tableAt(lines, at)
      const isUnderlined = UNDERLINE.test(lines[at + 1]?.text ?? '')
      const above = isSpaced ? undefined : items.at(-1)
      const item = table === undefined ? itemOf(line, isSpaced, isUnderlined) : plainItem(line, isSpaced)
      if (above !== undefined && table === undefined && !tables.has(above.line.number) && isContinued(above, item))
        items[items.length - 1] = joined(above, line)
      else items.push(item)
      isSpaced = false
      if (table === undefined) continue
      tables.set(line.number, table)
      at += table.length - 1
    }
  }
  const marked = withLabels(withoutLoneMarkers(items))
  assignListRoles(marked)
  return { items: marked, tables, overlong, isPage }
}

/** Whether a line may name what is to be written below it. */
function isToAnswer({ marker, isQuestion, isHeading, text }: Item): boolean {
  return !isQuestion && !isHeading && (marker === undefined || marker.kind === 'number') && /[:：]$/.test(text)
}

/** In colour, as a picture; squares are only bullets. */
const COLOURED = /\p{Emoji_Presentation}|[^\u25a0-\u25ff]\ufe0f/u

/** Whether a line is the beginning of an item that nobody has written, such as a lone `-` or `b)`. A picture may be an answer. */
function isEmptyItem(text: string): boolean {
  return /[^\p{L}\p{N}]$/u.test(text) && !COLOURED.test(text) && markerOf(`${text} x`)?.sign === text
}

/** A line with the one below it, to which it was wrapped. */
function joined({ line, isSpaced }: Item, { text, number }: SourceLine): Item {
  return itemOf({ ...line, text: `${line.text} ${text}`, lastNumber: number }, isSpaced)
}

/** Some signs are markers only if several lines have them. Each level of a word processor has a bullet of its own. */
function withoutLoneMarkers(items: readonly Item[]): Item[] {
  const styles = new Map<string, number>()
  for (const { marker } of items)
    if (marker !== undefined) styles.set(marker.style, (styles.get(marker.style) ?? 0) + 1)
  return items.map((item, at) => {
    const { marker, line, isSpaced } = item
    if (marker === undefined) return item
    const isPicture = marker.style === 'picture'
    // A title may have a picture as well as the options further below.
    if (at === 0 && isPicture && isBelowTitle(items[1])) return plainItem(line, isSpaced)
    const isLevel = marker.style === 'o' && [items[at - 1], items[at + 1]].some(one => one?.marker?.kind === 'bullet')
    const isAlone = !isLevel && styles.get(marker.style) === 1
    return isAlone && (marker.isWeak || isPicture) ? plainItem(line, isSpaced) : item
  })
}

/** Whether the line above an item may be a title: the item asks, or begins a paragraph. */
function isBelowTitle(item: Item | undefined): boolean {
  return item !== undefined && (item.isQuestion || (item.isSpaced && item.marker === undefined))
}

function plainItem(line: SourceLine, isSpaced: boolean): Item {
  return { ...contentItem(line, line.text), marker: undefined, isHeading: false, isSpaced }
}

function contentItem(line: SourceLine, text: string): Omit<Item, 'marker' | 'isHeading' | 'isSpaced'> {
  const marked = readMarks(text)
  const { range, isOptional, isStarred, wantsSeveral, type, hasField } = marked
  const isToFill = hasField && marked.text !== '' && !isOther(text)
  const isMarked =
    isToFill || type !== undefined || range !== undefined || isOptional !== undefined || isStarred || wantsSeveral
  const inline = inlineOptions(marked.text)
  const hasOptions = inline !== undefined && (inline.isDoubtful !== true || readMarks(inline.text).marks > 0)
  const isQuestion = isMarked || asks(marked.text) || asks(text) || hasOptions
  return { line, text, marked, isQuestion, role: undefined, isGuessed: false }
}

/** Whether a line asks, and nothing else says that it is a question of a survey. */
export function isOnlyAsking({ marked: { text, marks, range } }: Item): boolean {
  return marks === 0 && range === undefined && inlineOptions(text) === undefined
}

export function itemOf(line: SourceLine, isSpaced = false, isUnderlined = false): Item {
  if (isStarLegend(line.text)) return plainItem(line, isSpaced)
  const heading = headingIn(line.text) ?? (isUnderlined ? line.text : undefined)
  const content = heading ?? line.text
  const marker = BOARD.test(content) || isOnlyPictures(content) ? undefined : markerOf(content)
  const item = contentItem(line, marker === undefined ? content : marker.rest)
  if (heading === undefined) return { ...item, marker, isHeading: false, isSpaced }
  // The number of a heading is left out only if it is a question; a section keeps it.
  const text = item.isQuestion ? item.text : content
  return { ...item, text, marker: undefined, isHeading: true, isSpaced }
}

/** Most lines have a letter, which is cheaper to find. */
function isOnlyPictures(text: string): boolean {
  return !/[\p{L}\p{N}]/u.test(text) && ONLY_PICTURES.test(text)
}

/** From 1, where 1 is the title. */
export function headingLevel(text: string): number {
  const [signs = ''] = /^[#=]+/.exec(text) ?? []
  return signs.length || Number(/^h([1-6])\./.exec(text)?.[1] ?? 1)
}

function headingIn(text: string): string | undefined {
  if (HASHES.test(text)) return text.replace(HASHES, '').replace(HASHES_BEHIND, '')
  const [, , equals, numbered] = WIKI_HEADING.exec(text) ?? []
  return equals ?? numbered
}
