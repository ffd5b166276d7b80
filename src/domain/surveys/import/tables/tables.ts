import { markerOf } from '../text/marker.ts'
import { LINE_LENGTH, readLine, type SourceLine } from '../text/source-line.ts'
import { type Column, columnsNamed } from './columns.ts'
import { separatedRows } from './separated-rows.ts'

/** Rows of cells that stand in lines. */
export interface Table {
  readonly rows: readonly TableRow[]
  /** What the columns hold, if the first row says so; it is not among the rows then. */
  readonly columns: readonly (Column | undefined)[] | undefined
  readonly header: TableRow | undefined
  /** How many lines it takes. */
  readonly length: number
}

/** A row, whose line is only taken apart when it is read. */
export class TableRow {
  readonly line: SourceLine
  readonly #split: (line: SourceLine) => readonly string[]
  #cells: readonly string[] | undefined

  constructor(line: SourceLine, split: (line: SourceLine) => readonly string[]) {
    this.line = line
    this.#split = split
  }

  get cells(): readonly string[] {
    this.#cells ??= this.#split(this.line)
    return this.#cells
  }
}

const SEPARATOR = /^\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-*:?[ \t]*)*\|?$/
/** What a cell of a grid has in which people are to tick. */
const EMPTY_CELL = /^(?:\[[ ]?\]|\([ ]?\)|[☐□⬜◻○◯⚪_.…·–-]*|[Oo])$/u

/** The table that begins at a line, if one does. */
export function tableAt(lines: readonly SourceLine[], at: number): Table | undefined {
  const line = lines[at]
  if (line === undefined || line.text === '') return undefined
  if (line.text.startsWith('|') && line.text.length > 1) return made(markdownRows(lines, at))
  if (isTabbed(line)) return made(tabbedRows(lines, at))
  return separatedTable(lines, at)
}

interface Rows {
  readonly rows: readonly TableRow[]
  readonly length: number
}

function markdownRows(lines: readonly SourceLine[], at: number): Rows | undefined {
  const rows: TableRow[] = []
  let end = at
  for (; isRow(lines[end]); end++) {
    const line = lines[end] as SourceLine
    if (!SEPARATOR.test(line.text)) rows.push(new TableRow(line, markdownCells))
  }
  return { rows, length: end - at }
}

function isRow(line: SourceLine | undefined): boolean {
  return line?.text.startsWith('|') === true && line.text.length <= LINE_LENGTH
}

/** Cells of a sheet. A tab behind a marker or in front of a line is none. */
function isTabbed(line: SourceLine): boolean {
  return contentOf(line).includes('\t')
}

function contentOf({ raw }: SourceLine): string {
  const text = raw.replace(/^[\s\ufeff\u200b]+/, '').trimEnd()
  const sign = markerOf(text)?.sign ?? ''
  return sign !== '' && text.startsWith(sign) ? text.slice(sign.length).trimStart() : text
}

function tabbedRows(lines: readonly SourceLine[], at: number): Rows {
  const rows: TableRow[] = []
  const head = lines[at] as SourceLine
  const isCornered = head.raw.startsWith('\t') && isToTick(lines[at + 1])
  const width = isCornered ? cellsOf(head.raw, '\t').length : tabbedCells(head).length
  let end = at
  for (let line = lines[end]; line !== undefined && isFurtherRow(line, width); line = lines[++end]) {
    const last = endOfRow(lines, end, '\t')
    const isHead = end === at && isCornered
    rows.push(
      new TableRow(joined(lines, end, last), line => (isHead ? cellsOf(line.raw, '\t') : tabbedCells(line, width))),
    )
    end = last
  }
  return { rows, length: end - at }
}

/** Empty cells stand behind tabs too, at both ends of a row. */
function isFurtherRow(line: SourceLine, width: number): boolean {
  if (line.text === '' || line.text.length > LINE_LENGTH) return false
  if (isTabbed(line)) return true
  return width > 2 && line.raw.includes('\t') && line.raw.split('\t').length <= width
}

