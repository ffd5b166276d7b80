import type { SessionRecord } from '../results/record/session-record.ts'
import type { Question } from '../surveys/question.ts'
import { isArray, isObject, type Json, type JsonObject, numberIn } from '../values/json.ts'
import { Refusal } from '../values/refusal.ts'
import { EARLIEST_MS } from '../values/time.ts'

/** As an export has it. */
export function sessionMember({ began, ended, questions }: SessionRecord): JsonObject {
  const presented = questions.map(({ index, text, shown, revealed }) => ({ index, text, shown, revealed }))
  return { began, ended, questions: presented }
}

/** In minutes since the epoch: the years from 2000 to 9999. */
const [EARLIEST, LATEST] = [EARLIEST_MS / 60_000, 4_223_371_679]
/** Beyond any survey's. */
const MAX_INDEX = 1_000_000

/**
 * The times of the last session of an exported survey, as they are stored. Those of questions that have changed since, or
 * are gone, are left out, as a record leaves them out.
 * @param input undefined or null if nobody has presented the survey
 * @throws Refusal `invalid_survey_file`
 */
export function parseFileSession(
  questions: readonly Pick<Question, 'text'>[],
  input: Json | undefined,
): SessionRecord | null {
  if (input === undefined || input === null) return null
  if (!isObject(input) || !isArray(input.questions)) throw invalidSession()
  const began = minuteIn(input.began)
  const ended = minuteIn(input.ended)
  const presented = input.questions.map(one => {
    if (!isObject(one)) throw invalidSession()
    const { index, text, shown, revealed = null } = one
    return {
      index: wholeIn(index, 0, MAX_INDEX),
      text,
      shown: minuteIn(shown),
      revealed: revealed === null ? null : minuteIn(revealed),
    }
  })
  if (new Set(presented.map(({ index }) => index)).size < presented.length) throw invalidSession()
  const known = presented.flatMap(({ text, ...one }) => {
    const now = questions[one.index]?.text
    return now !== undefined && text === now ? [{ ...one, text: now }] : []
  })
  return { began, ended, questions: known }
}

/** They need not be in order, since a clock may have been turned back. */
function minuteIn(input: Json | undefined): number {
  return wholeIn(input, EARLIEST, LATEST)
}

/** A whole number between two. */
function wholeIn(input: Json | undefined, least: number, most: number): number {
  const number = numberIn(input)
  if (number === undefined || !Number.isInteger(number) || number < least || number > most) throw invalidSession()
  return number
}

function invalidSession(): Refusal {
  return new Refusal('invalid_survey_file', { reason: 'session must have the times of a session as an export does' })
}
