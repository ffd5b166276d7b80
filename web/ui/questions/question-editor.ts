import type { ReadonlySignal, Signal } from '@preact/signals'
import type { TextLanguage } from '../../../src/domain/surveys/languages/text-language.ts'
import type { Draft } from './draft.ts'
import type { EditProblem, FormPart, LockedContent } from './edit-impact.ts'

/** What a question's fields need from the page that edits a list of questions. */
export interface QuestionEditor {
  readonly draft: ReadonlySignal<Draft>
  /** Of the texts. */
  readonly textLanguage: ReadonlySignal<TextLanguage>
  readonly locked: ReadonlySignal<LockedContent>
  /** What prevents the draft from being used, without fields that are just being filled in. */
  readonly problems: ReadonlySignal<readonly EditProblem[]>
  /** The open question's key. */
  readonly openKey: Signal<number | undefined>
  /** Announced to screen readers. */
  readonly announcement: Signal<string>
  /** @param next the new draft; undefined changes nothing */
  edit(next: Draft | undefined): void
  /** Shows the problems of a part of a question's form from now on. */
  leave(key: number | undefined, part: FormPart): void
}
