import { isBoard } from '../../domain/boards/board.ts'
import { hasAddedQuestions, questionsAsked } from '../../domain/results/edit-history/asked.ts'
import type { EditHistory } from '../../domain/results/edit-history/edit-history.ts'
import { groupedNames } from '../../domain/surveys/groups/grouped-names.ts'
import { type QuestionType, readQuestions } from '../../domain/surveys/question.ts'
import { lookOf } from '../../domain/values/fold-case.ts'
import type { Response } from '../../service/responses/received-responses.ts'
import type { Survey } from '../../service/surveys/surveys.ts'

/** A question that collects answers, with its index. */
export interface Column {
  readonly index: number
  readonly type: QuestionType
  /** What it is called. */
  readonly text: string
}

/** Columns before the answers. */
const LEADING = ['id', 'submitted_at'] as const
/**
 * The column after the answers where questions were added once there were responses. The cell of a question that was
 * not asked is empty like any other without an answer, since programs read ratings as numbers.
 */
const ASKED = 'questions_asked'

/** Columns of a response table. Boards have none. */
export function columnsOf(survey: Pick<Survey, 'questions' | 'groups'>): Column[] {
  const questions = readQuestions(survey.questions)
  const names = groupedNames(questions, survey.groups)
  return questions.flatMap((question, index) => {
    const { type, text } = question
    return isBoard(question) ? [] : [{ index, type, text: names[index] ?? text }]
  })
}

/** What a table of responses has beside their ids and times. */
export interface ResponseTable {
  /** Of all columns. */
  readonly headings: readonly string[]
  /** The answers by column, null for none, and how many of the questions the response was asked. */
  cells(response: Pick<Response, 'sequence' | 'answers'>): (string | number | null)[]
}

export function responseTable(columns: readonly Column[], history: EditHistory): ResponseTable {
  const indexes = columns.map(({ index }) => index)
  const askedOf = hasAddedQuestions(history) ? questionsAsked(history, indexes) : undefined
  const trailing = askedOf === undefined ? [] : [ASKED]
  return {
    headings: [...LEADING, ...headingsOf(columns, [...LEADING, ...trailing]), ...trailing],
    cells: ({ sequence, answers }) => {
      const given: (string | number | null)[] = JSON.parse(answers)
      return [...indexes.map(index => given[index] ?? null), ...(askedOf === undefined ? [] : [askedOf(sequence)])]
    },
  }
}

/**
 * The heading of each column, on one line. Programs read answers by heading, and some of them ignore case, so no two look the
 * same: if a name is already taken, a number is appended.
 * @param others headings of other columns
 */
export function headingsOf(columns: readonly Column[], others: readonly string[] = LEADING): string[] {
  const taken = new Set(others.map(lookOf))
  /** The last number of each, so that a thousand questions of one text are not tried from 2 on. */
  const numbers = new Map<string, number>()
  return columns.map(({ text }) => {
    const line = oneLine(text)
    const look = lookOf(line)
    let number = numbers.get(look) ?? 1
    let heading = number === 1 ? line : `${line.trimEnd()} (${++number})`
    while (taken.has(lookOf(heading))) heading = `${line.trimEnd()} (${++number})`
    numbers.set(look, number)
    taken.add(lookOf(heading))
    return heading
  })
}

const LINE_BREAKS = /[\n\v\f\r\u0085\u2028\u2029]+/

function oneLine(text: string): string {
  const lines = text.split(LINE_BREAKS)
  if (lines.length === 1) return text
  return lines
    .map(line => line.trim())
    .filter(line => line !== '')
    .join(' ')
}
