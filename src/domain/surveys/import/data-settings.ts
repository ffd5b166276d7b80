import { isArray, isObject, type Json, type JsonObject } from '../../values/json.ts'
import { refusalOf } from '../../values/refusal.ts'
import { parseQuestionList } from '../question.ts'
import { checkQuestionSettings, parseQuestionSettings, type QuestionSettings } from '../question-settings.ts'

/** The settings of questions that a file has, as sent, and the path to them. Exported surveys have them among their settings. */
export function sentSettings(survey: JsonObject): { readonly list: readonly Json[]; readonly path: readonly string[] } {
  const { question_settings: own, settings } = survey
  if (isArray(own)) return { list: own, path: ['question_settings'] }
  const inner = isObject(settings) ? settings.question_settings : undefined
  return { list: isArray(inner) ? inner : [], path: ['settings', 'question_settings'] }
}

/** What a file says besides its questions, as sent, and the path to it. */
export function sentTexts(survey: JsonObject): { readonly sent: Json | undefined; readonly path: readonly string[] } {
  const { texts, settings } = survey
  if (texts !== undefined || !isObject(settings)) return { sent: texts, path: ['texts'] }
  return { sent: settings.texts, path: ['settings', 'texts'] }
}

/**
 * Settings for the questions that were kept.
 * @param before what is set already
 * @param positions of the questions that were kept, by those in the file
 * @param refuse is called with the position in the file and the reason where settings do not fit
 */
export function keptSettings(
  sent: readonly Json[],
  before: QuestionSettings,
  questions: readonly JsonObject[],
  positions: ReadonlyMap<number, number>,
  refuse: (at: number, reason: string) => void,
): QuestionSettings[number][] {
  const parsed = parseQuestionList(questions)
  let kept = Array.from({ length: questions.length }, (_, at) => before[at] ?? null)
  for (const [from, one] of sent.slice(0, questions.length + 1).entries()) {
    const at = positions.get(from)
    if (one === null || at === undefined) continue
    const refusal = refusalOf(() => {
      const [settings = null] = parseQuestionSettings([withRound(one, positions)])
      const all = kept.with(at, { ...kept[at], ...settings })
      checkQuestionSettings(parseQuestionSettings(all as object as Json), parsed)
      kept = all
    })
    if (refusal !== undefined) refuse(from, refusal.message.replace(/^question \d+: /, ''))
  }
  return kept
}

/** Second rounds follow the questions that they repeat. */
function withRound(one: Json, positions: ReadonlyMap<number, number>): Json {
  if (!isObject(one) || one.round_of === undefined) return one
  return { ...one, round_of: positions.get(Number(one.round_of)) ?? -1 }
}
