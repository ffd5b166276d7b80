import type { Answer } from './answer.ts'
import { isBoard } from './board.ts'
import type { Question } from './question.ts'
import { Refusal } from './refusal.ts'

/** Which responses are looked for: by a text in their answers, or those that answered a question. */
export interface Search {
  /** Undefined where any answer to the question will do. */
  readonly text: string | undefined
  /** Its place in the survey; undefined for any that is answered in free text. */
  readonly question: number | undefined
}

/**
 * Tells the responses that are looked for by their answers.
 * @throws Refusal where the survey has no question of that place that could be answered so
 */
export function matcher(
  questions: readonly Question[],
  { text, question }: Search,
): (answers: readonly Answer[]) => boolean {
  const asked = question === undefined ? [...questions.keys()] : [question]
  const places = asked.filter(place => isSearched(questions[place], text))
  if (question !== undefined && places.length === 0) throw noQuestion(text)
  if (text === undefined) return answers => places.some(place => (answers[place] ?? null) !== null)
  const part = folded(text)
  return answers => places.some(place => folded(String(answers[place] ?? '')).includes(part))
}

function isSearched(question: Question | undefined, text: string | undefined): boolean {
  if (question === undefined) return false
  return text === undefined ? !isBoard(question) : question.type === 'free_text'
}

/** The same for texts that differ in case or width alone. Upper case has one sigma, and by way of lower case one ß: SS. */
export function folded(text: string): string {
  return text.normalize('NFKC').toLowerCase().toUpperCase()
}

function noQuestion(text: string | undefined): Refusal {
  const kind = text === undefined ? 'a question that takes answers' : 'a free_text question'
  return new Refusal('invalid_page', { reason: `question must be the index of ${kind}` })
}
