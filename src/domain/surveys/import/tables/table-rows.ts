import { ROLES, shortened } from '../finding.ts'
import { FINDING_TEXTS as texts } from '../finding-texts.ts'
import type { OpenQuestion } from '../open-question.ts'
import type { SurveyAssembly } from '../survey-assembly.ts'
import { addDescription } from '../text/field-lines.ts'
import { inlineOptions, optionsIn } from '../text/inline-options.ts'
import { markerOf } from '../text/marker.ts'
import { withEnds } from '../text/points.ts'
import { markNamed, readMarks } from '../text/question-marks.ts'
import { rangeAlone } from '../text/scale.ts'
import { typeNamed } from '../text/type-words.ts'
import type { Column } from './columns.ts'
import type { Table, TableRow } from './tables.ts'

const YES = /^(?:yes|y|true|1|x|✓|✔|ja|j|oui|o|sí|si|sim|s|sì|tak|да|نعم|כן|是|はい)$/iu
const NO = /^(?:no|n|false|0|nein|non|não|nee|nie|нет|لا|לא|否|いいえ|-|–|)$/iu
/** Columns whose cells change nothing of a question. */
const NOTED_AS_ONE: readonly (Column | undefined)[] = ['points', 'results', 'explanation']

/** Reads the rows of a table, of which each has a question, or one more option of the question above. */
export class TableRowReader {
  readonly #assembly: SurveyAssembly
  readonly #table: Table
  /** Of this table, with its text as it stands there. */
  #last: { readonly question: OpenQuestion; readonly text: string } | undefined

  #section = ''

  constructor(assembly: SurveyAssembly, table: Table) {
    this.#assembly = assembly
    this.#table = table
  }

  add(row: TableRow): void {
    const { line } = row
    this.#addSection(row)
    const [text = ''] = this.#cells(row, 'question')
    const above = this.#last
    if (above !== undefined && this.#isMore(row, text, above.text)) this.#addMore(above.question, row)
    else if (text === '') this.#assembly.note(line, 'left_out', texts.blankQuestion(), ROLES)
    else this.#addQuestion(row, text)
  }

  /** Whether a row has only further options of the question above. */
  #isMore(row: TableRow, text: string, above: string): boolean {
    const isNamed = this.#hasColumn('options')
    const canBe = isNamed ? ['', above].includes(text) : this.#table.columns === undefined && text === ''
    return canBe && this.#cells(row, 'options').length > 0
  }

  /** Rows of the same section follow one another. */
  #addSection(row: TableRow): void {
    const section = this.#cells(row, 'section').join(' · ')
    if (section !== '' && section !== this.#section) this.#assembly.addSection(row.line, section)
    if (section !== '') this.#section = section
  }

  /** Says once of a column what is left out in each of its cells. */
  noteColumns(): void {
    const { header, columns, rows } = this.#table
    for (const [at, name] of header?.cells.entries() ?? []) {
      const column = columns?.[at]
      if (header === undefined || name === '' || (column !== undefined && !NOTED_AS_ONE.includes(column))) continue
      const values = column === undefined ? [] : rows.slice(0, 20).flatMap(({ cells }) => cells[at] || [])
      const read = values.length === 0 ? name : `${name}: ${values.join(', ')}`
      this.#assembly.note(header.line, 'left_out', texts.field(), [], { read: shortened(read) })
    }
  }

