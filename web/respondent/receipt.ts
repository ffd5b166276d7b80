import { copyOf, make, one } from './document.ts'
import type { Page } from './main.ts'

/** The row as it was kept. */
export interface Kept {
  readonly id: string
  readonly submitted_at: string
  readonly answers: readonly (string | number | null)[]
}

/** Shows the row that was kept in place of the questions; boards stay. @param afresh readies the form for another answer */
export function showReceipt({ form, fields, words }: Page, kept: Kept, afresh: () => void): void {
  const receipt = copyOf(one<HTMLTemplateElement>(document, '#receipt'))
  for (const slot of receipt.querySelectorAll<HTMLElement>('[data-slot]'))
    slot.textContent = kept[slot.dataset.slot as 'id' | 'submitted_at']
  const list = one(receipt, 'dl')
  list.prepend(
    ...fields.flatMap(({ index, text }) => {
      const answer = kept.answers[index] ?? null
      const none = answer === null
      return [
        make('dt', {}, text),
        make('dd', { className: none ? 'muted' : '' }, none ? words.noAnswer : String(answer)),
      ]
    }),
  )
  const parts = [...fields.map(({ place }) => place), one(form, '#send')]
  const show = (shown: boolean) => {
    for (const part of parts) part.hidden = !shown
  }
  const { title } = document
  one(receipt, 'button').addEventListener('click', () => {
    receipt.remove()
    document.title = title
    show(true)
    afresh()
    window.scrollTo(0, 0)
    one(document, 'h1').focus()
  })
  show(false)
  form.before(receipt)
  document.title = `${words.thanks}: ${one(document, 'h1').textContent}`
  one(receipt, 'h2').focus()
}
