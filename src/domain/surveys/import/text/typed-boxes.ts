import { asks } from './question-marks.ts'
import { LINE_LENGTH, type SourceLine } from './source-line.ts'

// Boxes and circles to tick on paper, which people type as letters and brackets.

const BEGINS_WITH_O = /^[ \t]*[Oo][ \t]+(?=\S)/
/** Cannot begin inside of another one, where looking for its end again would take long. */
const GAP = /(?<![ \t])[ \t]{2,}/
const LONE_BOX = /^(?:\[\]|\(\)|[☐□○◯⚪Oo])$/u
/** Before a small letter, `O` is an article in these languages. */
const HAS_ARTICLE_O =
  /[ãõç]|(?<!\p{L})(?:você|não|qual|quais|como|com|seu|sua|uma?|foi|está|são|os|das?|dos?|que|del|della|gli)(?!\p{L})/iu
/** Lines that are circles only together. */
const LEAST_CIRCLES = 2

/** Lines in which letters that stand for circles are circles, and columns of boxes are a table. */
export function withBoxes(lines: readonly SourceLine[]): SourceLine[] {
  const all = lines.map(rowOfCircles)
  for (let at = 0; at < all.length; at++) {
    const count = columnsOfBoxes(all, at)
    const names = count === 0 ? [] : namesIn(all[at])
    for (let row = at; row < at + count; row++) all[row] = tabbed(all[row] as SourceLine, names, row === at)
    if (count === 0 && isAnswerable(all[at])) markCircles(all, at + 1)
    at += Math.max(0, count - 1)
  }
  return all
}

/** Circles in a row of options. */
function rowOfCircles(line: SourceLine): SourceLine {
  if (!BEGINS_WITH_O.test(line.raw) || line.raw.length > LINE_LENGTH) return line
  const parts = line.raw.trim().split(GAP)
  const isRow = parts.length > 1 && parts.every(part => BEGINS_WITH_O.test(part))
  return isRow ? { ...line, text: parts.map(part => part.replace(BEGINS_WITH_O, '○ ')).join(' ') } : line
}

function isAnswerable(line: SourceLine | undefined): boolean {
  return line !== undefined && line.text !== '' && line.text.length <= LINE_LENGTH && asks(line.text)
}

/** Circles in front of options that stand below one another, right below their question. */
function markCircles(lines: SourceLine[], from: number): void {
  let end = from
  while (BEGINS_WITH_O.test(lines[end]?.text ?? '')) end++
  const asked = lines[from - 1]?.text ?? ''
  const isArticle = (text: string) => /^[Oo][ \t]+\p{Ll}/u.test(text) && HAS_ARTICLE_O.test(asked)
  const run = lines.slice(from, end)
  if (run.length < LEAST_CIRCLES || run.some(({ text }) => isArticle(text))) return
  for (const [at, line] of run.entries()) lines[from + at] = { ...line, text: line.text.replace(BEGINS_WITH_O, '○ ') }
}

/** How many lines are rows with as many boxes each as the first names. 0 unless there are two rows or more. */
function columnsOfBoxes(lines: readonly SourceLine[], at: number): number {
  const width = namesIn(lines[at]).length
  if (width < 2) return 0
  let end = at + 1
  while (boxesIn(lines[end], width)?.count === width) end++
  return end - at > LEAST_CIRCLES ? end - at : 0
}

/** What stands above columns. */
function namesIn(line: SourceLine | undefined): readonly string[] {
  if (line === undefined || line.raw.length > LINE_LENGTH || !/^[ \t]{4}/.test(line.raw) || line.raw.includes('\t'))
    return []
  return line.raw.trim().split(GAP)
}

/** The boxes at the end of a row, or as many numbers from 1, and the text in front of them. */
function boxesIn(
  line: SourceLine | undefined,
  width: number,
): { readonly count: number; readonly text: string } | undefined {
  if (line === undefined || line.text === '' || line.raw.length > LINE_LENGTH) return undefined
  const words = line.text
    .replaceAll('[ ]', '[]')
    .replaceAll('( )', '()')
    .split(/[ \t]+/)
  const isNumbered = words.slice(-width).every((word, at) => word === String(at + 1)) && words.length > width
  const last = isNumbered ? words.length - 1 - width : words.findLastIndex(word => !LONE_BOX.test(word))
  return last < 0 ? undefined : { count: words.length - 1 - last, text: words.slice(0, last + 1).join(' ') }
}

function tabbed(line: SourceLine, names: readonly string[], isHead: boolean): SourceLine {
  if (isHead) return { ...line, raw: ['', ...names].join('\t') }
  const { count = 0, text = '' } = boxesIn(line, names.length) ?? {}
  return { ...line, raw: [text, ...Array.from({ length: count }, () => '[ ]')].join('\t') }
}
