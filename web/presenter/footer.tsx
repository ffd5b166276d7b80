import type { Result } from '../../src/domain/tally.ts'
import { AnimatedNumber } from '../ui/animated-number.tsx'
import { Link, QrCode } from './join-link.tsx'
import type { PresentationState } from './presentation-state.ts'

const STATUS_TEXTS = { closed: 'Closed', expired: 'Expired' } as const

/** How many have answered, how the survey stands, and how whoever came late gets in. */
export function Footer({ state }: { readonly state: PresentationState }) {
  const { status, id, url, response_count: count } = state.live.survey.value
  const { value: result } = state.result
  const { part } = state.screen.value
  return (
    <>
      <div class="figures">
        {result?.type !== 'free_text' && <Figures result={result} count={count} />}
        {part !== undefined && (
          <p>
            {part[0] + 1}–{part[1]} of {result?.tally?.length}
          </p>
        )}
        {status !== 'open' && <p class="ended">{STATUS_TEXTS[status]}</p>}
      </div>
      {result !== undefined && (
        <div class="way-in">
          <Link url={url} />
          <QrCode id={id} />
        </div>
      )}
      <p class="broken" role="status">
        {!state.live.connected.value && <span>Reconnecting</span>}
      </p>
    </>
  )
}

function Figures({ result, count }: { readonly result: Result | undefined; readonly count: number }) {
  if (result?.board !== undefined) {
    const { items, votes } = result.board
    return (
      <>
        <p>
          <Figure value={items} one="question" more="questions" />
        </p>
        <p>
          <Figure value={votes} one="vote" more="votes" />
        </p>
      </>
    )
  }
  return (
    <p>
      <Figure value={result?.answered ?? count} one="answer" more="answers" />
    </p>
  )
}

export function Figure({ value, one, more }: { readonly value: number; readonly one: string; readonly more: string }) {
  return (
    <>
      <strong>
        <AnimatedNumber value={value} />
      </strong>{' '}
      {value === 1 ? one : more}
    </>
  )
}
