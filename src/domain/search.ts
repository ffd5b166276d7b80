import type { Answer } from './answer.ts'
import { isBoard } from './board.ts'
import type { Question } from './question.ts'
import { Refusal } from './refusal.ts'

/** A search for a text, for responses that answered a question, or for both. */
export interface Search {
  /** Undefined to match any answer to the question. */
  readonly text: string | undefined
  /** Index of the question; undefined for every free-text question. */
  readonly question: number | undefined
}

/**
 * Returns a predicate on the answers of a response.
 * @throws Refusal when the survey has no such question, or one that cannot be searched in this way
 */
export function answerMatcher(
  questions: readonly Question[],
  { text, question }: Search,
): (answers: readonly Answer[]) => boolean {
  const asked = question === undefined ? [...questions.keys()] : [question]
  const indexes = asked.filter(index => isSearchable(questions[index], text))
  if (question !== undefined && indexes.length === 0) throw unsearchable(text)
  if (text === undefined) return answers => indexes.some(index => (answers[index] ?? null) !== null)
  const part = foldText(text)
  return answers => indexes.some(index => foldText(String(answers[index] ?? '')).includes(part))
}

function isSearchable(question: Question | undefined, text: string | undefined): boolean {
  if (question === undefined) return false
  return text === undefined ? !isBoard(question) : question.type === 'free_text'
}

/**
 * Folds case and width. Upper case has a single sigma; lower-casing first turns ẞ into ß and then into SS. Upper-casing takes
 * apart letters that have no capital, such as ΐ, so the result is composed again.
 */
export function foldText(text: string): string {
  return streamSafe(text).normalize('NFKC').toLowerCase().toUpperCase().normalize('NFC')
}

const LONG_RUN_OF_MARKS = /\p{M}{30}(?=\p{M})/gu
const GRAPHEME_JOINER = '\u034f'

/**
 * Breaks runs of more than 30 combining marks (Unicode Standard Annex #15, stream-safe text format). Normalization sorts
 * the marks of a run, so its cost grows with the square of the run: 10,000 marks take 90 ms.
 */
function streamSafe(text: string): string {
  return text.replace(LONG_RUN_OF_MARKS, `$&${GRAPHEME_JOINER}`)
}

function unsearchable(text: string | undefined): Refusal {
  const kind = text === undefined ? 'a question that takes answers' : 'a free_text question'
  return new Refusal('invalid_page', { reason: `question must be the index of ${kind}` })
}
