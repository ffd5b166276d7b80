import type { Result } from '../../src/domain/tally.ts'
import { AnimatedNumber } from '../ui/animated-number.tsx'
import { words } from '../words/words.ts'
import { Link, QrCode } from './join-link.tsx'
import type { PresentationState } from './presentation-state.ts'

/** Counts, status and, beside a question, the link for latecomers. */
export function Footer({ state }: { readonly state: PresentationState }) {
  const { status, id, url, response_count: count } = state.live.survey.value
  const { value: result } = state.result
  const { part } = state.screen.value
  return (
    <>
      <div class="figures">
        {result?.type !== 'free_text' && <Figures result={result} count={count} />}
        {part !== undefined && <p>{words.presenter.range(part[0] + 1, part[1], result?.tally?.length ?? 0)}</p>}
        {status !== 'open' && <p class="ended">{words.common.status[status]}</p>}
      </div>
      {result !== undefined && (
        <div class="way-in">
          <Link url={url} />
          <QrCode id={id} />
        </div>
      )}
      <p class="broken" role="status">
        {!state.live.connected.value && <span>{words.common.reconnecting}</span>}
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
          <Figure value={items} unit={words.common.questions} />
        </p>
        <p>
          <Figure value={votes} unit={words.common.votes} />
        </p>
      </>
    )
  }
  return (
    <p>
      <Figure
        value={result?.answered ?? count}
        unit={result === undefined ? words.common.responses : words.common.answers}
      />
    </p>
  )
}

export function Figure({ value, unit }: { readonly value: number; readonly unit: (count: number) => string }) {
  return (
    <>
      <strong>
        <AnimatedNumber value={value} />
      </strong>{' '}
      {unit(value)}
    </>
  )
}
