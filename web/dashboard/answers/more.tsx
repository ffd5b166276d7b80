import { useEffect, useRef } from 'preact/hooks'
import { PER_PART, type Reading } from './reading.ts'
import { focusRow } from './rows.tsx'

/** Says that something has come in. What is being read moves only when its reader asks for that. */
export function Fresh({ reading }: { readonly reading: Reading }) {
  const count = reading.fresh.value.length
  const takeIn = async () => {
    await reading.takeIn()
    focusRow(reading.rows.value[0]?.id)
  }
  return (
    <div class="fresh">
      <span class="visually-hidden" role="status">
        {count > 0 && 'New answers have come in.'}
      </span>
      {count > 0 && (
        <button type="button" onClick={takeIn}>
          {count === PER_PART ? `${PER_PART}+` : count} new {count === 1 ? 'answer' : 'answers'}
        </button>
      )}
    </div>
  )
}

/** What follows: loaded when one comes near, or by the button. */
export function More({ reading }: { readonly reading: Reading }) {
  const { state, isWhole } = reading.standing.value
  const count = reading.rows.value.length
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (state !== 'idle' || button.current === null) return
    const sight = new IntersectionObserver(([entry]) => entry?.isIntersecting && reading.more(), {
      rootMargin: '400px',
    })
    sight.observe(button.current)
    return () => sight.disconnect()
  }, [reading, state, isWhole, count])
  if (state === 'failed') return <Failure reading={reading} />
  if (state === 'reading' && count === 0) return <Skeletons />
  if (isWhole) return null
  const press = async () => {
    await reading.more()
    focusRow(reading.rows.value[count]?.id)
  }
  return (
    <p class="more">
      <button ref={button} type="button" class="quiet" aria-disabled={state === 'reading'} onClick={press}>
        Show more
      </button>
    </p>
  )
}

function Failure({ reading }: { readonly reading: Reading }) {
  return (
    <div class="notice" role="alert">
      <p>The answers could not be loaded.</p>
      <p>
        <button type="button" class="quiet" onClick={() => reading.more()}>
          Try again
        </button>
      </p>
    </div>
  )
}

function Skeletons() {
  return (
    <div role="status" aria-label="Loading">
      <span class="skeleton" />
      <span class="skeleton tall" />
      <span class="skeleton tall" />
    </div>
  )
}
