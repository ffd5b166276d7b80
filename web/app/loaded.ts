import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'

interface Result<Value> {
  /** Undefined until it has been read. */
  readonly value: Value | undefined
  readonly error: unknown
}

/** What a page reads before it can be shown. */
export interface Loaded<Value> extends Result<Value> {
  /** Reads it again, as after an error. */
  readonly retry: () => void
}

/** Reads something when the page is shown, and again when the key changes. */
export function useLoaded<Value>(key: string, read: () => Promise<Value>): Loaded<Value> {
  const result = useSignal<Result<Value>>({ value: undefined, error: undefined })
  const attempts = useSignal(0)
  useEffect(() => {
    let isCurrent = true
    const put = (next: Result<Value>) => {
      if (isCurrent) result.value = next
    }
    put({ value: undefined, error: undefined })
    read().then(
      value => put({ value, error: undefined }),
      (error: unknown) => put({ value: undefined, error }),
    )
    return () => {
      isCurrent = false
    }
  }, [key, attempts.value])
  return { ...result.value, retry: () => (attempts.value += 1) }
}
