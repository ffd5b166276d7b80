import type { Reading } from './reading.ts'

interface Shown {
  readonly reading: Reading
  readonly sought: string
  /** How many answered the question that is read; undefined where all are. */
  readonly answered: number | undefined
  /** Of all responses. */
  readonly count: number
}

/** How many there are of what was asked for. What is still being looked for is seen, and said once it is known. */
export function Found({ reading, sought, answered, count }: Shown) {
  const { state, looked, isWhole } = reading.standing.value
  const found = reading.rows.value.length
  const isLooking = sought !== '' && state === 'reading'
  const outcome = sought === '' ? answeredText(answered) : foundText(found, sought, isWhole)
  return (
    <p class="found muted">
      <span role="status">{isLooking || state === 'failed' ? '' : outcome}</span>
      {isLooking && lookedText(found, looked, count)}
    </p>
  )
}

function answeredText(answered: number | undefined): string {
  if (answered === undefined) return ''
  if (answered === 0) return 'Nobody has answered this question yet.'
  return answered === 1 ? '1 answer' : `${number(answered)} answers`
}

function foundText(found: number, sought: string, isWhole: boolean): string {
  if (found === 0) return `Nothing found for “${sought}”.`
  return isWhole ? `${number(found)} found` : `${number(found)} found so far`
}

/** Places tell it only nearly, where some were removed. */
function lookedText(found: number, looked: number, count: number): string {
  if (looked === 0) return 'Looking …'
  return `${found > 0 ? `${number(found)} found so far. ` : ''}Looked at ${number(looked)} of ${number(count)} …`
}

function number(value: number): string {
  return value.toLocaleString('en')
}