/** Whether a line has a text and empty cells, into which people are to write a sign. */
function isToTick(line: SourceLine | undefined): boolean {
  const [first = '', ...others] = line?.raw.split('\t') ?? []
  return first.trim() !== '' && others.length > 1 && others.every(cell => EMPTY_CELL.test(cell.trim()))
}

/** Values between commas or semicolons, whose first line names the columns. Anything else with commas is a sentence. */
function separatedTable(lines: readonly SourceLine[], at: number): Table | undefined {
  const [head] = [lines[at] as SourceLine]
  const sign = [',', ';'].find(
    one => head.text.length < 500 && head.raw.includes(one) && isHeader(quotedCells(head.raw, one)),
  )
  if (sign === undefined) return undefined
  const rows: TableRow[] = []
  let end = at
  for (
    let line = lines[end];
    line !== undefined && line.text !== '' && line.text.length <= LINE_LENGTH;
    line = lines[++end]
  ) {
    const last = endOfRow(lines, end, sign)
    rows.push(new TableRow(joined(lines, end, last), ({ raw }) => quotedCells(raw, sign)))
    end = last
  }
  return made({ rows, length: end - at })
}

function isHeader(cells: readonly string[]): boolean {
  const fields = columnsNamed(cells)
  return fields.includes('question') && cells.length > 1 && fields.filter(field => field !== undefined).length > 1
}

/** A header between double signs, as some wikis have it. */
const DOUBLED = /^\|\|[^|]+(?:\|\|[^|]+)+\|\|$/

function markdownCells({ text }: SourceLine): string[] {
  if (DOUBLED.test(text)) return cellsOf(text.slice(2, -2), '||')
  return cellsOf(text.replace(/^\|/, '').replace(/\|$/, ''), '|')
}

/** @param width of the first row, whose first cell is that of merged ones below it */
function tabbedCells(line: SourceLine, width = 0): string[] {
  const isMerged = width > 2 && line.raw.startsWith('\t') && line.raw.split('\t').length <= width
  if (isMerged) return cellsOf(line.raw, '\t')
  return line.lastNumber === undefined ? cellsOf(contentOf(line), '\t') : quotedCells(contentOf(line), '\t')
}

/** Lines that a row can have. */
const MOST_CELL_LINES = 20

/** Where a row ends that begins at a position: a cell between quotation marks may go on in the next lines. */
function endOfRow(
  lines: readonly SourceLine[],
  at: number,
  sign: string,
  limit = Math.min(lines.length, at + MOST_CELL_LINES),
): number {
  const opened = new RegExp(`(?:^|${sign})"(?:[^"]|"")*$`)
  const closed = new RegExp(`^(?:[^"]|"")*"(?:${sign}|[ ]*$)`)
  if (!opened.test(lines[at]?.raw ?? '')) return at
  for (let end = at + 1; end < limit; end++) {
    const { raw } = lines[end] as SourceLine
    if (closed.test(raw)) return opened.test(raw.slice(raw.indexOf('"') + 1)) ? endOfRow(lines, end, sign, limit) : end
    if (raw.includes('"')) return at
  }
  return at
}

function joined(lines: readonly SourceLine[], from: number, to: number): SourceLine {
  const line = lines[from] as SourceLine
  if (from === to) return line
  const whole = lines.slice(from, to + 1)
  const [raw, text] = [whole.map(one => one.raw).join('\n'), whole.map(one => one.text).join(' ')]
  return { ...line, raw, text, lastNumber: (lines[to] as SourceLine).number }
}

function cellsOf(text: string, sign: string): string[] {
  return text.split(sign).map(cell => cleaned(cell))
}

/** Cells that may be in quotation marks, in which the sign separates nothing. */
function quotedCells(raw: string, sign: string): string[] {
  const [row, ...others] = separatedRows(raw.replace(/^[ \ufeff\u200b]+/, ''), sign)
  // A quotation mark that stands alone separates nothing.
  if (row === undefined || others.length > 0) return cellsOf(raw, sign)
  return row.cells.map(cell => cell.split('\n').map(cleaned).join('\n'))
}

/** Most cells need no cleaning. */
const CLEAN = /^[\p{L}\p{N} ,.?!]*$/u

function cleaned(cell: string): string {
  if (CLEAN.test(cell)) return cell.trim()
  return readLine(cell, 0).text
}

