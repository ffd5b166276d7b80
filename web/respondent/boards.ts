import type { BoardEvent } from '../../src/pages/contract.ts'
import type { ScriptWords } from '../../src/pages/script-words.ts'
import { type Asked, startAskBox } from './ask-box.ts'
import { startList } from './board-list.ts'
import { onAsking, onBoardChange, onSendQuestions } from './board-messages.ts'
import { deviceStorage } from './device-storage.ts'
import { find } from './dom.ts'
import { offerSimilar } from './similar-questions.ts'
import { closedText, timeoutFor } from './submission.ts'
import { newUuid } from './uuid.ts'

/** The votes that this browser remembers, so that they can be withdrawn, and the questions that were asked in it. */
interface Voter {
  readonly voter: string
  readonly votes: readonly string[]
  readonly own?: readonly string[]
}

interface Memory {
  isOwn(item: string | undefined): boolean
  isVoted(item: string | undefined): boolean
  /** The same in all of the browser's tabs. */
  voter(): string
  remember(item: string, voted: boolean): void
  /** After asking, which votes as well. */
  rememberOwn(item: string): void
  /** Calls back when another tab has voted. */
  onChange(act: () => void): void
}

/** Maximum random delay before a read, in milliseconds. */
const MAX_DELAY_MS = 1_000

const form = document.querySelector<HTMLFormElement>('form[data-slug]')
if (form !== null) startBoards(form)

/** Activates a page's boards. */
function startBoards(form: HTMLFormElement): void {
  const words: ScriptWords = JSON.parse(form.dataset.words ?? '{}')
  const memory = votesOf(form)
  for (const place of form.querySelectorAll<HTMLElement>('[data-board]')) {
    const board = startBoard(form, place, words, memory)
    memory.onChange(board.showVotes)
    onSendQuestions(form, board.sendQuestion)
    onAsking(form, board.allowAsking)
    onBoardChange(form, change => {
      if (String(change.index) === place.dataset.board) board.change(change)
    })
  }
}

function votesOf(form: HTMLFormElement): Memory {
  const store = deviceStorage<Voter>(form, 'localStorage', form.dataset.slug ?? '')
  let known: Voter = { voter: newUuid(), votes: [] }
  // Another tab may have voted.
  const read = () => {
    known = store.read() ?? known
    return known
  }
  const write = (voter: Voter) => {
    known = voter
    store.write(voter)
  }
  read()
  const remember = (item: string, voted: boolean) => {
    const others = read().votes.filter(id => id !== item)
    write({ ...known, votes: voted ? [...others, item] : others })
  }
  return {
    isOwn: item => known.own?.includes(item ?? '') ?? false,
    isVoted: item => known.votes.includes(item ?? ''),
    voter() {
      write(read())
      return known.voter
    },
    remember,
    rememberOwn(item) {
      remember(item, true)
      write({ ...known, own: [...(known.own ?? []), item] })
    },
    onChange(act) {
      addEventListener('storage', () => {
        read()
        act()
      })
    },
  }
}

function startBoard(form: HTMLFormElement, place: HTMLElement, words: ScriptWords, memory: Memory) {
  const path = `/s/${form.dataset.slug}/board/${place.dataset.board}`
  const list = startList(place, path, memory)
  const offer = offerSimilar(find(place, '.ask'), words.boardSimilar, list.questions)
  const onAsked = ({ id, text, isShown }: Asked) => {
    memory.rememberOwn(id)
    // An event may have brought it already, with more votes.
    const isKnown = list.questions().some(({ row }) => row.dataset.id === id)
    if (isShown) list.change([isKnown ? { id } : { id, text, votes: 1 }])
  }
  const box = startAskBox(place, { form, words, path, voter: memory.voter, onInput: offer, onAsked })
  const vote = async (row: HTMLElement) => {
    const button = find(row, '.vote')
    const voted = button.getAttribute('aria-pressed') !== 'true'
    const id = row.dataset.id ?? ''
    const body = JSON.stringify({ voter: memory.voter() })
    button.setAttribute('aria-pressed', String(voted))
    const url = `${path}/${id}/vote`
    const { signal, clear } = timeoutFor(body)
    const response = await fetch(url, { method: voted ? 'PUT' : 'DELETE', body, signal }).catch(() => undefined)
    clear()
    if (!response?.ok) {
      button.setAttribute('aria-pressed', String(!voted))
      // An error may come from a proxy and not be JSON.
      const isOver = response?.status === 409
      box.say(isOver ? closedText(words, (await response.json().catch(() => ({}))).code) : words.boardFailed, 'failure')
      return list.read()
    }
    memory.remember(id, voted)
    list.change([{ id, ...(await response.json()) }])
  }
  place.addEventListener('click', event => {
    const target = event.target as Element
    const row = target.closest<HTMLElement>('.vote')?.closest('li')
    if (row) vote(row)
    if (target.closest('.more button')) list.readMore()
  })
  const readSoon = debounceRandomly(list.read)
  return {
    showVotes: list.showVotes,
    allowAsking: box.allow,
    sendQuestion: async () => box.isEmpty() || box.ask(),
    change: ({ items, removed }: BoardEvent) => (items ? list.change(items, removed) : readSoon()),
  }
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
