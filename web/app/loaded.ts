import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'

/** What a page reads before it can be shown. */
export interface Loaded<Value> {
  /** Undefined until it has been read. */
  readonly value: Value | undefined
  readonly error: unknown
}

/** Reads something when the page is shown, and again when the key changes. */
export function useLoaded<Value>(key: string, read: () => Promise<Value>): Loaded<Value> {
  const loaded = useSignal<Loaded<Value>>({ value: undefined, error: undefined })
  useEffect(() => {
    let isCurrent = true
    const put = (next: Loaded<Value>) => {
      if (isCurrent) loaded.value = next
    }
    put({ value: undefined, error: undefined })
    read().then(
      value => put({ value, error: undefined }),
      (error: unknown) => put({ value: undefined, error }),
    )
    return () => {
      isCurrent = false
    }
  }, [key])
  return loaded.value
}
