import { isBoard } from '../domain/boards/board.ts'
import { type QuestionType, readQuestions } from '../domain/surveys/question.ts'
import type { Survey } from '../service/surveys/surveys.ts'

/** A question that collects answers, with its index. */
export interface Column {
  readonly index: number
  readonly type: QuestionType
  readonly text: string
}

/** Columns before the answers. */
export const LEADING = ['id', 'submitted_at'] as const

/** Columns of a response table. Boards have none. */
export function columnsOf({ questions }: Survey): Column[] {
  return readQuestions(questions).flatMap((question, index) => {
    const { type, text } = question
    return isBoard(question) ? [] : [{ index, type, text }]
  })
}

/**
 * The heading of each column, including those before the answers, each on one line. Programs read answers by heading,
 * so no two are the same: if a question's text is already taken, a number is appended.
 */
export function headingsOf(columns: readonly Column[]): string[] {
  const taken = new Set<string>(LEADING)
  const headings = columns.map(({ text }) => {
    const line = oneLine(text)
    let heading = line
    for (let number = 2; taken.has(heading); number++) heading = `${line} (${number})`
    taken.add(heading)
    return heading
  })
  return [...LEADING, ...headings]
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

/** A response's answers by column; null for no answer, and for questions added later. */
export function answersIn(columns: readonly Column[], answers: string): (string | number | null)[] {
  const given: (string | number | null)[] = JSON.parse(answers)
  return columns.map(({ index }) => given[index] ?? null)
}
