import type { Json } from '../values/json.ts'
import { Refusal } from '../values/refusal.ts'
import { editQuestions, isInsertion, type Origins, originsOf } from './edit.ts'
import { parseQuestionList, type Question } from './question.ts'
import type { Bounded } from './question-amounts.ts'

const ADVICE = 'questions without an index count as new; send each question with the index it has'

/**
 * Edits a list as `editQuestions` does, for programs: they may send only some questions with their index, or new ones
 * with one, and a refusal says so. The pages send all indexes, and need no code for this.
 * @throws Refusal with the reason
 */
export function editSentQuestions(
  stored: readonly Question[],
  input: Json,
  answered: ReadonlySet<number>,
): Bounded<Question> {
  try {
    return editQuestions(stored, input, answered)
  } catch (error) {
    throw error instanceof Refusal ? explained(error, stored, input) : error
  }
}

function explained(refused: Refusal, stored: readonly Question[], input: Json): Refusal {
  const { refusal, message } = refused
  if (/has no question with the index/.test(message))
    return new Refusal(refusal, { reason: `${message}; send new questions without one` })
  if (!/was removed$/.test(message) && refusal !== 'question_removed') return refused
  const meant = originsByText(stored, input)
  if (meant === undefined) return refused
  if (refusal !== 'question_removed') return new Refusal(refusal, { reason: `${message}; ${ADVICE}` })
  // A longer list with the texts of all stored questions has lost none.
  if (meant.length <= stored.length || !stored.every((_, position) => meant.includes(position))) return refused
  const isMoved = stored.some((_, position) => meant[position] !== position)
  if (isMoved && isInsertion(meant)) return new Refusal('question_inserted')
  return new Refusal('unfollowable_reorder', { reason: `cannot follow this reorder: ${ADVICE}` })
}

/**
 * The origins if each missing question were the first question without an index that has its text.
 * @returns undefined if there is none such, or the list cannot be read
 */
function originsByText(stored: readonly Question[], input: Json): Origins | undefined {
  try {
    const sent = parseQuestionList(input)
    const origins = originsOf(stored, input)
    const carried = new Set(origins)
    const missing = Map.groupBy(
      [...stored.keys()].filter(at => !carried.has(at)),
      at => stored[at]?.text,
    )
    const meant = origins.map((origin, at) => origin ?? missing.get(sent[at]?.text)?.shift())
    return meant.some((origin, at) => origin !== origins[at]) ? meant : undefined
  } catch (error) {
    if (error instanceof Refusal) return undefined
    throw error
  }
}
