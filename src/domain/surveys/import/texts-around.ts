import type { Json } from '../../values/json.ts'
import { refusalOf } from '../../values/refusal.ts'
import { isBlank } from '../../values/text.ts'
import { parseTexts, type SurveyTexts } from '../survey-settings/survey-texts.ts'

/**
 * What a survey says besides its questions, as far as it fits; blank texts are none.
 * @param refuse is called with each text that does not fit, and the reason
 */
export function textsAround(
  sent: Readonly<Record<string, Json | undefined>>,
  refuse: (name: string, text: Json, reason: string) => void,
): SurveyTexts {
  let kept: SurveyTexts = {}
  for (const [name, value] of Object.entries(sent)) {
    const text = typeof value === 'string' ? value.trim() : value
    if (text === undefined || (typeof text === 'string' && isBlank(text))) continue
    const refusal = refusalOf(() => (kept = { ...kept, ...parseTexts({ [name]: text }) }))
    if (refusal !== undefined) refuse(name, text, refusal.message.replace(/^(?=introduction|thanks)/, 'the '))
  }
  return kept
}
