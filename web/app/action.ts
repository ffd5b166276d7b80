import { useSignal } from '@preact/signals'
import { attempt } from '../ui/notice.tsx'

interface Action {
  readonly isRunning: boolean
  readonly run: () => Promise<void>
}

/** An action that takes a while: pressed again meanwhile, it does not run twice. Its error is a notice. */
export function useAction(act: () => Promise<unknown>): Action {
  const isRunning = useSignal(false)
  const run = async () => {
    if (isRunning.value) return
    isRunning.value = true
    try {
      await attempt(act)
    } finally {
      isRunning.value = false
    }
  }
  return { isRunning: isRunning.value, run }
}
