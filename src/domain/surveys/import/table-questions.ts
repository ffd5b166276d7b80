import { FINDING_TEXTS as texts } from './finding-texts.ts'
import { inlineOptions, optionsIn } from './inline-options.ts'
import type { Field } from './mark-words.ts'
import { markerOf } from './marker.ts'
import { rangeOfPoints, withEnds } from './points.ts'
import { markNamed, readMarks } from './question-marks.ts'
import { rangeAlone } from './scale.ts'
import type { SourceLine } from './source-line.ts'
import { gridText, type OpenQuestion, ROLES, type SurveyAssembly } from './survey-assembly.ts'
import { isGrid, type Table, type TableRow } from './tables.ts'
import { typeNamed } from './type-words.ts'

const YES = /^(?:yes|y|true|1|x|✓|✔|ja|j|oui|sí|si|sim|sì|tak|да|نعم|כן|是|はい)$/iu
const NO = /^(?:no|n|false|0|nein|non|não|nee|nie|нет|لا|לא|否|いいえ|-|–|)$/iu

/** Rows between two pauses. */
const ROWS_PER_STEP = 20

/**
 * Adds the questions of a table: one in each row, in whose cells its options are.
 * @param above the line that stands above it
 */
export function* addTable(
  assembly: SurveyAssembly,
  table: Table,
  above: SourceLine | undefined,
): Generator<undefined, void> {
  if (isGrid(table)) addGrid(assembly, table.rows, above)
  else if (isOpen(assembly.last, above) && addScale(assembly.last, table)) return
  else
    for (const [at, row] of table.rows.entries()) {
      if (assembly.isFull) break
      addRow(assembly, row, table.fields)
      if (at % ROWS_PER_STEP === 0) yield
    }
  const unknown = table.header?.cells.filter((cell, at) => cell !== '' && table.fields?.[at] === undefined) ?? []
  for (const read of unknown)
    if (table.header !== undefined) assembly.note(table.header.line, 'left_out', texts.field(), [], { read })
}

/** Whether a question stands in a line, and nothing has been said of how it is answered. */
function isOpen(question: OpenQuestion | undefined, line: SourceLine | undefined): question is OpenQuestion {
  if (question === undefined || line === undefined) return false
  const { range, type, inline, options } = question
  const isAnswered = range !== undefined || type !== undefined || inline.length + options.length > 0
  return !isAnswered && question.line.number === line.number
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
  const [corner = '', ...options] = head.cells
  // Where nothing stands in the corner, the line above is what the grid asks.
  const asked = corner === '' && isOpen(assembly.last, above) ? assembly.takeLast() : undefined
  const lastLine = rows.at(-1)?.line.number ?? head.line.number
  assembly.note(head.line, 'kept', texts.grid(rows.length), [], { lastLine })
  const inColumns = options.filter(one => one !== '')
  for (const { line, cells } of rows) {
    const marked = readMarks(gridText(asked?.text ?? corner, textOf(cells[0] ?? '')))
    const question = assembly.addQuestion(line, marked, undefined, inColumns)
    question.isOptional ??= asked?.isOptional
    question.isStarred ||= asked?.isStarred === true
    question.wantsSeveral ||= asked?.wantsSeveral === true
  }
}

function addRow(assembly: SurveyAssembly, row: TableRow, fields: Table['fields']): void {
  const { line, cells } = row
  const cellsIn = (field: Field) => cells.filter((cell, at) => cell !== '' && fieldAt(fields, at) === field)
  const [text = ''] = cellsIn('question')
  if (text === '') {
    assembly.note(line, 'left_out', texts.blankQuestion(), ROLES)
    return
  }
  const marked = readMarks(textOf(text))
  const inline = inlineOptions(marked.text)
  const question = assembly.addQuestion(
    line,
    inline === undefined || marked.range !== undefined ? marked : { ...marked, text: inline.text.trim() },
  )
  const left = cells.filter((cell, at) => cell !== '' && isUnread(fieldAt(fields, at)))
  for (const read of left) assembly.note(line, 'left_out', texts.field(), [], { read })
  for (const cell of cellsIn('type')) {
    question.type = typeNamed(cell)
    question.wantsSeveral ||= question.type === 'several'
    if (question.type === undefined) assembly.note(line, 'left_out', texts.field(), [], { read: cell })
  }
  setRequired(cellsIn('required'), cellsIn('optional'), question)
  const options = cellsIn('options')
  const [first = ''] = options
  const range = options.length === 1 ? rangeAlone(first) : rangeAlone(cellsIn('scale')[0] ?? '')
  if (range !== undefined) question.range = range
  else for (const option of optionsOf(assembly, options, row)) assembly.addOption(line, option)
  if (inline !== undefined && options.length === 0 && marked.range === undefined)
    for (const one of inline.options) assembly.addOption(line, one)
}

/** Without names, the first column has the question and the others its options, unless one says what the question is to be. */
function fieldAt(fields: Table['fields'], at: number): Field | undefined {
  return fields === undefined ? (at === 0 ? 'question' : 'options') : fields[at]
}

function isUnread(field: Field | undefined): boolean {
  return field === undefined || field === 'title' || field === 'answer' || field === 'description'
}

function setRequired(
  required: readonly string[],
  optional: readonly string[],
  question: { isOptional: boolean | undefined },
): void {
  const [isRequired] = required
  if (isRequired !== undefined) question.isOptional = NO.test(isRequired) || markNamed(isRequired) === 'optional'
  const [isOptional] = optional
  if (isOptional !== undefined && YES.test(isOptional)) question.isOptional = true
}

/** Options in cells of their own, or all in one. A cell may as well say the type, or that there need not be an answer. */
function optionsOf(assembly: SurveyAssembly, cells: readonly string[], { line }: TableRow): readonly string[] {
  const { last } = assembly
  const options: string[] = []
  for (const cell of cells) {
    const mark = markNamed(cell)
    const type = typeNamed(cell)
    const isFirst = options.length === 0 && cells.length > 1
    if (last !== undefined && (mark === 'optional' || mark === 'required')) last.isOptional = mark === 'optional'
    else if (last !== undefined && type !== undefined && last.type === undefined && (isFirst || cells.length === 1))
      last.type = type
    else options.push(cell)
  }
  if (last?.type === 'several') last.wantsSeveral = true
  const [only] = options
  if (options.length !== 1 || only === undefined) return options
  const range = last?.type === 'rating' ? rangeAlone(only) : undefined
  if (last !== undefined && range !== undefined) {
    last.range = range
    return []
  }
  return only.includes('\n')
    ? only.split('\n')
    : (optionsIn(only, true) ?? [only]).filter(option => option !== '' || line === undefined)
}

function textOf(cell: string): string {
  const marker = markerOf(cell)
  return marker?.kind === 'number' && marker.isWeak !== true ? marker.rest : cell
}
