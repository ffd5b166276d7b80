import type { ReadonlySignal, Signal } from '@preact/signals'
import type { Draft } from './draft.ts'
import type { EditProblem, FormPart, LockedContent } from './edit-impact.ts'

/** What the fields of a question need of the page that edits a list of questions. */
export interface QuestionEditor {
  readonly draft: ReadonlySignal<Draft>
  readonly locked: ReadonlySignal<LockedContent>
  /** What keeps the draft from being used, without what is just being filled in. */
  readonly problems: ReadonlySignal<readonly EditProblem[]>
  /** The key of the question that is open. */
  readonly openKey: Signal<number | undefined>
  /** Announced to screen readers. */
  readonly announcement: Signal<string>
  /** @param next the new draft; undefined changes nothing */
  edit(next: Draft | undefined): void
  /** Shows the problems of a part of a question's form from now on. */
  leave(key: number | undefined, part: FormPart): void
}
