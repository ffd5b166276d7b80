import type { ScriptWords } from '../../src/pages/script-words.ts'
import type { Field } from './fields.ts'

/** Shared by the parts of the script. */
export interface Page {
  readonly form: HTMLFormElement
  readonly slug: string
  readonly words: ScriptWords
  readonly fields: readonly Field[]
  /** Shows a message at the end of the form until the next one. */
  say(text: string, ...further: readonly HTMLElement[]): void
  /** Announces to screen readers what is visible elsewhere. */
  tell(...text: readonly (string | Node)[]): void
}
