import { createElement } from '../respondent/dom.ts'
import { OURS } from '../ui/our-words.ts'
import { setText } from '../ui/set-text.ts'
import { callTool } from './host.ts'

interface Item {
  readonly id: string
  readonly text: string
  readonly votes: number
  readonly state: State
}
/** The result of `read_board`. */
interface BoardAnswer {
  readonly untrusted_questions: readonly Item[]
  readonly total: number
  /** Whether the client passes on calls of `moderate_board`, and the token allows them. */
  readonly can_moderate: boolean
}
type State = 'held' | 'shown' | 'answered' | 'hidden'

interface Row {
  readonly state: State
  readonly element: HTMLElement
  readonly votes: HTMLElement
}

/** What a moderator can do with a question, by state. */
const ACTIONS: Readonly<Record<State, readonly (readonly [label: string, next: State])[]>> = {
  held: [
    ['Approve', 'shown'],
    ['Hide', 'hidden'],
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
  /** Reads the results again, including the boards. */
  readonly reload: () => Promise<void>
}

/** A board's questions, which are read on request, and from then on whenever the results are. */
export class Board {
  readonly element: HTMLElement
  readonly #parts: BoardParts
  readonly #list = createElement('ul', { className: 'board' })
  readonly #note = createElement('p', { role: 'status', className: 'board-note', ...OURS })
  #rows = new Map<string, Row>()
  #isOpen = false
  #refreshes = 0

  constructor(parts: BoardParts) {
    this.#parts = parts
    const button = createElement('button', { type: 'button', ariaExpanded: 'false', ...OURS }, 'Show questions')
    button.onclick = () => {
      this.#isOpen = !this.#isOpen
      button.textContent = this.#isOpen ? 'Hide questions' : 'Show questions'
      button.ariaExpanded = String(this.#isOpen)
      this.#list.hidden = !this.#isOpen
      this.#note.hidden = !this.#isOpen
      void this.refresh()
    }
    this.element = createElement('div', {}, button, this.#note, this.#list)
  }

  get isOpen(): boolean {
    return this.#isOpen
  }

  /** Of several concurrent calls, the last one counts. */
  async refresh(): Promise<void> {
    if (!this.#isOpen) return
    const { survey, question } = this.#parts
    const refresh = ++this.#refreshes
    try {
      const board = await callTool<BoardAnswer>('read_board', { id: survey, question })
      if (refresh !== this.#refreshes) return
      this.#show(board)
      this.#say(noteOn(board))
    } catch (error) {
      if (refresh === this.#refreshes) this.#say((error as Error).message)
    }
  }

  #say(text: string): void {
    setText(this.#note, text)
  }

  /** The focus stays on the focused button. */
  #show({ untrusted_questions: items, can_moderate }: BoardAnswer): void {
    const focused = document.activeElement
    this.#rows = new Map(items.map(item => [item.id, this.#rowOf(item, can_moderate)]))
    this.#list.replaceChildren(...[...this.#rows.values()].map(({ element }) => element))
    if (focused instanceof HTMLElement && this.#list.contains(focused)) focused.focus()
  }

  #rowOf(item: Item, canModerate: boolean): Row {
    const known = this.#rows.get(item.id)
    if (known?.state === item.state) {
      known.votes.textContent = votesOf(item)
      return known
    }
    const votes = createElement('span', { className: 'note', ...OURS }, votesOf(item))
    const element = createElement('li', {}, createElement('p', { dir: 'auto' }, item.text), votes)
    if (canModerate) element.append(...ACTIONS[item.state].map(([label, next]) => this.#action(item, label, next)))
    return { state: item.state, element, votes }
  }

  #action({ id: item, text }: Item, label: string, state: State): HTMLElement {
    const button = createElement(
      'button',
      { type: 'button', ...OURS },
      label,
      createElement('span', { className: 'unseen' }, text),
    )
    const { survey: id, question, reload } = this.#parts
    button.onclick = async () => {
      button.disabled = true
      try {
        await callTool('moderate_board', { id, question, item, state })
        await reload()
        this.#rows.get(item)?.element.querySelector('button')?.focus()
        this.#say(`The question is now ${STATES[state]}.`)
      } catch (error) {
        button.disabled = false
        this.#say((error as Error).message)
      }
    }
    return button
  }
}

function noteOn({ total, untrusted_questions: { length: listed } }: BoardAnswer): string {
  if (total === 0) return 'Nobody has asked anything yet.'
  return total > listed ? `The first ${listed} of ${total} questions are here. The dashboard has all.` : ''
}

function votesOf({ votes, state }: Item): string {
  return `${votes} ${votes === 1 ? 'vote' : 'votes'} · ${STATES[state]}`
}
