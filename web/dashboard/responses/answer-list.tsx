import type { Answer } from '../../../src/domain/answer.ts'
import { RATING_HIGHEST } from '../../../src/domain/limits.ts'
import type { Result } from '../../../src/domain/tally.ts'
import { Highlight } from './highlight.tsx'
import type { Response } from './response-list.ts'

interface Props {
  readonly row: Response
  readonly questions: readonly Result[]
  readonly searchText: string
  /** Whether only what was answered is shown, and the beginning of what is long. */
  readonly isShort?: boolean
}

/** A response's answers, each with its question. A board collects none. */
export function AnswerList({ row: { answers }, questions, searchText, isShort = false }: Props) {
  const answered = questions.filter(
    ({ board, index }) => board === undefined && !(isShort && isBlankAnswer(answers[index])),
  )
  if (answered.length === 0) return <p class="muted">Nothing was answered.</p>
  return (
    <dl class="answers" data-short={isShort || undefined}>
      {answered.map(question => (
        <div key={question.index}>
          <dt>{question.text}</dt>
          <dd dir="auto">
            <AnswerText
              answer={answers[question.index]}
              question={question}
              searchText={searchText}
              isShort={isShort}
            />
          </dd>
        </div>
      ))}
    </dl>
  )
}

interface AnswerTextProps {
  readonly answer: Answer | undefined
  readonly question: Result
  readonly searchText: string
  readonly isShort: boolean
}

function AnswerText({ answer, question: { type }, searchText, isShort }: AnswerTextProps) {
  if (isBlankAnswer(answer)) return <span class="muted">No answer</span>
  if (type === 'rating') return `${answer} of ${RATING_HIGHEST}`
  if (type !== 'free_text') return String(answer)
  return <Highlight text={String(answer)} searchText={searchText} isShort={isShort} />
}

export function isBlankAnswer(answer: Answer | undefined): boolean {
  return (answer ?? null) === null
}
