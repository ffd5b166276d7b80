import { browserStorage } from '../ui/browser-storage.ts'
import { cloneTemplate, createElement, find, loadAgain } from './dom.ts'
import type { Field } from './fields.ts'
import type { Page } from './page.ts'

/** The stored row. */
export interface StoredResponse {
  readonly id: string
  readonly submitted_at: string
  readonly answers: readonly (string | number | null)[]
}

type Question = readonly [index: number, text: string]

/** A stored row with the questions as they were. */
export interface Receipt extends StoredResponse {
  readonly questions: readonly Question[]
}

/** What was stored last in this tab. The page after answering reads it, too. */
export function receiptStorage(slug: string) {
  return browserStorage<Receipt>('sessionStorage', `${slug}/receipt`)
}

/**
 * Shows what was stored last in this tab in place of the questions, also after a reload; boards stay.
 * @param stored just now; left out after a load
 */
export function showReceipt({ form, slug, fields, words, tell }: Page, stored?: StoredResponse): void {
  const storage = receiptStorage(slug)
  const receipt = stored ? { ...stored, questions: fields.map(questionOf) } : storage.read()
  if (receipt === undefined) return
  storage.write(receipt)
  const section = receiptOf(receipt, words.noAnswer)
  find(section, 'button').addEventListener('click', () => {
    storage.clear()
    loadAgain()
  })
  // What was said of a question is found below the receipt otherwise.
  tell('')
  for (const { container } of fields) container.hidden = true
  find(form, '#send').hidden = true
  form.before(section)
  document.title = `${words.thanks}: ${find(document, 'h1').textContent}`
  find(section, 'h2').focus()
  if (!stored || !storage.read()) return
  // To the shared results, where the receipt is shown too. What became of a question for a board is said only here.
  if (!form.querySelector('.outcome.success')) section.querySelector('a')?.click()
}

/** The template of the page, filled with what was stored. */
export function receiptOf(receipt: Receipt, noAnswer: string): HTMLElement {
  const section = cloneTemplate(find<HTMLTemplateElement>(document, '#receipt'))
  const format = { dateStyle: 'long', timeStyle: 'short' } as const
  find(section, 'time').textContent = new Date(receipt.submitted_at).toLocaleString(
    document.documentElement.lang,
    format,
  )
  find(section, 'code').textContent = receipt.id
  find(section, 'dl').append(
    ...receipt.questions.flatMap(([index, text]) => {
      const answer = receipt.answers[index] ?? null
      return [
        createElement('dt', { dir: 'auto' }, text),
        createElement('dd', { dir: 'auto', className: answer === null ? 'muted' : '' }, `${answer ?? noAnswer}`),
      ]
    }),
  )
  return section
}

function questionOf({ index, text }: Field): Question {
  return [index, text]
}
