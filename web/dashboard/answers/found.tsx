import type { Result } from '../../../src/domain/tally.ts'
import type { Reading } from './reading.ts'

interface Shown {
  readonly reading: Reading
  readonly sought: string
  /** The one whose answers are read; undefined for all. */
  readonly question: Result | undefined
  /** Of all responses. */
  readonly count: number
}

/** How many there are of what was asked for. What is still being looked for is seen, and said once it is known. */
export function Found({ reading, sought, question, count }: Shown) {
  const { state, looked, isWhole } = reading.standing.value
  const found = reading.rows.value.length
  const isLooking = sought !== '' && state === 'reading'
  const outcome = sought === '' ? answeredText(question) : foundText(found, sought, isWhole)
  return (
    <p class="found muted">
      <span role="status">{isLooking || state === 'failed' ? '' : outcome}</span>
      {isLooking && `${found > 0 ? `${number(found)} found so far. ` : ''}${lookedText(looked, count)}`}
    </p>
  )
}

function answeredText(question: Result | undefined): string {
  if (question === undefined) return ''
  if (question.answered === 0) return 'Nobody has answered this question yet.'
  return question.answered === 1 ? '1 answer' : `${number(question.answered)} answers`
}

function foundText(found: number, sought: string, isWhole: boolean): string {
  if (found === 0) return `Nothing found for “${sought}”.`
  return isWhole ? `${number(found)} found` : `${number(found)} found so far`
}

/** Places tell it only nearly, where some were removed. */
function lookedText(looked: number, count: number): string {
  return looked === 0 ? 'Looking …' : `Looked at ${number(looked)} of ${number(count)} …`
}

function number(value: number): string {
  return value.toLocaleString('en')
}
