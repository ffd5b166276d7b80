import type {
  DashboardSettings,
  NewSurvey,
  SurveyChange,
  SurveyResults,
} from '../../../clients/typescript/src/client.ts'
import { type Rewording, rewordings } from '../../domain/results/edit-history/edit-history.ts'
import { editQuestions } from '../../domain/surveys/edit.ts'
import { checkGroups } from '../../domain/surveys/groups/group-fit.ts'
import { NO_GROUPS, parseGroups, type QuestionGroup } from '../../domain/surveys/groups/question-group.ts'
import { parseLanguage } from '../../domain/surveys/languages/languages.ts'
import { parseQuestionList, parseQuestions } from '../../domain/surveys/question.ts'
import {
  checkQuestionSettings,
  parseQuestionSettings,
  type QuestionSettings,
} from '../../domain/surveys/question-settings.ts'
import { parseSlug } from '../../domain/surveys/slug.ts'
import { NO_TEXTS, parseTexts, type SurveyTexts } from '../../domain/surveys/survey-settings/survey-texts.ts'
import { parseTheme } from '../../domain/surveys/survey-settings/theme.ts'
import { parseTitle } from '../../domain/surveys/title.ts'
import { isArray, isObject, type Json, type JsonObject } from '../../domain/values/json.ts'
import { Refusal } from '../../domain/values/refusal.ts'
import type { RefusalName } from '../../domain/values/refusals.ts'
import { NO_SETTINGS, type SurveySettings } from './dashboard-settings.ts'
import { editAsInFile, isSame, withoutIndex } from './reorder.ts'
import { contentOf, type SurveyContent } from './survey-file.ts'

/** What applying a file would do, according to the service's rules, which run here before anything is sent. */
export interface Plan {
  readonly before: SurveyContent
  /** The resulting survey, even if the service would refuse it. */
  readonly after: SurveyContent
  /** The request body, with the fields that differ. It is valid if there are no refusals. */
  readonly change: SurveyChange
  /** What the API does not have and is to be set. */
  readonly settings: Partial<DashboardSettings>
  /** The questions that get other words, with the answers that stay under them. */
  readonly reworded: readonly Rewording[]
  /** The reasons why the service would refuse it. */
  readonly refusals: readonly string[]
}

/**
 * Plans a change. The service checks the request again, because the survey may have changed by then.
 * @param own what the survey has of those settings that are not in the API, needed only if the file has one of them
 */
export function planChange(stored: SurveyResults, file: JsonObject, own: SurveySettings = NO_SETTINGS): Plan {
  const { language: storedLanguage } = own
  const before = contentOf(stored, {
    ...own,
    questionSettings: file.question_settings === undefined ? [] : own.questionSettings,
    texts: file.texts === undefined ? NO_TEXTS : own.texts,
    groups: file.groups === undefined ? NO_GROUPS : own.groups,
  })
  const questions = attempt(() => editAsInFile(before.questions, file.questions ?? null, answered(stored)))
  const theme = attempt(() => themeOf(file, before))
  const language = attempt(() => (file.language === undefined ? storedLanguage : parseLanguage(file.language)))
  const sent = questions.value?.after ?? sentQuestions(file)
  const settings = attempt(() => questionSettingsIn(file, sent))
  const texts = attempt(() => textsIn(file))
  const groups = attempt(() => groupsIn(file, sent))
  const isEdited = !isSame(sent, before.questions)
  const isRenamed = file.title !== undefined && file.title !== before.title
  const after = {
    ...contentOf(stored, {
      language: language.value ?? null,
      questionSettings: settings.value ?? [],
      texts: texts.value ?? NO_TEXTS,
      groups: groups.value ?? NO_GROUPS,
    }),
    ...(texts.refusal !== undefined && { texts: file.texts ?? null }),
    ...(groups.refusal !== undefined && { groups: file.groups ?? null }),
    ...(language.refusal !== undefined && { language: file.language ?? null }),
    title: isRenamed ? String(file.title) : before.title,
    questions: sent,
    theme: theme.value ?? file.theme ?? null,
  }
  return {
    before,
    after,
    change: bodyOf<SurveyChange>({
      ...(!isSame(after.questions, before.questions) && { questions: questions.value?.sent ?? file.questions ?? null }),
      ...(!isSame(after.theme, before.theme) && { theme: after.theme }),
    }),
    settings: {
      ...(language.value !== undefined && language.value !== storedLanguage && { language: language.value }),
      ...(isChanged(settings.value, own.questionSettings, isEdited) && { question_settings: settings.value }),
      ...(texts.value !== undefined && !isSame({ ...texts.value }, { ...own.texts }) && { texts: texts.value }),
      ...(isChanged(groups.value, own.groups, isEdited) && { groups: groups.value }),
    },
    reworded: questions.value === undefined ? [] : rewordingsOf(stored, questions.value.after),
    refusals: [
      ...(isRenamed ? [`the title of a survey cannot be changed; it is ${JSON.stringify(before.title)}`] : []),
      ...reasonsOf(questions.refusal, stored, file),
      ...reasonsOf(theme.refusal, stored, file),
      ...reasonsOf(language.refusal, stored, file),
      ...reasonsOf(settings.refusal, stored, file),
      ...reasonsOf(texts.refusal, stored, file),
      ...reasonsOf(groups.refusal, stored, file),
    ],
  }
}

/** Settings and groups follow their questions when these are edited, so those of the file are set again. */
function isChanged<Beside>(beside: Beside | undefined, own: Beside, isEdited: boolean): beside is Beside {
  if (beside === undefined) return false
  return isEdited || JSON.stringify(beside) !== JSON.stringify(own)
}

