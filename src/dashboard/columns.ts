import { isBoard } from '../domain/board.ts'
import { type QuestionType, readQuestions } from '../domain/question.ts'
import type { Survey } from '../service/surveys.ts'

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

/** Answers of a response by column; null for no answer, and for questions added later. */
export function answersIn(columns: readonly Column[], answers: string): (string | number | null)[] {
  const given: (string | number | null)[] = JSON.parse(answers)
  return columns.map(({ index }) => given[index] ?? null)
}
