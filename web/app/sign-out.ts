import { forgetEdits } from '../ui/questions/edit-storage.ts'
import { LocalCopies } from './builder/local-copies.ts'

/** Reaches the other tabs of the application, and not this one, which leaves by itself. */
const tabs = new BroadcastChannel('sign-out')

/**
 * Before this browser signs out: removes all that it keeps because it was not saved, in the builder and on dashboards, and has
 * other tabs do the same with what they show.
 */
export function forgetUnsaved(): void {
  LocalCopies.forgetAll(localStorage)
  forgetEdits()
  tabs.postMessage(null)
}

/** Calls `act` whenever another tab signs out. */
export function onSignOutElsewhere(act: () => void): void {
  tabs.addEventListener('message', act)
}
