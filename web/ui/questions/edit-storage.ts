import { browserStorage, storedNames } from '../browser-storage.ts'

const NAME = '/questions'

/** Where a tab keeps an unsaved edit of a survey's questions. */
export function editStorage(slug: string) {
  return browserStorage<string>('sessionStorage', slug + NAME)
}

/** Forgets the unsaved edits of all surveys that this tab has kept. */
export function forgetEdits(): void {
  for (const name of storedNames('sessionStorage'))
    if (name.endsWith(NAME)) editStorage(name.slice(0, -NAME.length)).clear()
}
