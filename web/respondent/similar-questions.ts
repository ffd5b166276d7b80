import { similarQuestions } from '../../src/domain/boards/similar-questions.ts'
import { createElement, ourLanguage } from './dom.ts'

/** Maximum number of suggested questions: more would push the text being typed out of view. */
const MAX_OFFERED = 3

interface Listed {
  readonly text: string
  readonly row: HTMLElement
}

/**
 * Suggests similar existing questions below the box for questions. Each is a copy of its row, with a working vote
 * button. Asking is never delayed.
 * @param listed the board's questions on this page
 */
export function offerSimilar(box: HTMLElement, heading: string, listed: () => readonly Listed[]) {
  const list = createElement('ul', {})
  const status = createElement('p', { className: 'muted', ...ourLanguage() })
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
