import { isBoard } from '../boards/board.ts'
import type { Question } from '../surveys/question.ts'
import { type Answer, RATING_HIGHEST, RATING_LOWEST } from '../values/answer.ts'
import { foldForSearch } from '../values/fold.ts'
import { Refusal } from '../values/refusal.ts'

/** A search for a text, for responses that answered a question (possibly in a certain way), or for both. */
export interface Search {
  /** Undefined to match any answer to the question. */
  readonly text: string | undefined
  /** Index of the question; undefined for every free-text question. */
  readonly question: number | undefined
  /**
   * Options or ratings of the question, one of which was chosen; the text is then searched in every free-text question.
   */
  readonly answers?: ReadonlySet<string>
}

/**
 * Returns a predicate on a response's answers.
 * @throws Refusal if the survey has no such question, or it cannot be searched in this way
 */
export function answerMatcher(
  questions: readonly Question[],
  { text, question, answers: wanted }: Search,
): (answers: readonly Answer[]) => boolean {
  if (wanted !== undefined) return groupMatcher(questions, { text, question, wanted })
  const asked = question === undefined ? [...questions.keys()] : [question]
  const indexes = asked.filter(index => isSearchable(questions[index], text))
  if (question !== undefined && indexes.length === 0) throw unsearchable(text)
  if (text === undefined) return answers => indexes.some(index => (answers[index] ?? null) !== null)
  const part = foldForSearch(text).trim()
  return answers => indexes.some(index => foldForSearch(String(answers[index] ?? '')).includes(part))
}

interface GroupSearch extends Omit<Search, 'answers'> {
  readonly wanted: ReadonlySet<string>
}

function groupMatcher(questions: readonly Question[], { text, question = -1, wanted }: GroupSearch) {
  const asked = questions[question]
  if (!wanted.values().every(answer => isPossible(asked, answer)))
    throw new Refusal('invalid_page', { reason: 'answers must be options or ratings of the question' })
  const hasText = text === undefined ? () => true : answerMatcher(questions, { text, question: undefined })
  return (answers: readonly Answer[]) => {
    const answer = answers[question] ?? null
    return answer !== null && wanted.has(String(answer)) && hasText(answers)
  }
}

function isPossible(question: Question | undefined, answer: string): boolean {
  if (question?.type !== 'rating') return question?.options.has(answer) === true
  const rating = Number(answer)
  return Number.isInteger(rating) && rating >= RATING_LOWEST && rating <= RATING_HIGHEST
}

function isSearchable(question: Question | undefined, text: string | undefined): boolean {
  if (question === undefined) return false
  return text === undefined ? !isBoard(question) : question.type === 'free_text'
}

function unsearchable(text: string | undefined): Refusal {
  const kind = text === undefined ? 'a question that takes answers' : 'a free_text question'
  return new Refusal('invalid_page', { reason: `question must be the index of ${kind}` })
}
