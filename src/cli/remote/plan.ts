import type { NewSurvey, SurveyChange, SurveyResults } from '../../../clients/typescript/src/client.ts'
import { canonicalJson } from '../../domain/canonical-json.ts'
import { editQuestions } from '../../domain/edit.ts'
import { isArray, isObject, type Json, type JsonObject, readJson } from '../../domain/json.ts'
import { encodeQuestions, parseQuestionList, parseQuestions, type Question } from '../../domain/question.ts'
import { Refusal, type RefusalName } from '../../domain/refusal.ts'
import { parseSlug } from '../../domain/slug.ts'
import { parseTheme } from '../../domain/theme.ts'
import { parseTitle } from '../../domain/title.ts'
import { contentOf, type SurveyContent } from './survey-file.ts'

/** What applying a file would do, according to the rules of the service, which run here before anything is sent. */
export interface Plan {
  readonly before: SurveyContent
  /** The survey afterwards, even if the service would refuse it. */
  readonly after: SurveyContent
  /** The body of the request, with the fields that differ. It is valid if there are no refusals. */
  readonly change: SurveyChange
  /** Why the service would refuse it. */
  readonly refusals: readonly string[]
}

/** Plans a change. The service checks the request again, because the survey may have changed by then. */
export function planChange(stored: SurveyResults, file: JsonObject): Plan {
  const before = contentOf(stored)
  const questions = attempt(() =>
    withIndexes(editQuestions(parseQuestionList(before.questions), file.questions ?? null, answered(stored))),
  )
  const theme = attempt(() => themeOf(file, before))
  const isRenamed = file.title !== undefined && file.title !== before.title
  const after = {
    ...before,
    title: isRenamed ? String(file.title) : before.title,
    questions: questions.value ?? sentQuestions(file),
    theme: theme.value ?? file.theme ?? null,
  }
  return {
    before,
    after,
    change: bodyOf<SurveyChange>({
      ...(!isSame(after.questions, before.questions) && { questions: file.questions ?? null }),
      ...(!isSame(after.theme, before.theme) && { theme: after.theme }),
    }),
    refusals: [
      ...(isRenamed ? [`the title of a survey cannot be changed; it is ${JSON.stringify(before.title)}`] : []),
      ...reasonsOf(questions.refusal, stored, file),
      ...reasonsOf(theme.refusal, stored, file),
    ],
  }
}

/** What creating a survey would do. */
export interface CreationPlan {
  readonly created: NewSurvey
  readonly refusals: readonly string[]
}

/** Plans a new survey. Only the service knows whether the slug is taken. */
export function planCreation(survey: JsonObject): CreationPlan {
  const { title, questions, slug, theme } = survey
  const checks: (() => unknown)[] = [() => parseTitle(title), () => parseQuestions(questions)]
  if (slug !== undefined) checks.push(() => parseSlug(slug))
  if (theme !== undefined) checks.push(() => parseTheme(theme))
  return { created: bodyOf(survey), refusals: checks.flatMap(check => attempt(check).refusal?.message ?? []) }
}

/** The types of the client describe what the rules accept, and the rules have already run. */
function bodyOf<Body extends object>(checked: JsonObject): Body {
  return checked as object as Body
}

/** A file without a theme does not change the theme. */
function themeOf({ theme }: JsonObject, before: SurveyContent): Json {
  const parsed = theme === undefined ? before.theme : parseTheme(theme)
  return typeof parsed === 'object' ? { ...parsed } : parsed
}

function withIndexes(questions: readonly Question[]): JsonObject[] {
  return readJson(encodeQuestions(questions)) as unknown as JsonObject[]
}

function sentQuestions({ questions }: JsonObject): JsonObject[] {
  return isArray(questions) ? questions.filter(isObject) : []
}

/** All questions once there are responses; otherwise boards that have visible items. */
function answered({ questions, results, response_count }: SurveyResults): ReadonlySet<number> {
  if (response_count > 0) return new Set(questions.keys())
  return new Set(
    results.flatMap(result => (result.type === 'upvoted_question' && result.board.items > 0 ? [result.index] : [])),
  )
}

/** Refusals that do not say which question they are about. */
const UNNAMED: readonly RefusalName[] = ['question_retyped', 'option_lost', 'no_options']

/** The reasons of a refusal, with the number of the question where possible. To find it, each question is checked alone. */
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

function withoutIndex({ index: _, ...question }: JsonObject): JsonObject {
  return question
}

function isSame(one: Json | readonly JsonObject[], other: Json | readonly JsonObject[]): boolean {
  return canonicalJson(one) === canonicalJson(other)
}

function attempt<Value>(decide: () => Value): { readonly value?: Value; readonly refusal?: Refusal } {
  try {
    return { value: decide() }
  } catch (error) {
    if (error instanceof Refusal) return { refusal: error }
    throw error
  }
}
