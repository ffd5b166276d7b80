import { make, one } from './document.ts'
import type { Page } from './main.ts'
import { stored } from './storage.ts'

interface Draft {
  readonly key: string
  /** What is typed, by question. */
  readonly typed: readonly (readonly [question: string, value: string])[]
  /** What is being sent. */
  readonly body?: string
}

/**
 * Keeps what is typed for as long as this tab is open, so that it survives a reload. Its key stays with it, so that what
 * was sent before a reload and after it is one response.
 */
export function keepDraft(page: Page) {
  const { form, slug, fields, words } = page
  const key = one<HTMLInputElement>(form, '[name=key]')
  const store = stored<Draft>(sessionStorage, slug)
  let body: string | undefined
  const typed = () =>
    fields.flatMap(({ text, value }) =>
      [value()].flatMap(given => (given === undefined ? [] : [[text, given] as const])),
    )
  const save = () => store.write({ key: key.value, typed: typed(), ...(body !== undefined && { body }) })
  const restore = ({ key: kept, typed, body: sent }: Draft) => {
    key.value = kept
    body = sent
    const byQuestion = new Map(typed)
    for (const { text, restore } of fields) restore(byQuestion.get(text) ?? '')
    if (typed.length > 0) offerAfresh()
  }
  const offerAfresh = () => {
    const button = make('button', { type: 'button', className: 'quiet' }, words.startAfresh)
    const notice = make('p', { className: 'notice' }, words.restored, ' ', button)
    const leave = () => notice.remove()
    button.addEventListener('click', () => {
      store.clear()
      location.reload()
    })
    form.addEventListener('afresh', leave)
    form.before(notice)
  }
  const draft = store.read()
  // What the server has just shown, with its messages, is newer than any draft.
  if (draft !== undefined && document.querySelector('.summary') === null) restore(draft)
  form.addEventListener('input', save)
  return {
    get body() {
      return body
    },
    sending(sent: string | undefined) {
      body = sent
      save()
    },
    clear() {
      body = undefined
      store.clear()
    },
  }
}
