import { useSignal } from '@preact/signals'
import { attempt } from './notice.tsx'

interface Action<Arguments extends readonly unknown[]> {
  readonly isRunning: boolean
  readonly run: (...args: Arguments) => Promise<void>
}

/**
 * An action that takes a while. If it is started again meanwhile, it does not run twice. Its error is shown as a
 * notice.
 */
export function useAction<Arguments extends readonly unknown[]>(
  act: (...args: Arguments) => Promise<unknown>,
): Action<Arguments> {
  const isRunning = useSignal(false)
  const run = async (...args: Arguments) => {
    if (isRunning.value) return
    isRunning.value = true
    try {
      await attempt(() => act(...args))
    } finally {
      isRunning.value = false
    }
  }
  return { isRunning: isRunning.value, run }
}