  /** Without names, the first column has the question and the others its options. */
  #columnAt(at: number): Column | undefined {
    const { columns } = this.#table
    return columns === undefined ? (at === 0 ? 'question' : 'options') : columns[at]
  }

  #hasColumn(column: Column): boolean {
    return this.#table.columns?.includes(column) === true
  }

  #cells({ cells }: TableRow, column: Column): string[] {
    return cells.filter((cell, at) => cell !== '' && this.#columnAt(at) === column)
  }

  #addQuestion(row: TableRow, text: string): void {
    const { line } = row
    const marked = readMarks(withoutNumber(text))
    const inline = marked.range === undefined ? inlineOptions(marked.text) : undefined
    const kept = inline === undefined ? marked : { ...marked, text: inline.text.trim() }
    const question = this.#assembly.addQuestion(line, kept)
    this.#last = { question, text }
    this.#noteUnread(row)
    for (const cell of this.#cells(row, 'description')) addDescription(question, cell)
    for (const cell of this.#cells(row, 'type')) this.#setType(question, row, cell)
    this.#setRequired(question, row)
    this.#addOptions(question, row)
    if (inline !== undefined && question.options.length === 0)
      for (const one of inline.options) this.#assembly.addOption(line, one)
    this.#setAnswers(question, row)
  }

  #noteUnread(row: TableRow): void {
    const isUnread = (at: number) => [undefined, 'title'].includes(this.#columnAt(at))
    const left = row.cells.filter((cell, at) => cell !== '' && isUnread(at))
    for (const read of left) this.#noteCell(row, read)
  }

  #noteCell({ line }: TableRow, read: string): void {
    this.#assembly.note(line, 'left_out', texts.field(), [], { read })
  }

  #setType(question: OpenQuestion, row: TableRow, cell: string): void {
    const range = rangeAlone(cell)
    question.type = typeNamed(cell)
    question.wantsSeveral ||= question.type === 'several'
    if (range !== undefined) question.range = range
    else if (question.type === undefined) this.#noteCell(row, cell)
  }

  /** Where a column says which questions are required, the others are not. */
  #setRequired(question: OpenQuestion, row: TableRow): void {
    const [isRequired = ''] = this.#cells(row, 'required')
    if (this.#hasColumn('required')) question.isOptional = NO.test(isRequired) || markNamed(isRequired) === 'optional'
    const [isOptional] = this.#cells(row, 'optional')
    if (isOptional !== undefined && YES.test(isOptional)) question.isOptional = true
  }

  #addOptions(question: OpenQuestion, row: TableRow): void {
    const options = this.#cells(row, 'options')
    const [first = '', second = ''] = options
    const range = options.length === 1 ? rangeAlone(first) : rangeAlone(this.#cells(row, 'scale')[0] ?? '')
    const isOfPeople = this.#isAnswerOfPeople(question)
    if (isOfPeople) this.#leaveAnswers(question, row, options)
    else if (range !== undefined) question.range = range
    else if (question.range !== undefined && options.length === 2)
      question.range = withEnds(question.range, [first, second])
    else for (const option of optionsOf(question, options)) this.#assembly.addOption(row.line, option)
  }

  /** Exports of polls have what people wrote or the average where others have options. */
  #isAnswerOfPeople({ type }: OpenQuestion): boolean {
    return this.#hasColumn('results') && (type === 'text' || type === 'rating')
  }

  #leaveAnswers({ type, line }: OpenQuestion, row: TableRow, options: readonly string[]): void {
    for (const read of options) this.#assembly.note(row.line, 'left_out', texts.givenAnswer(), [], { read })
    if (type === 'rating') this.#assembly.note(line, 'unsure', texts.unknownScale())
  }

  /** A row with one more option of the question above. */
  #addMore(question: OpenQuestion, row: TableRow): void {
    const options = this.#cells(row, 'options')
    if (this.#isAnswerOfPeople(question)) this.#leaveAnswers(question, row, options)
    else for (const option of options) this.#assembly.addOption(row.line, option)
    this.#setAnswers(question, row)
  }

  /** Right options by their names, or a sign beside each that is right. */
  #setAnswers(question: OpenQuestion, row: TableRow): void {
    const options = this.#cells(row, 'options')
    for (const cell of this.#cells(row, 'answer')) {
      const [only = ''] = options
      const isSign = options.length === 1 && (YES.test(cell) || NO.test(cell) || markNamed(cell) !== undefined)
      if (!isSign) question.keys.push({ text: cell, line: row.line })
      else if (!NO.test(cell)) question.keys.push({ text: only, line: row.line })
    }
  }
}

/** Options in cells of their own, or all in one. A cell may as well say the type, or that there need not be an answer. */
function optionsOf(question: OpenQuestion, cells: readonly string[]): readonly string[] {
  const options: string[] = []
  for (const cell of cells) {
    const mark = markNamed(cell)
    const type = typeNamed(cell)
    const isFirst = options.length === 0 && cells.length > 1
    if (mark === 'optional' || mark === 'required') question.isOptional = mark === 'optional'
    else if (type !== undefined && question.type === undefined && (isFirst || cells.length === 1)) question.type = type
    else options.push(cell)
  }
  if (question.type === 'several') question.wantsSeveral = true
  const [only] = options
  if (options.length !== 1 || only === undefined) return options
  const range = question.type === 'rating' ? rangeAlone(only) : undefined
  if (range !== undefined) question.range = range
  if (range !== undefined) return []
  return only.includes('\n') ? only.split('\n') : (optionsIn(only, true) ?? [only]).filter(option => option !== '')
}

/** The text of a question without its number. */
export function withoutNumber(cell: string): string {
  const marker = markerOf(cell)
  return marker?.kind === 'number' && marker.isWeak !== true ? marker.rest : cell
}