/** @throws Refusal `invalid_question_settings` */
function questionSettingsIn(file: JsonObject, questions: Json | undefined): QuestionSettings | undefined {
  if (file.question_settings === undefined) return undefined
  const settings = parseQuestionSettings(file.question_settings)
  const parsed = attempt(() => parseQuestionList(questions ?? []))
  if (parsed.value !== undefined) checkQuestionSettings(settings, parsed.value)
  return settings
}

/** @throws Refusal `invalid_texts` */
function textsIn({ texts }: JsonObject): SurveyTexts | undefined {
  return texts === undefined ? undefined : parseTexts(texts)
}

/** @throws Refusal `invalid_groups` */
function groupsIn(file: JsonObject, questions: Json | undefined): readonly QuestionGroup[] | undefined {
  if (file.groups === undefined) return undefined
  const groups = parseGroups(file.groups)
  const parsed = attempt(() => parseQuestionList(questions ?? []))
  if (parsed.value !== undefined) checkGroups(groups, parsed.value)
  return groups
}

function rewordingsOf({ questions, results }: SurveyResults, after: readonly JsonObject[]): Rewording[] {
  return rewordings(parseQuestionList([...questions] as JsonObject[]), parseQuestionList(after), results)
}

/** What creating a survey would do. */
export interface CreationPlan {
  readonly created: NewSurvey
  /** What the API does not have and is to be set once it is created. */
  readonly settings: Partial<DashboardSettings>
  readonly refusals: readonly string[]
}

/** Plans a new survey. Only the service knows whether the slug is taken. */
export function planCreation(file: JsonObject): CreationPlan {
  const { language, question_settings: _, texts: __, groups: ___, ...survey } = file
  const { title, questions, slug, theme } = survey
  const parsed = attempt(() => (language === undefined ? null : parseLanguage(language)))
  const settings = attempt(() => questionSettingsIn(file, questions))
  const texts = attempt(() => textsIn(file))
  const groups = attempt(() => groupsIn(file, questions))
  const checks: (() => unknown)[] = [() => parseTitle(title), () => parseQuestions(questions)]
  if (slug !== undefined) checks.push(() => parseSlug(slug))
  if (theme !== undefined) checks.push(() => parseTheme(theme))
  const beside = [parsed, settings, texts, groups].map(({ refusal }) => refusal)
  const refusals = [...checks.map(check => attempt(check).refusal), ...beside]
  return {
    created: bodyOf(survey),
    settings: {
      ...(parsed.value && { language: parsed.value }),
      ...(settings.value && settings.value.length > 0 && { question_settings: settings.value }),
      ...(texts.value && Object.keys(texts.value).length > 0 && { texts: texts.value }),
      ...(groups.value && groups.value.length > 0 && { groups: groups.value }),
    },
    refusals: refusals.flatMap(refusal => (refusal === undefined ? [] : named(refusal, questions))),
  }
}

/** A refusal with the number of the first question that it concerns. */
function named({ refusal, message }: Refusal, questions: Json | undefined): string {
  if (refusal !== 'no_options' || !isArray(questions)) return message
  const at = questions.findIndex(one => attempt(() => parseQuestionList([one])).refusal?.refusal === refusal)
  return at < 0 ? message : `question ${at + 1}: ${message}`
}

/** The client's types describe what the rules accept, and the rules have already run. */
function bodyOf<Body extends object>(checked: JsonObject): Body {
  return checked as object as Body
}

/** A file without a theme does not change the theme. */
function themeOf({ theme }: JsonObject, before: SurveyContent): Json {
  const parsed = theme === undefined ? before.theme : parseTheme(theme)
  return typeof parsed === 'object' ? { ...parsed } : parsed
}

function sentQuestions({ questions }: JsonObject): JsonObject[] {
  return isArray(questions) ? questions.filter(isObject) : []
}

/** All questions once there are responses; otherwise boards with visible items. */
function answered({ questions, results, response_count }: SurveyResults): ReadonlySet<number> {
  if (response_count > 0) return new Set(questions.keys())
  return new Set(
    results.flatMap(result => (result.type === 'upvoted_question' && result.board.items > 0 ? [result.index] : [])),
  )
}

/** Refusals that do not say which question they concern. */
const UNNAMED: readonly RefusalName[] = ['question_retyped', 'option_lost', 'no_options']

/**
 * The reasons for a refusal, with the question's number if possible. To find it, each question is checked separately.
 */
function reasonsOf(refusal: Refusal | undefined, stored: SurveyResults, file: JsonObject): readonly string[] {
  if (refusal === undefined) return []
  const before = contentOf(stored).questions
  const sent = isArray(file.questions) ? file.questions : []
  const hasIndexes = sent.some(question => isObject(question) && question.index !== undefined)
  if (!UNNAMED.includes(refusal.refusal) || hasIndexes) return [refusal.message]
  const named = sent.flatMap((question, at) => {
    const others: Json[] = before.map(withoutIndex)
    const alone = at < others.length ? others.with(at, question) : [...others, question]
    const own = attempt(() => editQuestions(parseQuestionList(before), alone, answered(stored))).refusal
    return own !== undefined && UNNAMED.includes(own.refusal) ? [`question ${at + 1}: ${own.message}`] : []
  })
  return named.length > 0 ? named : [refusal.message]
}

function attempt<Value>(decide: () => Value): { readonly value?: Value; readonly refusal?: Refusal } {
  try {
    return { value: decide() }
  } catch (error) {
    if (error instanceof Refusal) return { refusal: error }
    throw error
  }
}
