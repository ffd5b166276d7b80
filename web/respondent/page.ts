import type { ScriptWords } from '../../src/pages/script-words.ts'
import { find } from './dom.ts'
import { type Field, fieldsIn } from './fields.ts'

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

export function pageOf(form: HTMLFormElement): Page {
  const status = find(form, '#status')
  const aloud = find(form, '#aloud')
  return {
    form,
    slug: form.dataset.slug ?? '',
    words: JSON.parse(form.dataset.words ?? '{}'),
    fields: fieldsIn(form),
    say(text, ...further) {
      status.className = text === '' ? '' : 'notice'
      status.replaceChildren(text, ' ', ...further)
    },
    tell(...text) {
      aloud.replaceChildren(...text)
    },
  }
}
