import type { BoardEvent, SurveyEvent } from '../../src/pages/contract.ts'
import { watchHeartbeat } from '../ui/heartbeat.ts'
import { openInPlace, whileVisible } from '../ui/stream-places.ts'
import { reportBoardChange } from './board-messages.ts'
import { createElement } from './dom.ts'
import type { Page } from './page.ts'
import { closedText } from './submission.ts'

/**
 * Delay before retrying a stream that the server refused, in milliseconds; a random delay of the same length is added.
 */
const RETRY_MS = 10_000

/**
 * Follows the survey while its page is visible: a browser opens only six HTTP/1.1 connections to a host, and streams of
 * hidden tabs would occupy them. The first stream begins at the boards' revision shown on the page, a later one with
 * the whole state.
 * @param listen to further events
 */
export function followEvents(
  page: Page,
  allowSending: (allowed: boolean) => void,
  listen?: (source: EventSource) => void,
): void {
  let revision = page.form.querySelector<HTMLElement>('.items')?.dataset.revision ?? ''
  let events: EventSource | undefined
  let stopWatching: (() => void) | undefined
  const follow = surveyFollower(page, allowSending)
  const open = () => {
    const source = new EventSource(`/s/${page.slug}/events?revision=${revision}`)
    events = source
    revision = ''
    stopWatching = watchHeartbeat(source, () => {
      close()
      open()
    })
    // The browser reconnects after an interruption, but not after an error status.
    source.onerror = () =>
      source.readyState === 2 && setTimeout(() => source === events && open(), RETRY_MS * (1 + Math.random()))
    source.addEventListener('survey', ({ data }) => follow(JSON.parse(data)))
    source.addEventListener('board', ({ data }) => reportBoardChange(page.form, JSON.parse(data) as BoardEvent))
    listen?.(source)
  }
  const close = () => {
    stopWatching?.()
    events?.close()
    events = undefined
  }
  whileVisible(signal => openInPlace({ open, close }, signal))
}

/** The status of the survey, or `changed` if it is open and not what the page says to who is answering. */
export function stateOf({ dataset }: HTMLElement, { status, version }: Partial<SurveyEvent>): string | undefined {
  // Processes of version 0.1 do not tell.
  return status === 'open' && version && version !== dataset.version ? 'changed' : status
}

/** Sending is disabled while the survey is closed, and after an edit, when the answers would be to other questions. */
function surveyFollower(
  { form, words, say }: Page,
  allowSending: (allowed: boolean) => void,
): (event: SurveyEvent) => void {
  let before: string | undefined = 'open'
  return event => {
    const state = stateOf(form, event)
    if (state === before) return
    before = state
    allowSending(state === 'open')
    if (state === 'open') say(words.openAgain)
    else if (state === 'changed') say(words.changed, createElement('a', { href: '' }, words.reload))
    else say(closedText(words, `survey_${state}`))
  }
}
