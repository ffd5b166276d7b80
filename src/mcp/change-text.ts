import { type Rewording, rewordings } from '../domain/results/edit-history/edit-history.ts'
import type { Result } from '../domain/results/tally.ts'
import { originsOf } from '../domain/surveys/edit.ts'
import { nextOpening } from '../domain/surveys/lifecycle.ts'
import { type Question, readQuestions } from '../domain/surveys/question.ts'
import { ruleNames } from '../domain/surveys/rule-names.ts'
import type { Json, JsonObject } from '../domain/values/json.ts'
import { writeJson } from '../domain/values/json-text.ts'
import { counted } from '../domain/values/text.ts'
import type { Changed, Survey } from '../service/surveys/surveys.ts'
import { formatTimestamp } from '../service/timestamp.ts'
import { answerText, type Named, namesIn, quoted, ruleText } from './survey-text.ts'

interface CountedSurvey {
  readonly survey: Survey
  readonly results: readonly Result[]
}

/**
 * What a change does to a survey, for people and models who check it: one line per change, with the old and new value.
 */
export function changeLines(
  { survey: before, results }: CountedSurvey,
  after: Changed,
  sent: JsonObject,
  now: number,
): string[] {
  const lines: string[] = []
  const add = (name: string, old: string, now: string) => lines.push(oldAndNew(name, old, now))
  if (sent.status !== undefined) add('status', statusOf(before, now), after.status)
  if (after.archived !== undefined) add('archived', yesOrNo(before.archived), yesOrNo(after.archived))
  if (after.expiresAt !== undefined)
    add('deadline', deadlineText(before.expiresAt, now), deadlineText(after.expiresAt, now))
  if (after.theme !== undefined) add('theme', writeJson(before.theme), writeJson(after.theme))
  if (after.questions === undefined || sent.questions === undefined) return lines
  const [old, edited] = [readQuestions(before.questions), readQuestions(after.questions)]
  return [...lines, ...questionLines(old, edited, sent.questions), ...rewordingLines(rewordings(old, edited, results))]
}

/** Such answers may no longer mean what they say. */
function rewordingLines(list: readonly Rewording[]): string[] {
  return list.map(({ index, answers }) => {
    return `question ${index + 1}: ${counted(answers, 'answer')} to the old words ${answers === 1 ? 'stays' : 'stay'} under the new ones; results say that it was reworded`
  })
}

function oldAndNew(name: string, old: string, now: string): string {
  return old === now ? `${name}: ${now}, as it is` : `${name}: ${old} → ${now}`
}

function deadlineText(expiresAt: number | null, now: number): string {
  const time = formatTimestamp(expiresAt)
  return time === null ? 'none' : `${time}${Number(expiresAt) <= now ? ' (over)' : ''}`
}

/** One that waits for its time reads as closed. */
function statusOf(survey: Survey, now: number): string {
  return nextOpening(survey, now) === null ? survey.status : 'closed'
}

function yesOrNo(is: boolean): string {
  return is ? 'yes' : 'no'
}

/** @param sent the new list as sent, whose indexes show which question is which */
function questionLines(before: readonly Question[], after: readonly Question[], sent: Json): string[] {
  const origins = originsOf(before, sent)
  const places = new Map(origins.map((origin, at) => [origin, at]))
  const names = ruleNames(after)
  /**
   * Rules name questions by their current text, so that a rule whose question was reworded or moved counts as
   * unchanged.
   */
  const oldNames = namesIn(names, index => (after[places.get(index) ?? -1] ?? before[index])?.text ?? '')
  const newNames = namesIn(names, index => after[index]?.text ?? '')
  const lines = after.flatMap((question, at) => {
    const origin = origins[at] ?? -1
    const old = before[origin]
    if (old === undefined)
      return [`question ${at + 1}: new, ${quoted(question.text)}. ${answerText(question, newNames)}`]
    const name = origin === at ? `question ${at + 1}` : `question ${origin + 1}, now ${at + 1}`
    const [was, is] = [partsOf(old, oldNames), partsOf(question, newNames)]
    const parts = PARTS.filter(part => was[part] !== is[part])
    if (parts.length === 0 && origin !== at) return [`${name}: ${is.text}`]
    return parts.map(part => `${name}, ${part}: ${was[part]} → ${is[part]}`)
  })
  const removed = before.flatMap(({ text }, at) =>
    places.has(at) ? [] : [`question ${at + 1}: removed, ${quoted(text)}`],
  )
  const all = [...lines, ...removed]
  return all.length === 0 ? ['questions: as they are'] : all
}

const PARTS = ['text', 'type', 'options', 'requirement', 'moderated', 'other properties'] as const

/** Everything about a question that can be compared, as text. */
function partsOf(question: Question, named: Named): Readonly<Record<(typeof PARTS)[number], string>> {
  const { type, options, source } = question
  const { type: _, text: __, options: ___, requirement: ____, index: _____, moderated, ...others } = source
  return {
    text: quoted(question.text),
    type,
    options: [...options.keys()].map(quoted).join(', ') || 'none',
    requirement: ruleText(question.requirement, named),
    moderated: yesOrNo(moderated === true),
    'other properties': writeJson(others),
  }
}
