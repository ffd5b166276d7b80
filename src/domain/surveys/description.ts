import type { Json } from '../values/json.ts'
import { Refusal } from '../values/refusal.ts'
import { isBlank, isLongerThan, sanitizeText } from '../values/text.ts'
import { DESCRIPTION_LENGTH, SURVEY_DESCRIPTIONS_LENGTH } from './limits.ts'

/**
 * The text below a question, which may have several lines.
 * @param name of the question, for refusals
 * @throws Refusal `invalid_question_settings` with the reason, `invalid_text`
 */
export function parseDescription(input: Json, name: string): string {
  if (typeof input !== 'string' || isBlank(input) || isLongerThan(input, DESCRIPTION_LENGTH))
    throw invalid(`${name}: its description must be a text of 1 to ${DESCRIPTION_LENGTH} characters`)
  return sanitizeText(input, 'description')
}

/** @throws Refusal `invalid_question_settings` if they are too long for a page */
export function checkDescriptionsLength(all: readonly string[]): void {
  if (all.reduce((sum, { length }) => sum + length, 0) > SURVEY_DESCRIPTIONS_LENGTH)
    throw invalid('the descriptions of all questions of a survey can have at most 50,000 characters together')
}

function invalid(reason: string): Refusal {
  return new Refusal('invalid_question_settings', { reason })
}
