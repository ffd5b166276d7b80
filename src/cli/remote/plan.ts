import type { NewSurvey, SurveyChange, SurveyResults } from '../../../clients/typescript/src/client.ts'
import { canonicalJson } from '../../domain/canonical-json.ts'
import { editQuestions } from '../../domain/edit.ts'
import { isArray, isObject, type Json, type JsonObject, parseJson } from '../../domain/json.ts'
import { encodeQuestions, parseQuestionList, parseQuestions, type Question } from '../../domain/question.ts'
import { Refusal, type RefusalName } from '../../domain/refusal.ts'
import { parseSlug } from '../../domain/slug.ts'
import { parseTheme } from '../../domain/theme.ts'
import { parseTitle } from '../../domain/title.ts'
import { contentOf, type SurveyContent } from './survey-file.ts'

/** What applying a file would do. It is decided by the service's own rules, before anything is sent. */
export interface Plan {
  readonly before: SurveyContent
  /** What the survey would be, whether or not that is refused. */
  readonly after: SurveyContent
  /** The body of the request: what differs. It is as valid as `refusals` say. */
  readonly change: SurveyChange
  /** Why the service would refuse it. */
  readonly refusals: readonly string[]
}

/** What would become of a survey. The service decides again, on the survey of that moment. */
export function planChange(stored: SurveyResults, file: JsonObject): Plan {
  const before = contentOf(stored)
  const questions = attempt(() =>
    withIndexes(editQuestions(parseQuestionList(before.questions), file.questions ?? null, answered(stored))),
  )
  const theme = attempt(() => themeOf(file, before))
  const isRenamed = file.title !== undefined && file.title !== before.title
  const after = {
    ...before,
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

/** Whether a slug is taken is not known here. */
export function planCreation(survey: JsonObject): CreationPlan {
  const { title, questions, slug, theme } = survey
  const checks: (() => unknown)[] = [() => parseTitle(title), () => parseQuestions(questions)]
  if (slug !== undefined) checks.push(() => parseSlug(slug))
  if (theme !== undefined) checks.push(() => parseTheme(theme))
  return { created: bodyOf(survey), refusals: checks.flatMap(check => attempt(check).refusal?.message ?? []) }
}

/** The types of the client describe what the rules accept, and the rules have just decided. */
function bodyOf<Body extends object>(checked: JsonObject): Body {
  return checked as object as Body
}

/** A file that has no theme leaves it as it is. */
function themeOf({ theme }: JsonObject, before: SurveyContent): Json {
  const parsed = theme === undefined ? before.theme : parseTheme(theme)
  return typeof parsed === 'object' ? { ...parsed } : parsed
}

function withIndexes(questions: readonly Question[]): JsonObject[] {
  return parseJson(encodeQuestions(questions)) as unknown as JsonObject[]
}

function sentQuestions({ questions }: JsonObject): JsonObject[] {
  return isArray(questions) ? questions.filter(isObject) : []
}

/** Every question once there are responses, and otherwise boards with something on them, as far as the counts show it. */
function answered({ questions, results, response_count }: SurveyResults): ReadonlySet<number> {
  if (response_count > 0) return new Set(questions.keys())
  return new Set(
    results.flatMap(result => (result.type === 'upvoted_question' && result.board.items > 0 ? [result.index] : [])),
  )
}

/** Refusals that do not say which question they are about. */
const UNNAMED: readonly RefusalName[] = ['question_retyped', 'option_lost', 'no_options']

/** The reasons, of each question where they are about one. To find out, each question is tried alone. */
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
