import { useEffect, useRef } from 'preact/hooks'
import { PAGE_SIZE, type ResponseList } from './response-list.ts'
import { focusRow } from './response-rows.tsx'

/** Says that something has come in. What is being read moves only when its reader asks for that. */
export function NewResponses({ list }: { readonly list: ResponseList }) {
  const count = list.newRows.value.length
  const showNew = async () => {
    await list.showNew()
    focusRow(list.rows.value[0]?.id)
  }
  return (
    <div class="fresh">
      <span class="visually-hidden" role="status">
        {count > 0 && 'New answers have come in.'}
      </span>
      {count > 0 && (
        <button type="button" onClick={showNew}>
          {count === PAGE_SIZE ? `${PAGE_SIZE}+` : count} new {count === 1 ? 'answer' : 'answers'}
        </button>
      )}
    </div>
  )
}

/** What follows: loaded when one comes near, or by the button. */
export function LoadMore({ list }: { readonly list: ResponseList }) {
  const { state, isComplete } = list.loadState.value
  const count = list.rows.value.length
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (state !== 'idle' || button.current === null) return
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && list.loadMore(), {
      rootMargin: '400px',
    })
    observer.observe(button.current)
    return () => observer.disconnect()
  }, [list, state, isComplete, count])
  if (state === 'failed') return <LoadFailure list={list} />
  if (state === 'reading' && count === 0) return <Skeletons />
  if (isComplete) return null
  const loadAndFocus = async () => {
    await list.loadMore()
    focusRow(list.rows.value[count]?.id)
  }
  return (
    <p class="more">
      <button ref={button} type="button" class="quiet" aria-disabled={state === 'reading'} onClick={loadAndFocus}>
        Show more
      </button>
    </p>
  )
}

function LoadFailure({ list }: { readonly list: ResponseList }) {
  return (
    <div class="notice" role="alert">
      <p>The answers could not be loaded.</p>
      <p>
        <button type="button" class="quiet" onClick={() => list.loadMore()}>
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
