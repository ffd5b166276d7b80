import { isObject, type Json } from '../../values/json.ts'
import { Refusal } from '../../values/refusal.ts'
import { isBlank, isLongerThan, sanitizeText } from '../../values/text.ts'
import { SURVEY_TEXT_LENGTHS } from '../limits.ts'

/** What a survey says to respondents besides its questions. Stored and sent as it is. */
export interface SurveyTexts {
  /** Below the title. */
  readonly introduction?: string
  /** Once an answer is stored. */
  readonly thanks?: string
}

export const NO_TEXTS: SurveyTexts = {}

/** @throws Refusal `invalid_texts` with the reason, `invalid_text` */
export function parseTexts(input: Json | undefined): SurveyTexts {
  if (!isObject(input)) throw invalid('texts must be an object of introduction and thanks')
  const { introduction, thanks, ...others } = input
  const [other] = Object.keys(others)
  if (other !== undefined) throw invalid(`there is no text ${JSON.stringify(other)}`)
  return {
    ...(introduction !== undefined && { introduction: parseOne(introduction, 'introduction') }),
    ...(thanks !== undefined && { thanks: parseOne(thanks, 'thanks') }),
  }
}

function parseOne(input: Json, name: keyof SurveyTexts): string {
  const limit = SURVEY_TEXT_LENGTHS[name]
  if (typeof input !== 'string' || isBlank(input) || isLongerThan(input, limit))
    throw invalid(`${name} must be a text of 1 to ${limit.toLocaleString('en')} characters`)
  return sanitizeText(input, name)
}

function invalid(reason: string): Refusal {
  return new Refusal('invalid_texts', { reason })
}
