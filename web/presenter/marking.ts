/** Where the mark may be: in the panel while it is open, otherwise on the slide. */
const SCOPES = '.choosing, .presenter'
/** What Enter presses. */
const CHOICE = '[data-choice]'

/** The keys of buttons that belong to a question, by which they are pressed: marks it as answered, hides it. */
export type ItemKey = 'm' | 'h'

/**
 * The mark that ↑ and ↓ move is the focus. It belongs to the element of a text or a question, wherever that moves: a
 * browser that loses it then marks nothing, and never another one. While the focus is elsewhere, the place is remembered.
 */
export class Marking {
  #last: { readonly id: string | undefined; readonly at: number; readonly list: Element | null } | undefined

  /** @returns whether there is anything to mark */
  isPossible(): boolean {
    return choices().length > 0
  }

  move(step: 1 | -1): void {
    const all = choices()
    const at = Math.min(Math.max(0, this.#next(all, step)), all.length - 1)
    const { [at]: choice } = all
    if (choice === undefined) return
    this.#last = { id: choice.dataset.choice, at, list: listOf(choice) }
    choice.focus()
  }

  #next(all: readonly HTMLElement[], step: 1 | -1): number {
    const marked = entryOf(document.activeElement)
    const focused = all.findIndex(one => one === document.activeElement || (marked !== null && entryOf(one) === marked))
    if (focused >= 0) return focused + step
    const { id, at = 0, list } = this.#last ?? {}
    const known = all.findIndex(one => one.dataset.choice === id)
    if (known >= 0) return known + step
    // What came after it is in its place, unless all of them are others.
    const first = all.some(one => listOf(one) === list) ? at : 0
    return step === 1 ? first : first - 1
  }
}

/** Presses a button of the marked question or, without a mark, of the one that is shown alone. */
export function pressOfMarked(key: ItemKey): void {
  const entry = entryOf(document.activeElement) ?? document.querySelector('.spotlight')
  entry?.querySelector<HTMLElement>(`[data-key="${key}"]`)?.click()
}

function choices(): HTMLElement[] {
  const scope = [...document.querySelectorAll(SCOPES)].at(-1)
  return [...(scope?.querySelectorAll<HTMLElement>(CHOICE) ?? [])].filter(one => one.checkVisibility())
}

function listOf(choice: Element): Element | null {
  return choice.closest('ul, ol, .spotlight')
}

function entryOf(element: Element | null): Element | null {
  return element?.closest('li') ?? null
}
