import { rowText } from '../grouped-questions.ts'
import type { OpenQuestion } from '../open-question.ts'
import type { SurveyAssembly } from '../survey-assembly.ts'
import { rangeOfPoints, withEnds } from '../text/points.ts'
import { readMarks } from '../text/question-marks.ts'
import type { SourceLine } from '../text/source-line.ts'
import { TableRowReader, withoutNumber } from './table-rows.ts'
import { isGrid, isUntitled, type Table, type TableRow } from './tables.ts'

/**
 * Adds the questions of a table: one in each row, in whose cells its options are.
 * @param above the line that stands above it
 */
export function addTable(assembly: SurveyAssembly, table: Table, above: SourceLine | undefined): void {
  if (isGrid(table)) addGrid(assembly, table.rows, above)
  else if (isOpen(assembly.last, above) && addScale(assembly.last, table)) return
  else {
    const reader = new TableRowReader(assembly, table)
    for (const row of table.rows) {
      if (assembly.isFull) break
      reader.add(row)
    }
    reader.noteColumns()
  }
}

/** Whether a question stands in a line, and nothing has been said of how it is answered. */
function isOpen(question: OpenQuestion | undefined, line: SourceLine | undefined): question is OpenQuestion {
  if (question === undefined || line === undefined) return false
  const { range, type, inline, options } = question
  const isAnswered = range !== undefined || type !== undefined || inline.length + options.length > 0
  return !isAnswered && question.line.number === line.number && !readMarks(line.text).hasField
}

/** The points of a scale in a row, perhaps with what the ends mean below. @returns whether the table has them */
function addScale(question: OpenQuestion, { rows: [row, below, ...others] }: Table): boolean {
  const range = row === undefined || others.length > 0 ? undefined : rangeOfPoints(row.cells)
  if (range === undefined) return false
  const words = below?.cells.filter(cell => cell !== '') ?? []
  const [first, last] = words
  if (below !== undefined && (first === undefined || last === undefined || words.length > 2)) return false
  question.range = first === undefined || last === undefined ? range : withEnds(range, [first, last])
  return true
}

/** Statements below one another, and what is to be chosen for each above. */
function addGrid(assembly: SurveyAssembly, [head, ...rows]: readonly TableRow[], above: SourceLine | undefined): void {
  if (head === undefined) return
  const [corner = '', ...cells] = head.cells
  const columns = cells.filter(one => one !== '')
  const texts = rows.map(row => withoutNumber(row.cells[0] ?? ''))
  // Where the corner says nothing, the line above is what the grid asks.
  const asked = isUntitled(corner) && isOpen(assembly.last, above) ? assembly.last : undefined
  if (rows.length > 1 && texts.every(text => readMarks(text).marks === 0)) {
    const grid = asked ?? assembly.addQuestion(head.line, readMarks(corner))
    grid.inline = columns.map(text => ({ text, line: head.line }))
    for (const [at, { line }] of rows.entries()) assembly.addOption(line, texts[at] ?? '')
  } else addRows(assembly, { rows, columns, text: asked?.text ?? corner, asked: asked && assembly.takeLast() })
}

interface MarkedRows {
  readonly rows: readonly TableRow[]
  readonly columns: readonly string[]
  readonly text: string
  readonly asked: OpenQuestion | undefined
}

/** Rows that say how each of them is answered, or a single one. */
function addRows(assembly: SurveyAssembly, { rows, columns, text, asked }: MarkedRows): void {
  for (const { line, cells } of rows) {
    if (assembly.isFull) break
    const marked = readMarks(rowText(text, withoutNumber(cells[0] ?? '')))
    const question = assembly.addQuestion(line, marked, undefined, columns)
    question.isOptional ??= asked?.isOptional
    question.isStarred ||= asked?.isStarred === true
    question.wantsSeveral ||= asked?.wantsSeveral === true
  }
}
