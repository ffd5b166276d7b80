import { type Field, fieldNamed } from './mark-words.ts'
import { markerOf } from './marker.ts'
import { LINE_LENGTH, readLine, type SourceLine } from './source-line.ts'

/** Rows of cells that stand in lines. */
export interface Table {
  readonly rows: readonly TableRow[]
  /** What the columns hold, if the first row says so; it is not among the rows then. */
  readonly fields: readonly (Field | undefined)[] | undefined
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
const EMPTY_CELL = /^(?:\[[ ]?\]|\([ ]?\)|[☐□○◯⚪_.…·–-]*)$/u

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
  const text = raw.replace(/^[ \ufeff\u200b]+/, '').trimEnd()
  const sign = markerOf(text.trimStart())?.sign ?? ''
  return sign !== '' && text.startsWith(sign) ? text.slice(sign.length).trimStart() : text.trimStart()
}

function tabbedRows(lines: readonly SourceLine[], at: number): Rows {
  const rows: TableRow[] = []
  let end = at
  for (
    let line = lines[end];
    line !== undefined && isTabbed(line) && line.text.length <= LINE_LENGTH;
    line = lines[++end]
  )
    rows.push(new TableRow(line, tabbedCells))
  return { rows, length: end - at }
}

/** Values between commas or semicolons, whose first line names the columns. Anything else with commas is a sentence. */
function separatedTable(lines: readonly SourceLine[], at: number): Table | undefined {
  const [head] = [lines[at] as SourceLine]
  const sign = [',', ';'].find(one => head.text.length < 500 && isHeader(quotedCells(head.raw, one)))
  if (sign === undefined) return undefined
  const rows: TableRow[] = []
  let end = at
  for (
    let line = lines[end];
    line !== undefined && line.text !== '' && line.text.length <= LINE_LENGTH;
    line = lines[++end]
  )
    rows.push(new TableRow(line, ({ raw }) => quotedCells(raw, sign)))
  return made({ rows, length: end - at })
}

function isHeader(cells: readonly string[]): boolean {
  const fields = cells.map(fieldNamed)
  return fields.includes('question') && cells.length > 1 && fields.filter(field => field !== undefined).length > 1
}

function markdownCells({ text }: SourceLine): string[] {
  return cellsOf(text.replace(/^\|/, '').replace(/\|$/, ''), '|')
}

function tabbedCells(line: SourceLine): string[] {
  return cellsOf(contentOf(line), '\t')
}

function cellsOf(text: string, sign: string): string[] {
  return text.split(sign).map(cell => cleaned(cell))
}

/** Cells that may be in quotation marks, in which the sign separates nothing. */
function quotedCells(raw: string, sign: string): string[] {
  const cells: string[] = []
  let [cell, isQuoted] = ['', false]
  for (const character of raw) {
    if (character === '"') isQuoted = !isQuoted
    else if (character === sign && !isQuoted) {
      cells.push(cleaned(cell))
      cell = ''
    } else cell += character
  }
  cells.push(cleaned(cell))
  return cells
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
  const fields = head.cells.map(fieldNamed)
  const isNamed = fields.includes('question') || (fields.includes('options') && fields.length > 1)
  if (isNamed && others.length > 0)
    return { rows: others, fields: fieldsOf(fields), header: head, length: found.length }
  return { rows: found.rows, fields: undefined, header: undefined, length: found.length }
}

/** Columns behind that of the options, without a name or with the same, have further options. */
function fieldsOf(fields: readonly (Field | undefined)[]): (Field | undefined)[] {
  const question = fields.includes('question') ? fields : fields.with(fields.indexOf(undefined), 'question')
  let last: Field | undefined
  return question.map(field => {
    const isMore = field === undefined && last === 'options'
    last = isMore ? 'options' : field
    return last
  })
}

/** Whether a table has statements in its first column and empty cells beside them, under the options. */
export function isGrid({ rows, fields }: Table): boolean {
  const [head, ...others] = rows
  if (fields !== undefined || head === undefined || others.length === 0 || head.cells.length < 3) return false
  return others.every(({ cells }) => cells.slice(1).every(cell => EMPTY_CELL.test(cell)) && (cells[0] ?? '') !== '')
}
