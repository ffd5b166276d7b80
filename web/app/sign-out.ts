import { forgetEdits } from '../ui/questions/edit-storage.ts'
import { LocalCopies } from './builder/local-copies.ts'

/** Says to all tabs of the application that this browser signs out. */
const SIGN_OUT = 'sign-out'

/**
 * Before this browser signs out: removes all that it keeps because it was not saved, in the builder and on dashboards, and has
 * other tabs do the same with what they show.
 */
export function forgetUnsaved(): void {
  LocalCopies.forgetAll(localStorage)
  forgetEdits()
  const tabs = new BroadcastChannel(SIGN_OUT)
  tabs.postMessage(null)
  tabs.close()
}

/** Calls `act` whenever another tab signs out. */
export function onSignOutElsewhere(act: () => void): void {
  new BroadcastChannel(SIGN_OUT).addEventListener('message', act)
}
