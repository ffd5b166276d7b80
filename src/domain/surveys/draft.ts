import { isArray, isObject, type Json, type JsonObject, readJson } from '../values/json.ts'
import { Refusal } from '../values/refusal.ts'
import { hasNul, isBlank } from '../values/text.ts'
import { checkGroups } from './groups/group-fit.ts'
import { parseDraftGroups, parseGroups, type QuestionGroup } from './groups/question-group.ts'
import { parseLanguage } from './languages/languages.ts'
import { DRAFT_BYTES, MAX_OPTIONS, MAX_QUESTIONS, MAX_SURVEY_OPTIONS, TITLE_LENGTH } from './limits.ts'
import { checkPageSize } from './page-size.ts'
import {
  encodeQuestions,
  parseQuestionList,
  parseQuestions,
  QUESTION_TYPES,
  type Question,
  type QuestionsText,
} from './question.ts'
import { checkQuestionSettings, parseQuestionSettings, type QuestionSettings } from './question-settings.ts'
import { checkRule } from './requirement.ts'
import { parsePaced } from './survey-settings/paced.ts'
import { parseRevealedAtOnce } from './survey-settings/revealed-at-once.ts'
import { parseTexts, type SurveyTexts } from './survey-settings/survey-texts.ts'
import { parseTheme, type Theme } from './survey-settings/theme.ts'

/** The JSON of a draft's content, written by `encodeDraft`. */
export type DraftText = string & { readonly [draftText]: true }
declare const draftText: unique symbol

/** A survey that is being written. Its questions may be incomplete, and are kept as sent. */
export interface Draft {
  readonly title: string
  readonly questions: readonly Json[]
  /** Null for the account's palette. */
  readonly theme: Theme | null
  /** See the language of a survey. */
  readonly language: string | null
  /** Whether whoever presents the survey sets the pace of respondents. */
  readonly paced: boolean
  /** Whether the presenter's screen shows results as they come in. */
  readonly revealedAtOnce: boolean
  /** They fit the questions once those are complete. */
  readonly questionSettings: QuestionSettings
  readonly texts: SurveyTexts
  /** Their titles may be empty, and they fit the questions once those are complete. */
  readonly groups: readonly QuestionGroup[]
}

/**
 * Accepts everything that can be published, and also incomplete surveys.
 * @throws Refusal `a draft has …`, `invalid theme`, `language must be …`, `paced must be …`, `revealed_at_once must be …`, `too_many_questions`,
 *   `invalid_question_settings`, `invalid_texts`, `invalid_groups`
 */
export function parseDraft({
  title,
  questions,
  theme,
  language = null,
  paced = false,
  revealed_at_once: atOnce = false,
  question_settings: beside = [],
  texts = {},
  groups = [],
}: JsonObject): Draft {
  if (typeof title !== 'string' || !isArray(questions) || theme === undefined) throw new Refusal('invalid_draft')
  if (questions.length > MAX_QUESTIONS) throw new Refusal('too_many_questions')
  return {
    title,
    questions,
    theme: theme === null ? null : parseTheme(theme),
    language: parseLanguage(language),
    paced: parsePaced(paced),
    revealedAtOnce: parseRevealedAtOnce(atOnce),
    questionSettings: parseQuestionSettings(beside),
    texts: parseTexts(texts),
    groups: parseDraftGroups(groups),
  }
}

/**
 * @throws Refusal if it is longer than 1 MiB. A body within that limit can exceed it once its numbers are written out.
 */
export function encodeDraft({
  title,
  questions,
  theme,
  language,
  paced,
  revealedAtOnce,
  questionSettings,
  texts,
  groups,
}: Draft): DraftText {
  const text = JSON.stringify({
    title,
    questions,
    theme,
    ...(language !== null && { language }),
    ...(paced && { paced }),
    ...(revealedAtOnce && { revealed_at_once: revealedAtOnce }),
    ...(questionSettings.length > 0 && { question_settings: questionSettings }),
    ...(Object.keys(texts).length > 0 && { texts }),
    ...(groups.length > 0 && { groups }),
  })
  if (new TextEncoder().encode(text).length > DRAFT_BYTES) throw new Refusal('draft_too_large')
  return text as DraftText
}

/** Reads what `encodeDraft` wrote. */
export function readDraft(text: DraftText): Draft {
  return parseDraft(readJson(text) as JsonObject)
}

