import type { Answer } from '../../../src/domain/answer.ts'
import { RATING_HIGHEST } from '../../../src/domain/limits.ts'
import type { Result } from '../../../src/domain/tally.ts'
import { Marked } from './marked.tsx'
import type { Response } from './reading.ts'

interface Shown {
  readonly row: Response
  readonly questions: readonly Result[]
  readonly sought: string
  /** Whether only what was answered is shown, and the beginning of what is long. */
  readonly isShort?: boolean
}

/** A response's answers, each with its question. A board collects none. */
export function AnswerList({ row: { answers }, questions, sought, isShort = false }: Shown) {
  const shown = questions.filter(({ board, index }) => board === undefined && !(isShort && isNone(answers[index])))
  if (shown.length === 0) return <p class="muted">Nothing was answered.</p>
  return (
    <dl class="answers" data-short={isShort || undefined}>
      {shown.map(question => (
        <div key={question.index}>
          <dt>{question.text}</dt>
          <dd dir="auto">
            <AnswerText answer={answers[question.index]} question={question} sought={sought} isShort={isShort} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

interface OfAnswer {
  readonly answer: Answer | undefined
  readonly question: Result
  readonly sought: string
  readonly isShort: boolean
}

function AnswerText({ answer, question: { type }, sought, isShort }: OfAnswer) {
  if (isNone(answer)) return <span class="muted">No answer</span>
  if (type === 'rating') return `${answer} of ${RATING_HIGHEST}`
  if (type !== 'free_text') return String(answer)
  return <Marked text={String(answer)} sought={sought} isShort={isShort} />
}

export function isNone(answer: Answer | undefined): boolean {
  return (answer ?? null) === null
}
