import type { SearchEntry } from '../../src/docs/search-entry.ts'
import { lazyAsync } from '../../src/domain/values/lazy.ts'
import { createElement, find } from '../respondent/dom.ts'
import { type Match, search, wordsOf } from './search.ts'

/** Searches while people type. Results are selected with the arrow keys and opened with Enter, or clicked. */
export function startSearch(box: HTMLElement): void {
  const input = find<HTMLInputElement>(box, 'input')
  const results = find(box, '.results')
  const status = find(box, '[role=status]')
  /** Read once, so that searches need no network. */
  const readIndex = lazyAsync(() => fetchIndex(input.dataset.index ?? ''))
  let chosen = -1

  async function update(): Promise<void> {
    const query = input.value
    try {
      const matches = search(await readIndex(), query)
      // Something else may have been typed meanwhile, or the focus may have left.
      if (query === input.value && box.contains(document.activeElement)) show(matches, query)
    } catch {
      close()
      say('The search could not be loaded. Check your connection and type again.', true)
    }
  }

  function show(matches: readonly Match[], query: string): void {
    chosen = -1
    input.removeAttribute('aria-activedescendant')
    results.replaceChildren(...matches.map((match, at) => resultOf(match, at, wordsOf(query))))
    const isEmpty = wordsOf(query).length === 0
    results.hidden = matches.length === 0
    input.setAttribute('aria-expanded', String(matches.length > 0))
    if (matches.length > 0) say(matches.length === 1 ? '1 result' : `${matches.length} results`)
    else say(isEmpty ? '' : 'Nothing found. Try another word.', !isEmpty)
  }

  /** Tells screen readers, and everybody else if nothing else is visible. */
  function say(text: string, isShown = false): void {
    status.textContent = text
    status.classList.toggle('visually-hidden', !isShown)
  }

  function close(): void {
    say('')
    results.hidden = true
    input.setAttribute('aria-expanded', 'false')
    input.removeAttribute('aria-activedescendant')
    chosen = -1
  }

  /** @param step 1 for the next result, -1 for the previous one; the first follows the last */
  function choose(step: number): void {
    const options = [...results.querySelectorAll<HTMLElement>('[role=option]')]
    if (results.hidden || options.length === 0) return
    chosen = chosen < 0 && step < 0 ? options.length - 1 : (chosen + step + options.length) % options.length
    for (const [at, option] of options.entries()) option.setAttribute('aria-selected', String(at === chosen))
    input.setAttribute('aria-activedescendant', `result-${chosen}`)
    options[chosen]?.scrollIntoView({ block: 'nearest' })
  }

  function open(): void {
    const target = results.querySelector<HTMLAnchorElement>(`#result-${Math.max(chosen, 0)}`)
    if (results.hidden || target === null) return
    close()
    target.click()
  }

  const keys: Readonly<Record<string, () => void>> = {
    ArrowDown: () => choose(1),
    ArrowUp: () => choose(-1),
    Enter: open,
    Escape: close,
  }

  // Loaded early, so that people who lose the network later can still search this page.
  addEventListener('load', () => void readIndex().catch(() => undefined))
  input.addEventListener('input', update)
  input.addEventListener('focus', update)
  input.addEventListener('keydown', event => {
    const act = keys[event.key]
    if (act === undefined || event.isComposing) return
    event.preventDefault()
    act()
  })
  box.addEventListener('focusout', ({ relatedTarget }) => {
    if (!box.contains(relatedTarget as Node | null)) close()
  })
  results.addEventListener('click', close)
  // A press must not move the focus out of the box, which would close the results before they are clicked.
  results.addEventListener('pointerdown', event => event.preventDefault())
  document.addEventListener('keydown', event => {
    if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return
    event.preventDefault()
    input.focus()
    input.select()
  })
}

async function fetchIndex(path: string): Promise<readonly SearchEntry[]> {
  const response = await fetch(path, { priority: 'low' })
  if (!response.ok) throw new Error(`the search index answered ${response.status}`)
  return response.json()
}

function resultOf({ entry: { path, title, page }, excerpt }: Match, at: number, words: readonly string[]): HTMLElement {
  const where = page === title ? '' : `${page}: `
  const link = createElement('a', { id: `result-${at}`, href: path, tabIndex: -1 })
  link.append(...highlighted(title, words), createElement('span', {}, where, ...highlighted(excerpt, words)))
  link.setAttribute('role', 'option')
  link.setAttribute('aria-selected', 'false')
  return link
}

/** A text in which the beginnings of searched words are marked. */
function highlighted(text: string, words: readonly string[]): (string | Node)[] {
  const parts = text.split(new RegExp(`(?<![\\p{L}\\p{N}])(${words.join('|')})`, 'giu'))
  return parts.map((part, at) => (at % 2 === 0 ? part : createElement('mark', {}, part)))
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.matches('input, textarea, select, [contenteditable]')
}
