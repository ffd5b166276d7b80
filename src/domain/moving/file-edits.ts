import { isBoard } from '../boards/board.ts'
import { type EditHistory, NO_EDITS, type RecordedEdit } from '../results/edit-history.ts'
import type { Question } from '../surveys/question.ts'
import { isArray, isObject, type Json, type JsonObject, numberIn } from '../values/json.ts'
import { Refusal } from '../values/refusal.ts'

/**
 * The edits of a survey as its export has them. Its responses are in the order in which they were stored, so that
 * `after` says of how many of them, from the first, something was not asked.
 */
export function editsMember(history: EditHistory): JsonObject[] {
  return history.map(({ responses, questions, options, reworded }) => ({
    after: responses,
    added_questions: questions,
    added_options: options.map(([question, position]) => ({ question, position })),
    reworded_questions: reworded,
  }))
}

/**
 * @param responses the number of responses in the file, which are stored with the sequence numbers from 1
 * @throws Refusal `invalid_survey_file`
 */
export function parseFileEdits(
  questions: readonly Question[],
  input: Json | undefined,
  responses: number,
): EditHistory {
  if (input === undefined) return NO_EDITS
  if (!isArray(input)) throw invalidEdits()
  const edits = input.map(edit => parseEdit(questions, edit))
  // Two edits come after the same responses if those between them have been removed.
  const isInOrder = edits.every(({ sequence }, at) => sequence >= (edits[at - 1]?.sequence ?? 1))
  if (!isInOrder || (edits.at(-1)?.sequence ?? 0) > responses) throw invalidEdits()
  const all = <Name>(of: (edit: RecordedEdit) => readonly Name[]) => edits.flatMap(of)
  checkAdded(
    questions,
    all(edit => edit.questions),
  )
  checkOnce(all(edit => edit.reworded))
  checkOnce(all(edit => edit.options.map(String)))
  return edits
}

function parseEdit(questions: readonly Question[], input: Json): RecordedEdit {
  if (!isObject(input)) throw invalidEdits()
  const { after, added_questions: added = [], added_options: options = [], reworded_questions: reworded = [] } = input
  const responses = indexIn(after, Number.MAX_SAFE_INTEGER)
  const questionIn = (index: Json | undefined) => indexIn(index, questions.length)
  return {
    sequence: responses,
    responses,
    questions: listOf(added).map(questionIn),
    options: listOf(options).map(option => {
      if (!isObject(option)) throw invalidEdits()
      const question = questionIn(option.question)
      return [question, indexIn(option.position, questions[question]?.options.size ?? 0)] as const
    }),
    reworded: listOf(reworded).map(questionIn),
  }
}

/** While there are responses, questions are added after all others. */
function checkAdded(questions: readonly Question[], added: readonly number[]): void {
  const [first = questions.length] = added
  const expected = [...questions.keys()].filter(index => index >= first && !isBoard(questions[index]))
  if (added.length !== expected.length || expected.some((index, at) => index !== added[at])) throw invalidEdits()
}

function checkOnce(names: readonly unknown[]): void {
  if (new Set(names).size < names.length) throw invalidEdits()
}

function indexIn(input: Json | undefined, length: number): number {
  const index = numberIn(input)
  if (index === undefined || !Number.isInteger(index) || index < 0 || index >= length) throw invalidEdits()
  return index
}

function listOf(input: Json): readonly Json[] {
  if (!isArray(input)) throw invalidEdits()
  return input
}

function invalidEdits(): Refusal {
  const reason = 'edits must name responses, questions and options as an export does'
  return new Refusal('invalid_survey_file', { reason })
}
