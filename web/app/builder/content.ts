import type { Content } from '../../../src/account/contract.ts'
import { NO_GROUPS, type QuestionGroup } from '../../../src/domain/surveys/groups/question-group.ts'
import { QUESTION_TYPES } from '../../../src/domain/surveys/question.ts'
import { NO_QUESTION_SETTINGS, type QuestionSettings } from '../../../src/domain/surveys/question-settings.ts'
import { NO_TEXTS } from '../../../src/domain/surveys/survey-settings/survey-texts.ts'
import { canonicalJson } from '../../../src/domain/values/canonical-json.ts'
import { isArray, isObject, type Json, type JsonObject } from '../../../src/domain/values/json.ts'
import { largestOf } from '../../../src/domain/values/largest.ts'
import { type Draft, type DraftQuestion, ruleOf } from '../../ui/questions/draft.ts'
import { groupsByKey } from '../../ui/questions/draft-groups.ts'
import { settingsByKey } from '../../ui/questions/draft-settings.ts'
import { withEditableGroups } from './groups/editable-groups.ts'

/** Content as stored on the server. */
export interface Stored extends Content {
  readonly revision: number
}

/**
 * Stored questions as a draft in which all of them are new. Each question's key is its position, so rules keep their
 * references. Whatever cannot be shown, because a program wrote it, is repaired.
 */
export function draftOf(
  questions: readonly Json[],
  settings: QuestionSettings = NO_QUESTION_SETTINGS,
  groups: readonly QuestionGroup[] = NO_GROUPS,
): Draft {
  const list = questions.filter(isObject).map((question, index) => repaired(question, index))
  const firstKey = largestOf(list.flatMap(triggersOf), list.length) + 1
  const keyed = groupsByKey(groups, list.length, firstKey)
  const beside = { settings: settingsByKey(settings), groups: keyed, nextKey: firstKey + keyed.length }
  return withEditableGroups({ stored: [], storedSettings: [], questions: list, ...beside })
}

/** Whether two contents are the same, regardless of the order of members. */
export function isSameContent(one: Content, other: Content): boolean {
  return textOf(one) === textOf(other)
}

/** A short digest of the content. Two different contents have the same digest with a probability of one in 2^53. */
export function digestOf(content: Content): string {
  let [high, low] = [0xdeadbeef, 0x41c6ce57]
  for (const character of textOf(content)) {
    const code = character.codePointAt(0) ?? 0
    high = Math.imul(high ^ code, 2_654_435_761)
    low = Math.imul(low ^ code, 1_597_334_677)
  }
  return `${(high >>> 0).toString(36)}${(low >>> 0).toString(36)}`
}

/** Only the content of an object that includes it. */
export function contentOf({ title, questions, theme, language = null, paced = false, ...more }: Content): Content {
  const { revealed_at_once = false } = more
  const { question_settings = NO_QUESTION_SETTINGS, texts = NO_TEXTS, groups = NO_GROUPS } = more
  return { title, questions, question_settings, texts, groups, theme, language, paced, revealed_at_once }
}

/** The same text for equal contents. */
function textOf(content: Content): string {
  const { title, questions, theme, language, paced, question_settings: settings, ...more } = contentOf(content)
  const { texts = {}, groups = [], revealed_at_once } = more
  return canonicalJson({
    title,
    questions,
    theme,
    ...(language !== null && { language }),
    ...(paced && { paced }),
    ...(revealed_at_once && { revealed_at_once }),
    ...(settings?.length && { settings: settings as unknown as Json }),
    ...(Object.keys(texts).length > 0 && { texts: { ...texts } }),
    ...(groups.length > 0 && { groups: groups as readonly object[] as Json }),
  })
}

function repaired(question: JsonObject, index: number): DraftQuestion {
  const type = QUESTION_TYPES.find(one => one === question.type) ?? 'free_text'
  const text = typeof question.text === 'string' ? question.text : ''
  const { requirement, ...content } = question
  const kept = isUsable(requirement) ? { requirement } : {}
  const options = type === 'multiple_choice' && { options: isArray(question.options) ? question.options : ['', ''] }
  return { ...content, type, text, ...kept, ...options, index }
}

/** Whether the rule fields can show a requirement. */
function isUsable(requirement: Json | undefined): requirement is JsonObject {
  if (!isObject(requirement)) return false
  if (requirement.mode === 'optional') return true
  const { when } = requirement
  return (
    requirement.mode === 'conditional' &&
    isObject(when) &&
    isArray(when.conditions) &&
    when.conditions.every(isCondition)
  )
}

function isCondition(condition: Json): boolean {
  return isObject(condition) && typeof condition.questionIndex === 'number' && isArray(condition.values)
}

function triggersOf(question: DraftQuestion): number[] {
  return ruleOf(question)?.when.conditions.map(({ questionIndex }) => questionIndex) ?? []
}
