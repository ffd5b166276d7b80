import { find } from '../respondent/dom.ts'
import { receiptOf, receiptStorage } from '../respondent/receipt.ts'

/** Shows what was stored last in this tab at the end of the page, so that it moves nothing. */
export function showReceipt(slug: string): void {
  const storage = receiptStorage(slug)
  const receipt = storage.read()
  if (receipt === undefined) return
  const { noAnswer = '' } = find(document, '#receipt').dataset
  find(document, 'main').append(receiptOf(receipt, noAnswer))
  document.querySelector('[data-again]')?.addEventListener('click', () => storage.clear())
}
