import type { ListedResponse as Response } from '../../../src/dashboard/contract.ts'
import type { Result } from '../../../src/domain/results/tally.ts'
import { type Answer, RATING_HIGHEST } from '../../../src/domain/values/answer.ts'
import { OURS } from '../../ui/our-words.ts'
import { dashboardTexts } from '../../words/dashboard-words.ts'
import { Highlight } from './highlight.tsx'

interface Props {
  readonly row: Response
  readonly questions: readonly Result[]
  readonly searchText: string
  /** Whether blank answers are left out and long ones shortened. */
  readonly isShort?: boolean
}

/** The answers of a response, each with its question. Boards collect none. */
export function AnswerList({ row, questions, searchText, isShort = false }: Props) {
  const { answers } = row
  const answered = questions.filter(
    ({ board, index }) => board === undefined && !(isShort && isBlankAnswer(answers[index])),
  )
  if (answered.length === 0)
    return (
      <p class="muted" {...OURS}>
        {dashboardTexts.responses.blank}
      </p>
    )
  return (
    <dl class="answers" data-short={isShort || undefined}>
      {answered.map(question => (
        <div key={question.index}>
          <dt dir="auto">{question.text}</dt>
          <dd dir="auto">
            <AnswerText row={row} question={question} searchText={searchText} isShort={isShort} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

interface AnswerTextProps {
  readonly row: Response
  readonly question: Result
  readonly searchText: string
  readonly isShort: boolean
}

function AnswerText({ row, question: { index, type }, searchText, isShort }: AnswerTextProps) {
  const answer = row.answers[index]
  if (isBlankAnswer(answer))
    return (
      <span class="muted" {...OURS}>
        {dashboardTexts.responses[wasAsked(row, index) ? 'noAnswer' : 'notAsked']}
      </span>
    )
  if (type === 'rating') return <span {...OURS}>{dashboardTexts.responses.rating(Number(answer), RATING_HIGHEST)}</span>
  if (type !== 'free_text') return <>{String(answer)}</>
  return <Highlight text={String(answer)} searchText={searchText} isShort={isShort} />
}

/** A response that was read before a question was added has no place for its answer. */
function wasAsked(row: Response, index: number): boolean {
  return index < row.answers.length && !row.not_asked?.includes(index)
}

export function isBlankAnswer(answer: Answer | undefined): boolean {
  return (answer ?? null) === null
}
