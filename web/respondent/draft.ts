import { browserStorage } from '../ui/browser-storage.ts'
import { createElement, find, loadAgain, ourLanguage } from './dom.ts'
import type { Field } from './fields.ts'
import type { Page } from './page.ts'

interface Draft {
  readonly key: string
  readonly typed: readonly TypedAnswer[]
  /** The request body that is being sent. */
  readonly body?: string
}

interface TypedAnswer {
  readonly index: number
  readonly question: string
  readonly value: string
}

/**
 * Keeps typed answers while the tab is open, so that they survive a reload. The key is kept too, so that sending before
 * and after a reload stores only one response.
 */
export function keepDraft(page: Page) {
  const { form, slug, fields } = page
  const key = find<HTMLInputElement>(form, '[name=key]')
  const store = browserStorage<Draft>('sessionStorage', slug)
  const kept = store.read()
  let body = kept?.body
  const save = () => store.write({ key: key.value, typed: typedIn(fields), ...(body !== undefined && { body }) })
  const clear = () => {
    body = undefined
    store.clear()
    notice.remove()
  }
  const notice = restoredNotice(page, () => {
    clear()
    loadAgain()
  })
  // A form that the server returned with errors is newer than any draft.
  if (kept !== undefined && document.querySelector('.summary') === null) {
    key.value = kept.key
    // What was typed before this script loaded is newer.
    for (const field of fields) if (!field.value()) field.restore(valueFor(field, kept.typed))
    if (kept.typed.length > 0) form.after(notice)
  }
  form.addEventListener('input', save)
  // Visible wherever the page has been scrolled to, without moving anything. Somebody who continues has seen it.
  form.addEventListener('input', () => notice.classList.remove('floating'), { once: true })
  return {
    /** The request body that was being sent when the page was left. */
    unsent: () => body,
    sending(sent: string | undefined) {
      body = sent
      save()
    },
    clear,
  }
}

function typedIn(fields: readonly Field[]): TypedAnswer[] {
  return fields.flatMap(({ index, text: question, value }) => {
    const given = value()
    return given ? [{ index, question, value: given }] : []
  })
}

/** Questions may have moved since; a reworded one counts as another question. */
function valueFor({ index, text }: Field, typed: readonly TypedAnswer[]): string {
  const same = typed.filter(({ question }) => question === text)
  return (same.find(one => one.index === index) ?? same[0])?.value ?? ''
}

function restoredNotice({ words }: Page, afresh: () => void): HTMLElement {
  const button = createElement('button', { type: 'button', className: 'quiet' }, words.startAfresh)
  button.addEventListener('click', afresh)
  return createElement(
    'div',
    { className: 'notice restored floating', ...ourLanguage() },
    createElement('p', {}, words.restored),
    button,
  )
}
