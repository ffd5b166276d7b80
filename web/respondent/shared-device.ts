import { browserStorage } from '../ui/browser-storage.ts'
import { startAnswering } from './answering.ts'
import { whenIdle } from './idle.ts'
import type { Page } from './page.ts'
import { receiptStorage } from './receipt.ts'

const nothing = () => undefined

// On a shared device, nothing is kept, and a thank-you page without the answers gives way to an empty page.
startAnswering({
  keep(page) {
    forget(page)
    whenIdle(page, () => {
      empty(page)
      location.replace(page.form.action)
    })
    return { unsent: nothing, sending: nothing, clear: nothing }
  },
  finish(page, stored) {
    if (stored) location.replace(thanksUrl(page))
  },
})

/** Removes what was kept before the device was shared, and keeps browsers from caching the filled-in page. */
function forget(page: Page): void {
  browserStorage('sessionStorage', page.slug).clear()
  receiptStorage(page.slug).clear()
  addEventListener('pagehide', () => empty(page))
  addEventListener('pageshow', ({ persisted }) => persisted && location.replace(page.form.action))
}

function empty({ form, fields }: Page): void {
  for (const { restore } of fields) restore('')
  for (const area of form.querySelectorAll('textarea')) area.value = ''
}

/** The thank-you page also reports what happened to a question for a board. */
function thanksUrl({ form }: Page): string {
  const state = form.querySelector<HTMLElement>('.outcome.success')?.dataset.state
  return form.action.replace('?', '/thanks?') + (state ? `&asked=${state}` : '')
}
