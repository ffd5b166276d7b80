import type { StoredResponse } from '../../src/pages/contract.ts'
import { browserStorage } from '../ui/browser-storage.ts'
import { cloneTemplate, createElement, find, loadAgain, ourLanguage } from './dom.ts'
import type { Field } from './fields.ts'
import type { Page } from './page.ts'

type Question = readonly [index: number, text: string]

/** A stored row with the questions as they were at the time. */
export interface Receipt extends Omit<StoredResponse, 'questions'> {
  readonly questions: readonly Question[]
}

/** How long after sending a receipt can be viewed again in its tab, in milliseconds. */
const RECEIPT_MS = 30 * 60_000

/** What was last stored from this tab, until the receipt expires. The page shown after answering reads it too. */
export function receiptStorage(slug: string) {
  const { read, write, clear } = browserStorage<Receipt & { readonly keptAt: number }>(
    'sessionStorage',
    `${slug}/receipt`,
  )
  return {
    clear,
    keep: (receipt: Receipt) => write({ ...receipt, keptAt: Date.now() }),
    read(): Receipt | undefined {
      const kept = read()
      const age = Date.now() - (kept?.keptAt ?? 0)
      // The device's clock may have been set back.
      if (age >= 0 && age < RECEIPT_MS) return kept
      clear()
      return undefined
    },
  }
}

/**
 * Shows what was last stored from this tab instead of the questions, even after a reload; boards stay.
 * @param stored the response just stored; left out after a load
 */
export function showReceipt({ form, slug, fields, words, tell }: Page, stored?: StoredResponse): void {
  const storage = receiptStorage(slug)
  const receipt = stored ? receiptFor(stored, fields) : storage.read()
  if (receipt === undefined) return
  if (stored) storage.keep(receipt)
  const section = receiptOf(receipt, words.noAnswer, storage)
  find(section, '[data-again]').addEventListener('click', () => {
    storage.clear()
    loadAgain()
  })
  // Announcements about a question would otherwise remain below the receipt.
  tell('')
  for (const { container, restore } of fields) {
    container.hidden = true
    // After a reload, some browsers fill in what was typed before.
    restore('')
  }
  find(form, '#send').hidden = true
  form.before(section)
  document.title = section.dataset.title ?? ''
  const named = stored ? null : document.getElementById(location.hash.slice(1))
  // The questions above the board named in the address have been removed.
  if (named?.closest('[data-board]')) named.scrollIntoView()
  else find(section, 'h2').focus()
  // Continues to the shared results, where the receipt is shown too. Boards are on this page.
  if (stored && storage.read() && !form.querySelector('[data-board]')) section.querySelector('a')?.click()
}

/**
 * The page's template, filled with what was stored. Its button removes the answers from the screen and from the tab.
 */
export function receiptOf(
  receipt: Receipt,
  noAnswer: string,
  { read, clear }: ReturnType<typeof receiptStorage>,
): HTMLElement {
  const section = cloneTemplate(find<HTMLTemplateElement>(document, '#receipt'))
  const shown = find(section, '[data-hidden]')
  find(shown, 'button').addEventListener('click', () => {
    clear()
    const note = createElement('p', { tabIndex: -1 }, shown.dataset.hidden ?? '')
    shown.replaceWith(note)
    note.focus()
  })
  // A page restored from the browser's cache may show answers that have been hidden on another page.
  addEventListener('pageshow', ({ persisted }) => persisted && !read() && loadAgain())
  find(section, 'time').textContent = new Date(receipt.submitted_at).toLocaleString(ourLanguage().lang, {
    dateStyle: 'long',
    timeStyle: 'short',
  })
  find(section, 'code').textContent = receipt.id
  const list = find(section, 'dl')
  let before: string | undefined
  let none: HTMLElement | undefined
  for (const [index, text] of receipt.questions) {
    const answer = receipt.answers[index]
    // Questions with the same text that follow one another are the options of one.
    if (text !== before) {
      none = createElement('dd', { className: 'muted', ...ourLanguage() }, noAnswer)
      list.append(createElement('dt', { dir: 'auto' }, text), none)
    }
    before = text
    if (answer == null) continue
    none?.remove()
    list.append(createElement('dd', { dir: 'auto' }, `${answer}`))
  }
  return section
}

function receiptFor({ questions = [], ...stored }: StoredResponse, fields: readonly Field[]): Receipt {
  return { ...stored, questions: fields.map(({ index }) => [index, questions[index] ?? '']) }
}