function made(found: Rows | undefined): Table | undefined {
  const [head, ...others] = found?.rows ?? []
  if (found === undefined || head === undefined || head.cells.length < 2) return undefined
  const columns = columnsNamed(head.cells)
  const isNamed = columns.includes('question') || (columns.includes('options') && columns.length > 1)
  if (isNamed && others.length > 0) {
    const ticked = tickedColumns(columns, head, others)
    const named = columns.map((column, position) => (ticked.has(position) ? 'options' : column))
    const rows = ticked.size === 0 ? others : others.map(row => withNames(row, head, ticked))
    return { rows, columns: columnsOf(named), header: head, length: found.length }
  }
  return { rows: withoutCount(found.rows), columns: undefined, header: undefined, length: found.length }
}

const COUNT = /^(?:#|№|no\.?|nr\.?|n[º°]|)$/iu

/** Rows of a grid without the column in which they are counted. */
function withoutCount(rows: readonly TableRow[]): readonly TableRow[] {
  const [head, ...others] = rows
  const isCounted = others.every(({ cells }, at) => cells[0]?.replace(/[.)]$/, '') === String(at + 1))
  if (head === undefined || !isCounted || !COUNT.test(head.cells[0] ?? '')) return rows
  const shorter = rows.map(row => new TableRow(row.line, () => row.cells.slice(1)))
  return isGrid({ rows: shorter, columns: undefined }) ? shorter : rows
}

/** Columns that name an option each, below which people are to tick. */
function tickedColumns(
  columns: readonly (Column | undefined)[],
  { cells }: TableRow,
  rows: readonly TableRow[],
): ReadonlySet<number> {
  const isEmpty = (at: number) => rows.every(row => EMPTY_CELL.test(row.cells[at] ?? ''))
  const isTicked = (at: number) => columns[at] === undefined && cells[at] !== '' && at > columns.indexOf('question')
  const ticked = [...cells.keys()].filter(at => isTicked(at) && isEmpty(at))
  return new Set(columns.includes('question') && ticked.length > 1 ? ticked : [])
}

/** A row with the names of its columns where people are to tick. */
function withNames(row: TableRow, { cells: names }: TableRow, ticked: ReadonlySet<number>): TableRow {
  return new TableRow(row.line, () => names.map((name, at) => (ticked.has(at) ? name : (row.cells[at] ?? ''))))
}

/** Columns behind that of the options, without a name or with the same, have further options. */
function columnsOf(columns: readonly (Column | undefined)[]): (Column | undefined)[] {
  const question = columns.includes('question') ? columns : columns.with(columns.indexOf(undefined), 'question')
  let last: Column | undefined
  return question.map(column => {
    const isMore = column === undefined && last === 'options'
    last = isMore ? 'options' : column
    return last
  })
}

/** What the rows of a grid are called in its corner. */
const ROWS_NAME =
  /^(?:statements?|items?|aspects?|criteria|criterion|features?|topics?|aussagen?|aspekte?|kriteri(?:um|en)|themen?|affirmations?|énoncés?|critères?|afirmaci[óo]n(?:es)?|aspectos?|criterios?|afirmaç(?:ão|ões)|critérios?|affermazion[ei]|aspett[oi]|criteri|stelling(?:en)?|aspecten|утверждени[ея])?$/iu

/** Whether a grid waits for what it asks, with nothing in its corner but what its rows are called. */
export function isUntitledGrid(table: Table | undefined): boolean {
  return table !== undefined && isGrid(table) && isUntitled(table.rows[0]?.cells[0] ?? '')
}

export function isUntitled(corner: string): boolean {
  return ROWS_NAME.test(corner)
}

/** Whether a table has statements in its first column and empty cells beside them, under the options. */
export function isGrid({ rows, columns }: Pick<Table, 'rows' | 'columns'>): boolean {
  const [head, ...others] = rows
  if (columns !== undefined || head === undefined || others.length === 0 || head.cells.length < 3) return false
  return others.every(({ cells }) => cells.slice(1).every(cell => EMPTY_CELL.test(cell)) && (cells[0] ?? '') !== '')
}
