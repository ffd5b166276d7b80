import { type EditHistory, NO_EDITS, withoutMissing } from '../results/edit-history/edit-history.ts'
import { parseEditHistory } from '../results/edit-history/stored-edits.ts'
import type { Question } from '../surveys/question.ts'
import { isArray, isObject, type Json, type JsonObject } from '../values/json.ts'

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
  const stored = isArray(input) ? input.map(storedEdit) : input
  const history = parseEditHistory(questions, stored, UNKNOWN_SEQUENCE)
  return withoutMissing(history, responses).map(edit => ({ ...edit, sequence: edit.responses }))
}

/** Until the responses before an edit are numbered. A file can count some that were removed without a record. */
const UNKNOWN_SEQUENCE = Number.MAX_SAFE_INTEGER - 1

/** An edit of a file, in the form in which edits are stored. */
function storedEdit(edit: Json): Json {
  if (!isObject(edit)) return edit
  const { after = null, added_questions: questions = [], added_options: options = [], reworded_questions = [] } = edit
  return {
    sequence: UNKNOWN_SEQUENCE,
    responses: after,
    questions,
    options: isArray(options) ? options.map(storedOption) : options,
    reworded: reworded_questions,
  }
}

function storedOption(option: Json): Json {
  if (!isObject(option)) return option
  const { question = null, position = null } = option
  return [question, position]
}
