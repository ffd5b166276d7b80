import { similarQuestions } from '../../src/domain/similar.ts'
import { createElement } from './dom.ts'

/** Maximum number of questions offered: more would push the text that is being typed out of view. */
const MAX_OFFERED = 3

interface Listed {
  readonly text: string
  readonly row: HTMLElement
}

/**
 * Offers similar questions that were asked already, below the box for questions. Each is a copy of its row, with a working
 * vote button. Asking is never delayed.
 * @param listed the questions of the board that this page has
 */
export function offerSimilar(box: HTMLElement, heading: string, listed: () => readonly Listed[]) {
  const list = createElement('ul', {})
  const status = createElement('p', { className: 'muted' })
  const offer = createElement('div', { className: 'similar', hidden: true }, status, list)
  status.setAttribute('role', 'status')
  box.append(offer)
  return (text: string) => {
    const found = similarQuestions(text, listed(), MAX_OFFERED)
    offer.hidden = found.length === 0
    status.textContent = found.length === 0 ? '' : heading
    list.replaceChildren(...found.map(({ row }) => row.cloneNode(true)))
  }
}
