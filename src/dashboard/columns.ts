import { isBoard } from '../domain/board.ts'
import { type QuestionType, readQuestions } from '../domain/question.ts'
import type { Survey } from '../service/surveys.ts'

/** A question that collects answers, with its place in the list. */
export interface Column {
  readonly index: number
  readonly type: QuestionType
  readonly text: string
}

/** What stands in a row before the answers. */
export const LEADING = ['id', 'submitted_at'] as const

/** The columns of a table of responses; a board has none. */
export function columnsOf({ questions }: Survey): Column[] {
  return readQuestions(questions).flatMap((question, index) => {
    const { type, text } = question
    return isBoard(question) ? [] : [{ index, type, text }]
  })
}

/** A response's answers by column: null where there is none, also where the question was added later. */
export function answersIn(columns: readonly Column[], answers: string): (string | number | null)[] {
  const given: (string | number | null)[] = JSON.parse(answers)
  return columns.map(({ index }) => given[index] ?? null)
}
