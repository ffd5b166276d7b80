import { similarQuestions } from '../../src/domain/similar.ts'
import { createElement } from './dom.ts'

/** How many are offered: more would take the place of what is being typed. */
const MAX_OFFERED = 3

interface Listed {
  readonly text: string
  readonly row: HTMLElement
}

/**
 * Offers what has been asked already below the box for questions. Each is a copy of its row, whose button votes as that one
 * does. Posting is never held up.
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