/** The title of a draft in a list: limited to the length of a survey's title and to what every database can store. */
export function listedTitle({ title }: Draft): string {
  return [...title.toWellFormed().replaceAll('\0', '\uFFFD')].slice(0, TITLE_LENGTH).join('')
}

/** @throws Refusal with the reason why they, or what is set beside them, cannot be published */
export function encodeDraftQuestions({ questions, questionSettings, groups }: Draft): QuestionsText {
  const complete = parseQuestions(questions)
  checkQuestionSettings(questionSettings, complete)
  checkGroups(parseGroups(groups as readonly object[] as Json), complete)
  checkPageSize({ questions: complete, questionSettings, groups })
  return encodeQuestions(complete)
}

/** Texts that a preview shows instead of missing ones. */
export interface Placeholders {
  readonly question: string
  readonly option: string
  readonly section: string
}

/**
 * The questions that are complete enough to be shown, one after the other, since the largest drafts take some 20 ms.
 * Invalid rules are left out. What is over the bounds of a survey ends it, and is for the caller to refuse.
 */
export function* previewQuestions({ questions, groups }: Draft, placeholders: Placeholders): Generator<Question, void> {
  const earlier: Question[] = []
  const numbers = optionNumbers(groups)
  let options = 0
  for (const [index, question] of questions.entries()) {
    // A draft can have many more options than a survey. It is read only until it is known to be refused.
    if (options > MAX_SURVEY_OPTIONS) break
    const number = numbers.get(index)
    const option = number === undefined ? placeholders.option : `${placeholders.option} ${number}`
    const source = completed(question, { ...placeholders, option })
    const [shown] = attempt(() => withFittingRule(source, index, earlier)) ?? parseQuestionList([withoutRule(source)])
    if (shown === undefined) continue
    earlier.push(shown)
    options += shown.options.size
    yield shown
  }
}

/** The groups of a draft with texts for missing ones. */
export function previewGroups({ groups }: Pick<Draft, 'groups'>, { question, section }: Placeholders): QuestionGroup[] {
  return groups.map(group =>
    'title' in group && isBlank(group.title)
      ? { ...group, title: group.kind === 'section' ? section : question }
      : group,
  )
}

/** Options of a check-list have to differ, so those that are missing are counted; from 1, by the positions of their questions. */
function optionNumbers(groups: readonly QuestionGroup[]): ReadonlyMap<number, number> {
  const numbers = new Map<number, number>()
  let next = 0
  for (const { kind, from, to } of groups) {
    // One that overlaps another is not shown, and none goes beyond what a draft can have.
    if (kind !== 'check_list' || from < next) continue
    next = Math.min(to, MAX_QUESTIONS) + 1
    for (let index = from; index < next; index++) numbers.set(index, index - from + 1)
  }
  return numbers
}

function withFittingRule(source: JsonObject, index: number, earlier: readonly Question[]): Question[] {
  const [question] = parseQuestionList([source])
  if (question === undefined) return []
  checkRule(question.requirement, index, earlier)
  return [question]
}

function completed(question: Json, placeholders: Placeholders): JsonObject {
  const { type, text, options, requirement, moderated } = isObject(question) ? question : {}
  return {
    type: QUESTION_TYPES.find(one => one === type) ?? 'free_text',
    text: typeof text === 'string' && !isBlank(text) && !hasNul(text) ? text : placeholders.question,
    options: completedOptions(options, placeholders),
    ...(requirement !== undefined && { requirement }),
    ...(typeof moderated === 'boolean' && { moderated }),
  }
}

function completedOptions(options: Json | undefined, { option }: Placeholders): string[] {
  const complete = new Set<string>()
  for (const one of isArray(options) ? options : []) {
    if (complete.size > MAX_OPTIONS) break
    const text = typeof one === 'string' ? one.toWellFormed() : ''
    if (text !== '' && !hasNul(text)) complete.add(text)
  }
  return complete.size === 0 ? [option] : [...complete]
}

function withoutRule({ requirement: _, ...source }: JsonObject): JsonObject {
  return source
}

/** Undefined if it is refused. */
function attempt<Value>(parse: () => Value): Value | undefined {
  try {
    return parse()
  } catch (error) {
    if (error instanceof Refusal) return undefined
    throw error
  }
}
