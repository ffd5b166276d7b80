import { createElement, find } from '../respondent/dom.ts'
import { setText } from '../ui/set-text.ts'
import { Board } from './board.ts'
import { callTool, connect, type ToolResult, textOf } from './host.ts'
import { countsOf, headline, type Results, update } from './results.ts'
import './results-app.css'

/** The part of `wait_for_responses`'s result that matters here. */
interface Waited {
  readonly response_count: number
  readonly status: string
  readonly next_cursor: number
  readonly check_again_in: number
}

/**
 * Seconds between two reads of a survey that is being answered continuously: an hour takes 340 calls, and 170 more
 * while boards are open.
 */
const FIRST_PAUSE = 3
const LAST_PAUSE = 30
const SLOWER_BY = 0.25

const main = find(document, 'main')
const status = createElement('p', { role: 'status' })
const title = createElement('h1', { dir: 'auto' })
const summary = createElement('p', { className: 'note' })
const sections = createElement('div', {})
const refresh = createElement('button', { type: 'button', hidden: true }, 'Refresh')
main.append(createElement('header', {}, createElement('div', {}, title, summary), refresh), status, sections)

let shown: Results | undefined
let boards: Board[] = []
let readings = 0
let isFollowing = false
let isGone = false
let pause = FIRST_PAUSE

const canCall = connect({
  onResult: result => void start(result),
  onTeardown() {
    isGone = true
  },
})
refresh.onclick = () => void read(boards).then(follow)

function say(text: string): void {
  setText(status, text)
}

async function start(result: ToolResult): Promise<void> {
  const { structuredContent } = result as { structuredContent?: Results }
  if (result.isError || structuredContent === undefined) {
    sections.replaceChildren(createElement('p', { className: 'text' }, textOf(result)))
    return
  }
  const isLive = await canCall
  for (const element of [title, sections]) Object.assign(element, structuredContent.text_language)
  show(structuredContent, isLive)
  refresh.hidden = !isLive
  if (isLive) await follow()
}

/** Updates counts in place; renders again only when the questions change. */
function show(results: Results, isLive: boolean): void {
  const questions = ({ id, results }: Results) => JSON.stringify([id, results.map(({ type, text }) => [type, text])])
  if (shown === undefined || questions(shown) !== questions(results)) build(results, isLive)
  shown = results
  title.textContent = results.title
  summary.textContent = headline(results)
  results.results.forEach((result, at) => {
    const counts = sections.querySelectorAll('.counts')[at]
    if (counts !== undefined) update(counts, createElement('div', {}, ...countsOf(result, results)))
  })
}

function build({ id, results }: Results, isLive: boolean): void {
  boards = []
  const section = ({ index, text, type }: Results['results'][number]) => {
    const heading = createElement('h2', { dir: 'auto' }, text)
    const made = createElement('section', {}, heading, createElement('div', { className: 'counts' }))
    if (type !== 'upvoted_question' || !isLive) return made
    const board = new Board({ survey: id, question: index, reload: () => read(boards) })
    boards.push(board)
    made.append(board.element)
    return made
  }
  sections.replaceChildren(...results.map(section))
}

/** Reads the results again, and some boards. Of several concurrent reads, the results of the last one count. */
async function read(refreshed: readonly Board[]): Promise<void> {
  if (shown === undefined) return
  const reading = ++readings
  try {
    const results = await callTool<Results>('read_results', { id: shown.id })
    if (reading === readings) show(results, true)
    say('')
    await Promise.all(refreshed.map(board => board.refresh()))
  } catch (error) {
    say((error as Error).message)
  }
}

/** Waits for responses and shows the changes, until the survey ends, a call fails or the page is removed. */
async function follow(): Promise<void> {
  if (isFollowing || shown?.status !== 'open') return
  isFollowing = true
  try {
    for (let cursor: number | undefined; shown.status === 'open' && !isGone; ) {
      await isVisible()
      const until_count: number = shown.response_count + 1
      const waited: Waited = await callTool('wait_for_responses', { id: shown.id, until_count, cursor })
      cursor = waited.next_cursor
      const hasChanged = waited.response_count !== shown.response_count || waited.status !== shown.status
      if (hasChanged) await read(nextBoard())
      await sleep(hasChanged ? nextPause() : waited.check_again_in)
    }
  } catch (error) {
    say((error as Error).message)
  }
  isFollowing = false
}

/** Open boards take turns, so that several need no more calls than one. */
function nextBoard(): readonly Board[] {
  const open = boards.filter(({ isOpen }) => isOpen)
  return open.slice(readings % open.length).slice(0, 1)
}

function nextPause(): number {
  pause = Math.min(LAST_PAUSE, pause + SLOWER_BY)
  return pause
}

function sleep(seconds: number): Promise<void> {
  return new Promise(resolve => setTimeout(resolve, seconds * 1_000))
}

/** Waits until the page is visible, because a hidden page needs no data. */
async function isVisible(): Promise<void> {
  while (document.hidden) await new Promise(resolve => addEventListener('visibilitychange', resolve, { once: true }))
}
