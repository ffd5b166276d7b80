import { cloneTemplate, createElement, find } from './dom.ts'
import type { Page } from './page.ts'

/** The stored row. */
export interface StoredResponse {
  readonly id: string
  readonly submitted_at: string
  readonly answers: readonly (string | number | null)[]
}

/** Shows the stored row in place of the questions; boards stay. @param afresh clears the form for another response */
export function showReceipt({ form, fields, words }: Page, response: StoredResponse, afresh: () => void): void {
  const receipt = cloneTemplate(find<HTMLTemplateElement>(document, '#receipt'))
  for (const slot of receipt.querySelectorAll<HTMLElement>('[data-slot]'))
    slot.textContent = response[slot.dataset.slot as 'id' | 'submitted_at']
  const list = find(receipt, 'dl')
  list.prepend(
    ...fields.flatMap(({ index, text }) => {
      const answer = response.answers[index] ?? null
      const none = answer === null
      return [
        createElement('dt', {}, text),
        createElement('dd', { className: none ? 'muted' : '' }, none ? words.noAnswer : String(answer)),
      ]
    }),
  )
  const parts = [...fields.map(({ container }) => container), find(form, '#send')]
  const show = (shown: boolean) => {
    for (const part of parts) part.hidden = !shown
  }
  const { title } = document
  find(receipt, 'button').addEventListener('click', () => {
    receipt.remove()
    document.title = title
    show(true)
    afresh()
    window.scrollTo(0, 0)
    find(document, 'h1').focus()
  })
  show(false)
  form.before(receipt)
  document.title = `${words.thanks}: ${find(document, 'h1').textContent}`
  find(receipt, 'h2').focus()
}
