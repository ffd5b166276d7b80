import { isBoard } from '../../boards/board.ts'
import type { Question } from '../../surveys/question.ts'
import { isArray, isObject, type Json, numberIn } from '../../values/json.ts'
import { Refusal } from '../../values/refusal.ts'
import type { EditHistory, RecordedEdit } from './edit-history.ts'

/**
 * A history of edits as it is stored, from where something else than this program may have written it: its edits are in
 * order, and name questions, options and responses that there can be. Fewer responses may be stored than it counts, and
 * questions may be newer than it says, since a process of an earlier version removes and adds them without a record.
 * @param lastSequence of the survey
 * @throws Refusal `invalid_survey_file`
 */
export function parseEditHistory(questions: readonly Question[], input: Json, lastSequence: number): EditHistory {
  const edits = listOf(input).map(edit => parseEdit(questions, edit))
  check(edits.every(({ sequence }, at) => sequence >= (edits[at - 1]?.sequence ?? 1) && sequence <= lastSequence))
  const added = edits.flatMap(edit => edit.questions)
  check(added.every((index, at) => index > (added[at - 1] ?? -1)))
  checkOnce(edits.flatMap(edit => edit.reworded))
  checkOnce(edits.flatMap(edit => edit.options.map(String)))
  return edits
}

function parseEdit(questions: readonly Question[], input: Json): RecordedEdit {
  check(isObject(input))
  const questionIn = (value: Json | undefined) => {
    const index = indexIn(value, questions.length)
    check(!isBoard(questions[index]))
    return index
  }
  const edit = {
    sequence: indexIn(input.sequence, Number.MAX_SAFE_INTEGER),
    responses: indexIn(input.responses, Number.MAX_SAFE_INTEGER),
    questions: listOf(input.questions).map(questionIn),
    options: listOf(input.options).map(option => {
      const [question, position] = listOf(option)
      const index = questionIn(question)
      return [index, indexIn(position, questions[index]?.options.size ?? 0)] as const
    }),
    reworded: listOf(input.reworded).map(questionIn),
  }
  check(edit.responses > 0 && edit.responses <= edit.sequence)
  return edit
}

function checkOnce(names: readonly unknown[]): void {
  check(new Set(names).size === names.length)
}

/** A whole number from 0, below this one. */
function indexIn(input: Json | undefined, length: number): number {
  const index = numberIn(input) ?? -1
  check(Number.isInteger(index) && index >= 0 && index < length)
  return index
}

function listOf(input: Json | undefined): readonly Json[] {
  check(isArray(input))
  return input
}

function check(isValid: boolean): asserts isValid {
  if (!isValid)
    throw new Refusal('invalid_survey_file', {
      reason: 'edits must name responses, questions and options as an export does',
    })
}
