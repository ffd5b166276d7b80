import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'

interface Result<Value> {
  /** Undefined until it has been read. */
  readonly value: Value | undefined
  readonly error: unknown
}

/** A value that must be read before it can be shown. */
export interface Loaded<Value> extends Result<Value> {
  /** Reads it again, for example after an error or a change. */
  readonly reload: () => void
}

/** Reads a value when it is first needed. While it is read again, the previous value stays; an error replaces it. */
export function useLoaded<Value>(read: () => Promise<Value>): Loaded<Value> {
  const result = useSignal<Result<Value>>({ value: undefined, error: undefined })
  const attempts = useSignal(0)
  useEffect(() => {
    let isCurrent = true
    const put = (value: Value | undefined, error?: unknown) => {
      if (isCurrent) result.value = { value, error }
    }
    put(result.value.value)
    read().then(put, (error: unknown) => put(undefined, error))
    return () => {
      isCurrent = false
    }
  }, [attempts.value])
  return { ...result.value, reload: () => (attempts.value += 1) }
}
