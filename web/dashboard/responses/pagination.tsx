import { useEffect, useRef } from 'preact/hooks'
import { dashboardTexts } from '../../words/dashboard-words.ts'
import { words } from '../../words/words.ts'
import { PAGE_SIZE, type ResponseList } from './response-list.ts'
import { focusRow } from './response-rows.tsx'

/** Announces new responses. The list changes only when the reader requests it. */
export function NewResponses({ list }: { readonly list: ResponseList }) {
  const count = list.newRows.value.length
  const showNew = async () => {
    await list.showNew()
    focusRow(list.rows.value[0]?.id)
  }
  return (
    <div class="fresh">
      <span class="visually-hidden" role="status">
        {count > 0 && dashboardTexts.responses.newArrived}
      </span>
      {count > 0 && (
        <button type="button" onClick={showNew}>
          {dashboardTexts.responses.showNew(count, count === PAGE_SIZE)}
        </button>
      )}
    </div>
  )
}

/** Loads the next page when the reader scrolls near the end, or with a button. */
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
        {dashboardTexts.responses.showMore}
      </button>
    </p>
  )
}

function LoadFailure({ list }: { readonly list: ResponseList }) {
  return (
    <div class="notice" role="alert">
      <p>{dashboardTexts.responses.loadFailed}</p>
      <p>
        <button type="button" class="quiet" onClick={() => list.loadMore()}>
          {words.common.tryAgain}
        </button>
      </p>
    </div>
  )
}

function Skeletons() {
  return (
    <div role="status" aria-label={words.common.loading}>
      <span class="skeleton" />
      <span class="skeleton tall" />
      <span class="skeleton tall" />
    </div>
  )
}
