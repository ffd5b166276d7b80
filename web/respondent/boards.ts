import type { ScriptWords } from '../../src/pages/script-words.ts'
import { cloneTemplate, find } from './dom.ts'
import type { Page } from './page.ts'
import { browserStorage } from './storage.ts'
import { closedText } from './submission.ts'
import { newUuid } from './uuid.ts'

interface Item {
  readonly id: string
  readonly text: string
  readonly votes: number
  readonly answered: boolean
}

/** The votes that this browser remembers, so that they can be withdrawn. */
interface Voter {
  readonly voter: string
  readonly votes: readonly string[]
}

/** The list is reordered only after this time without interaction, in milliseconds, so that nothing moves under a finger. */
const STILL_MS = 1_500
/** Upper bound of the random delay before a read, in milliseconds. */
const MAX_DELAY_MS = 1_000

/** @returns reloads the board with an index */
export function startBoards(page: Page): (index: number) => void {
  const store = browserStorage<Voter>(localStorage, page.slug)
  let voter = store.read() ?? { voter: newUuid(), votes: [] }
  const memory: Memory = {
    get voter() {
      return voter
    },
    remember(item, voted) {
      const others = voter.votes.filter(id => id !== item)
      voter = { ...voter, votes: voted ? [...others, item] : others }
      store.write(voter)
    },
  }
  const boards = new Map(
    [...page.form.querySelectorAll<HTMLElement>('[data-board]')].map(place => {
      return [Number(place.dataset.board), debounceRandomly(startBoard(page, place, memory))]
    }),
  )
  return index => boards.get(index)?.()
}

interface Memory {
  readonly voter: Voter
  remember(item: string, voted: boolean): void
}

function startBoard({ slug, words }: Page, place: HTMLElement, memory: Memory): () => void {
  const path = `/s/${slug}/board/${place.dataset.board}`
  const list = find(place, '.items')
  const template = find<HTMLTemplateElement>(place, 'template')
  const status = find(place, '[role=status]')
  const still = whenStill(list)
  const ask = find(place, '.ask')
  const show = (items: readonly Item[]) => {
    find(place, '[data-empty]').hidden = items.length > 0
    const rows = new Map([...list.querySelectorAll<HTMLElement>('li')].map(row => [row.dataset.id, row]))
    const ordered = items.map(item => {
      const row = rows.get(item.id) ?? cloneTemplate(template)
      rows.delete(item.id)
      fill(row, item, memory.voter.votes.includes(item.id))
      return row
    })
    for (const row of rows.values()) row.remove()
    list.append(...ordered.filter(row => !row.isConnected))
    still(() => reorder(list, ordered))
  }
  const read = async () => {
    const response = await fetch(path).catch(() => undefined)
    if (response?.ok) show((await response.json()).items)
  }
  const vote = async (row: HTMLElement) => {
    const button = find(row, '.vote')
    const voted = button.getAttribute('aria-pressed') !== 'true'
    const id = row.dataset.id ?? ''
    const body = JSON.stringify({ voter: memory.voter.voter })
    button.setAttribute('aria-pressed', String(voted))
    const url = `${path}/${id}/vote`
    const response = await fetch(url, { method: voted ? 'PUT' : 'DELETE', body }).catch(() => undefined)
    status.textContent = response?.ok ? '' : words.boardFailed
    if (response?.ok) memory.remember(id, voted)
    await read()
  }
  const send = async () => {
    const area = find<HTMLTextAreaElement>(ask, 'textarea')
    const response = await fetch(path, { method: 'POST', body: JSON.stringify({ text: area.value }) }).catch(
      () => undefined,
    )
    status.textContent = await asked(response)
    if (response?.ok) area.value = ''
    await read()
  }
  const asked = async (response: Response | undefined) => {
    if (response?.status === 400) return words.boardLength
    if (response?.status === 409) return conflictText(words, await response.json())
    if (!response?.ok) return words.boardFailed
    return (await response.json()).state === 'held' ? words.boardWaits : words.boardAsked
  }
  list.addEventListener('click', ({ target }) => {
    const row = (target as Element).closest<HTMLElement>('.vote')?.closest('li')
    if (row) vote(row)
  })
  find(ask, 'button').addEventListener('click', withoutOverlap(send))
  ask.hidden = false
  for (const row of list.querySelectorAll<HTMLElement>('li'))
    ready(row, memory.voter.votes.includes(row.dataset.id ?? ''))
  return read
}

function conflictText(words: ScriptWords, { code }: { code?: string }): string {
  return code === 'board_full' ? words.boardFull : closedText(words, { code })
}

function fill(row: HTMLElement, { id, text, votes, answered }: Item, voted: boolean): void {
  row.dataset.id = id
  find(row, '.text').textContent = text
  find(row, '.votes').textContent = String(votes)
  find(row, '[data-answered]').hidden = !answered
  ready(row, voted)
}

function ready(row: HTMLElement, voted: boolean): void {
  const button = find<HTMLButtonElement>(row, '.vote')
  button.disabled = false
  button.setAttribute('aria-pressed', String(voted))
}

/** Orders rows with as few moves as possible and keeps the focus. */
function reorder(list: HTMLElement, ordered: readonly HTMLElement[]): void {
  const focused = document.activeElement as HTMLElement | null
  ordered.forEach((row, at) => {
    if (row.isConnected && list.children[at] !== row) list.insertBefore(row, list.children[at] ?? null)
  })
  if (focused !== document.activeElement) focused?.focus({ preventScroll: true })
}

/** Runs the latest action once an element has not been touched for a while. */
function whenStill(place: HTMLElement): (act: () => void) => void {
  let touched = 0
  let timer: ReturnType<typeof setTimeout>
  for (const name of ['pointerdown', 'pointermove', 'keydown', 'focusin'])
    place.addEventListener(name, () => {
      touched = performance.now()
    })
  const when = (act: () => void) => {
    clearTimeout(timer)
    const left = touched === 0 ? 0 : touched + STILL_MS - performance.now()
    if (left <= 0) return act()
    timer = setTimeout(() => when(act), left)
  }
  return when
}

/** Runs an action once after a random delay, so that not all phones in a room read at the same moment. */
function debounceRandomly(act: () => void): () => void {
  let waits = false
  return () => {
    if (waits) return
    waits = true
    setTimeout(() => {
      waits = false
      act()
    }, Math.random() * MAX_DELAY_MS)
  }
}

/** Ignores calls while the action is running. */
function withoutOverlap(act: () => Promise<void>): () => void {
  let running = false
  return async () => {
    if (running) return
    running = true
    await act()
    running = false
  }
}
