import type { ScriptWords } from '../../src/pages/script-words.ts'
import { closedWord } from './delivery.ts'
import { copyOf, one } from './document.ts'
import type { Page } from './main.ts'
import { newUuid } from './random.ts'
import { stored } from './storage.ts'

interface Item {
  readonly id: string
  readonly text: string
  readonly votes: number
  readonly answered: boolean
}

/** What this browser remembers of its votes, so that they can be taken back. */
interface Voter {
  readonly voter: string
  readonly votes: readonly string[]
}

/** The order waits until nobody has touched the list for this long, in milliseconds: nothing moves under a finger. */
const STILL_MS = 1_500
/** What others do on a board shows within this many milliseconds. */
const SPREAD_MS = 1_000

/** @returns reads the board at an index anew */
export function startBoards(page: Page): (index: number) => void {
  const store = stored<Voter>(localStorage, page.slug)
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
      return [Number(place.dataset.board), spread(startBoard(page, place, memory))]
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
  const list = one(place, '.items')
  const template = one<HTMLTemplateElement>(place, 'template')
  const status = one(place, '[role=status]')
  const still = stillness(list)
  const ask = one(place, '.ask')
  const show = (items: readonly Item[]) => {
    one(place, '[data-empty]').hidden = items.length > 0
    const rows = new Map([...list.querySelectorAll<HTMLElement>('li')].map(row => [row.dataset.id, row]))
    const ordered = items.map(item => {
      const row = rows.get(item.id) ?? copyOf(template)
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
    const button = one(row, '.vote')
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
    const area = one<HTMLTextAreaElement>(ask, 'textarea')
    const response = await fetch(path, { method: 'POST', body: JSON.stringify({ text: area.value }) }).catch(
      () => undefined,
    )
    status.textContent = await asked(response)
    if (response?.ok) area.value = ''
    await read()
  }
  const asked = async (response: Response | undefined) => {
    if (response?.status === 400) return words.boardLength
    if (response?.status === 409) return conflictWord(words, await response.json())
    if (!response?.ok) return words.boardFailed
    return (await response.json()).state === 'held' ? words.boardWaits : words.boardAsked
  }
  list.addEventListener('click', ({ target }) => {
    const row = (target as Element).closest<HTMLElement>('.vote')?.closest('li')
    if (row) vote(row)
  })
  one(ask, 'button').addEventListener('click', once(send))
  ask.hidden = false
  for (const row of list.querySelectorAll<HTMLElement>('li'))
    ready(row, memory.voter.votes.includes(row.dataset.id ?? ''))
  return read
}

function conflictWord(words: ScriptWords, { code }: { code?: string }): string {
  return code === 'board_full' ? words.boardFull : closedWord(words, { code })
}

function fill(row: HTMLElement, { id, text, votes, answered }: Item, voted: boolean): void {
  row.dataset.id = id
  one(row, '.text').textContent = text
  one(row, '.votes').textContent = String(votes)
  one(row, '[data-answered]').hidden = !answered
  ready(row, voted)
}

function ready(row: HTMLElement, voted: boolean): void {
  const button = one<HTMLButtonElement>(row, '.vote')
  button.disabled = false
  button.setAttribute('aria-pressed', String(voted))
}

/** Puts rows in order by moving as few as it can, and leaves the focus where it is. */
function reorder(list: HTMLElement, ordered: readonly HTMLElement[]): void {
  const focused = document.activeElement as HTMLElement | null
  ordered.forEach((row, at) => {
    if (row.isConnected && list.children[at] !== row) list.insertBefore(row, list.children[at] ?? null)
  })
  if (focused !== document.activeElement) focused?.focus({ preventScroll: true })
}

/** Runs the latest act once nobody has touched a place for a while. */
function stillness(place: HTMLElement): (act: () => void) => void {
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

/** Acts a little later, once for all that ask meanwhile, so that a room does not read at one moment. */
function spread(act: () => void): () => void {
  let waits = false
  return () => {
    if (waits) return
    waits = true
    setTimeout(() => {
      waits = false
      act()
    }, Math.random() * SPREAD_MS)
  }
}

/** While it is under way it is not begun again. */
function once(act: () => Promise<void>): () => void {
  let running = false
  return async () => {
    if (running) return
    running = true
    await act()
    running = false
  }
}
