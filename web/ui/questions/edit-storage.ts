import { effect, type ReadonlySignal } from '@preact/signals'
import { browserStorage, storedNames } from '../browser-storage.ts'
import type { EndReason } from '../live-survey.ts'

const NAME = '/questions'

/** Where a tab keeps an unsaved edit of a survey's questions. */
export function editStorage(slug: string) {
  return browserStorage<string>('sessionStorage', slug + NAME)
}

/**
 * Forgets a tab's unsaved edit once its browser signs out, in whichever tab: the next person at it is not to read the edit. That of a session
 * that has ended by itself stays.
 * @param ended why the survey can no longer be shown
 */
export function forgetAtSignOut(slug: string, ended: ReadonlySignal<EndReason | undefined>): void {
  effect(() => {
    if (ended.value === 'signed out') editStorage(slug).clear()
  })
}

/** Forgets the unsaved edits of all surveys that this tab has kept. */
export function forgetEdits(): void {
  for (const name of storedNames('sessionStorage'))
    if (name.endsWith(NAME)) editStorage(name.slice(0, -NAME.length)).clear()
}
