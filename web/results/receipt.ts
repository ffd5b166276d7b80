import { find } from '../respondent/dom.ts'
import { receiptOf, receiptStorage } from '../respondent/receipt.ts'

/** Shows what was last stored from this tab, at the end of the page so that nothing moves. */
export function showReceipt(slug: string): void {
  const storage = receiptStorage(slug)
  const template = document.querySelector<HTMLElement>('#receipt')
  // A shared device shows none.
  if (template === null) return void storage.clear()
  const receipt = storage.read()
  if (receipt === undefined) return
  const { noAnswer = '' } = template.dataset
  find(document, 'main').append(receiptOf(receipt, noAnswer, storage))
  document.querySelector('[data-again]')?.addEventListener('click', () => storage.clear())
}
