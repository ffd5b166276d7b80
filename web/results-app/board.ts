import { createElement } from '../respondent/dom.ts'
import { callTool } from './host.ts'

interface Item {
  readonly id: string
  readonly text: string
  readonly votes: number
  readonly state: State
}
type State = 'held' | 'shown' | 'answered' | 'hidden'

/** What a moderator can do with a question, by its state. */
const ACTIONS: Readonly<Record<State, readonly (readonly [label: string, next: State])[]>> = {
  held: [
    ['Approve', 'shown'],
    ['Dismiss', 'hidden'],
  ],
  shown: [
    ['Mark answered', 'answered'],
    ['Hide', 'hidden'],
  ],
  answered: [['Reopen', 'shown']],
  hidden: [['Show', 'shown']],
}
const STATES: Readonly<Record<State, string>> = {
  held: 'waiting for approval',
  shown: 'shown',
  answered: 'answered',
  hidden: 'hidden',
}

export interface BoardParts {
  readonly survey: string
  readonly question: number
  /** Reads the results again, and the boards with them. */
  readonly reload: () => Promise<void>
  /** Says what has happened, or what has failed. */
  readonly say: (text: string) => void
}

/** The questions of a board, which are read when somebody asks for them, and then whenever the results are. */
export class Board {
  readonly element: HTMLElement
  readonly #parts: BoardParts
  readonly #list = createElement('ul', { className: 'board' })
  readonly #rows = new Map<string, { readonly state: State; readonly row: HTMLElement; readonly votes: HTMLElement }>()
  #canModerate: boolean | undefined
  #isOpen = false

  constructor(parts: BoardParts) {
    this.#parts = parts
    const button = createElement('button', { type: 'button', ariaExpanded: 'false' }, 'Show questions')
    button.onclick = () => {
      this.#isOpen = !this.#isOpen
      button.textContent = this.#isOpen ? 'Hide questions' : 'Show questions'
      button.ariaExpanded = String(this.#isOpen)
      this.#list.hidden = !this.#isOpen
      void this.refresh()
    }
    this.element = createElement('div', {}, button, this.#list)
  }

  async refresh(): Promise<void> {
    if (!this.#isOpen) return
    const { survey, question, say } = this.#parts
    try {
      this.#canModerate ??= (await callTool<{ scope: string }>('whoami', {})).scope.includes('surveys:write')
      const { untrusted_questions, total } = await callTool<{ untrusted_questions: readonly Item[]; total: number }>(
        'read_board',
        { id: survey, question },
      )
      this.#show(untrusted_questions)
      say(noteOn(total, untrusted_questions.length))
    } catch (error) {
      say((error as Error).message)
    }
  }

  /** The focus stays on the button that has it. */
  #show(items: readonly Item[]): void {
    const focused = document.activeElement
    this.#list.replaceChildren(...items.map(item => this.#rowOf(item)))
    if (focused instanceof HTMLElement && this.#list.contains(focused)) focused.focus()
  }

  #rowOf(item: Item): HTMLElement {
    const known = this.#rows.get(item.id)
    if (known?.state === item.state) {
      known.votes.textContent = votesOf(item)
      return known.row
    }
    const votes = createElement('span', { className: 'note' }, votesOf(item))
    const row = createElement('li', {}, createElement('p', { dir: 'auto' }, item.text), votes)
    if (this.#canModerate) row.append(...ACTIONS[item.state].map(([label, next]) => this.#action(item, label, next)))
    this.#rows.set(item.id, { state: item.state, row, votes })
    return row
  }

  #action({ id: item, text }: Item, label: string, state: State): HTMLElement {
    const button = createElement(
      'button',
      { type: 'button' },
      label,
      createElement('span', { className: 'unseen' }, text),
    )
    const { survey: id, question, say, reload } = this.#parts
    button.onclick = async () => {
      button.disabled = true
      try {
        await callTool('moderate_board', { id, question, item, state })
        await reload()
        this.#rows.get(item)?.row.querySelector('button')?.focus()
        say(`The question is now ${STATES[state]}.`)
      } catch (error) {
        button.disabled = false
        say((error as Error).message)
      }
    }
    return button
  }
}

function noteOn(total: number, listed: number): string {
  if (total === 0) return 'Nobody has asked anything yet.'
  return total > listed ? `The first ${listed} of ${total} questions are here. The dashboard has all.` : ''
}

function votesOf({ votes, state }: Item): string {
  return `${votes} ${votes === 1 ? 'vote' : 'votes'} · ${STATES[state]}`
}
