import { browserStorage } from '../ui/browser-storage.ts'
import { createElement, find, loadAgain, madeFor, ourLanguage } from './dom.ts'
import type { TypedAnswer, TypedAnswers } from './earlier-draft.ts'
import type { Field } from './fields.ts'
import type { Page } from './page.ts'

interface Draft extends TypedAnswers {
  readonly key: string
  /** The request body that is being sent. */
  readonly body?: string
}

/**
 * Keeps typed answers while the tab is open, so that they survive a reload. The key is kept too, so that sending before
 * and after a reload stores only one response.
 */
export function keepDraft(page: Page) {
  const { form, slug, fields, words } = page
  const key = find<HTMLInputElement>(form, '[name=key]')
  const store = browserStorage<Draft>('sessionStorage', slug)
  const kept = store.read()
  let body = kept?.body
  const made = madeFor(form)
  let isSaved = true
  const save = () =>
    isSaved &&
    store.write({
      key: key.value,
      form: made,
      typed: typedIn(fields),
      aside: form.querySelector<HTMLTextAreaElement>('[name=aside]')?.value,
      ...(body !== undefined && { body }),
    })
  const clear = () => {
    body = undefined
    store.clear()
    notice.remove()
  }
  const notice = restoredNotice(() => {
    clear()
    loadAgain()
  }, words.startAfresh)
  // A form that the server returned with errors is newer than any draft.
  if (kept !== undefined && document.querySelector('.summary') === null) {
    key.value = kept.key
    const show = (isWhole: boolean) => {
      notice.prepend(createElement('p', {}, isWhole ? words.restored : words.restoredPartly))
      if (kept.typed.length > 0 || kept.aside) form.after(notice)
      form.dispatchEvent(new Event('change'))
    }
    if (kept.form === made && !kept.aside) {
      // What was typed before this script loaded is newer.
      for (const { index, value } of kept.typed)
        fields.find(field => field.index === index && field.value() === '')?.restore(value)
      show(true)
    } else {
      // Kept as it is if the script cannot be loaded.
      isSaved = false
      import('./earlier-draft.ts').then(({ bringBack }) => {
        isSaved = true
        show(bringBack(page, kept, made))
      })
    }
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
  return fields.map(({ index, value }) => ({ index, value: value() })).filter(({ value }) => value !== '')
}

function restoredNotice(afresh: () => void, name: string): HTMLElement {
  const button = createElement('button', { type: 'button', className: 'quiet' }, name)
  button.addEventListener('click', afresh)
  return createElement('div', { className: 'notice restored floating', ...ourLanguage() }, button)
}
