import { forgetEdits } from '../ui/questions/edit-storage.ts'
import { LocalCopies } from './builder/local-copies.ts'

/** Before this browser signs out: removes all that it keeps because it was not saved, in the builder and on dashboards. */
export function forgetUnsaved(): void {
  LocalCopies.forgetAll(localStorage)
  forgetEdits()
}
