import { editSentQuestions } from '../../domain/surveys/partly-indexed-edit.ts'
import { indexedQuestions, parseQuestionList, type Question } from '../../domain/surveys/question.ts'
import { canonicalJson } from '../../domain/values/canonical-json.ts'
import { isArray, isObject, type Json, type JsonObject, readJson } from '../../domain/values/json.ts'
import { Refusal } from '../../domain/values/refusal.ts'

/** An edit of the questions: the request, and the resulting questions. */
interface QuestionEdit {
  readonly sent: Json
  readonly after: readonly JsonObject[]
}

/**
 * Edits a survey's questions so that they match a file's, where `questionIndex` is a position in the file. Moved
 * questions are sent with their indexes, because the service does not follow a move without them.
 * @throws Refusal with the reason
 */
export function editAsInFile(stored: readonly JsonObject[], file: Json, answered: ReadonlySet<number>): QuestionEdit {
  const before = parseQuestionList([...stored])
  // If the file's own indexes have already been applied, it describes the stored survey; they now mean other questions.
  if (isArray(file) && isSame(file.map(withoutIndex), stored.map(withoutIndex))) return { sent: file, after: stored }
  try {
    return { sent: file, after: encoded(editSentQuestions(before, file, answered)) }
  } catch (error) {
    if (!isUnfollowable(error) || !isArray(file) || file.some(hasIndex)) throw error
    const now = parseQuestionList(file)
    const sent = withOrigins(file, originsByText(before, now))
    const edited = editSentQuestions(before, sent, answered)
    checkConditions(before, now, edited)
    return { sent, after: encoded(edited) }
  }
}

function isUnfollowable(error: unknown): boolean {
  return error instanceof Refusal && error.refusal === 'unfollowable_reorder'
}

function hasIndex(question: Json): boolean {
  return isObject(question) && question.index !== undefined
}

export function withoutIndex(question: Json): Json {
  if (!isObject(question)) return question
  const { index: _, ...rest } = question
  return rest
}

/** The stored question that each question of the file came from. */
type Origins = readonly (number | undefined)[]

/** A text that occurs once in both lists is the same question. Any other question came from the one at its position. */
function originsByText(before: readonly Question[], now: readonly Question[]): Origins {
  const [stored, sent] = [positionsOfUnique(before), positionsOfUnique(now)]
  const byText = now.map(({ text }) => (sent.get(text) === undefined ? undefined : stored.get(text)))
  const followed = new Set(byText)
  return byText.map((origin, at) => origin ?? (at < before.length && !followed.has(at) ? at : undefined))
}

function positionsOfUnique(questions: readonly Question[]): ReadonlyMap<string, number | undefined> {
  const positions = new Map<string, number | undefined>()
  for (const [at, { text }] of questions.entries()) positions.set(text, positions.has(text) ? undefined : at)
  return positions
}

function withOrigins(file: readonly Json[], origins: Origins): Json[] {
  return file.map((question, at) => {
    const index = origins[at]
    return index === undefined || !isObject(question) ? question : { ...question, index }
  })
}

/**
 * The service moves a condition with its question if the condition names the stored index. That would change what the
 * file says.
 * @throws Refusal that names the first such condition
 */
function checkConditions(before: readonly Question[], now: readonly Question[], edited: readonly Question[]): void {
  for (const [at, question] of now.entries()) {
    const [written, moved] = [indexesOf(question), indexesOf(edited[at])]
    const differs = written.findIndex((index, condition) => index !== moved[condition])
    const [from = 0, to = 0] = [written[differs], moved[differs]]
    if (differs < 0) continue
    const [was, is] = [quoted(before[from]), quoted(now[from])]
    const reason = `question ${at + 1}: questionIndex ${from} was ${was} and is now ${is}; write questionIndex ${to} for ${was}`
    throw new Refusal('unfollowable_reorder', { reason: `cannot follow this reorder: ${reason}` })
  }
}

function indexesOf(question: Question | undefined): readonly number[] {
  const requirement = question?.requirement ?? 'optional'
  return typeof requirement === 'string' ? [] : requirement.conditions.map(({ questionIndex }) => questionIndex)
}

function quoted(question: Question | undefined): string {
  return JSON.stringify(question?.text ?? '')
}

function encoded(questions: readonly Question[]): JsonObject[] {
  return readJson(JSON.stringify(indexedQuestions(questions))) as unknown as JsonObject[]
}

export function isSame(one: Json | readonly JsonObject[], other: Json | readonly JsonObject[]): boolean {
  return canonicalJson(one) === canonicalJson(other)
}
