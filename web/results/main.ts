import type { ResultsTexts } from '../../src/domain/results/results-view.ts'
import { find } from '../respondent/dom.ts'
import { followStream } from '../ui/event-stream.ts'
import { type ResultsEvent, showResults } from './counts.ts'
import { showReceipt } from './receipt.ts'

/**
 * Maximum random delay before the page is reloaded, in milliseconds, so that not all phones in a room reload at once.
 */
const MAX_DELAY_MS = 2_000

const section = document.querySelector<HTMLElement>('.results')
if (section !== null) start(section)

function start(section: HTMLElement): void {
  const { slug = '', revision, version, words = '' } = section.dataset
  const texts: ResultsTexts = JSON.parse(words)
  showReceipt(slug)
  find(section, 'noscript').remove()
  followStream(`/s/${slug}/events?results`, ['results'], {
    onEvent(_, data) {
      const event = data as ResultsEvent
      const isSame = event.version === version
      if (String(event.revision) !== revision || (event.results === undefined && !isSame)) reloadSoon()
      else if (event.results !== undefined) showResults(section, event, texts)
    },
    onConnectionChange() {
      // The browser reconnects, and the stream then begins with the current counts.
    },
  })
}

let isReloading = false

function reloadSoon(): void {
  if (isReloading) return
  isReloading = true
  setTimeout(() => location.reload(), Math.random() * MAX_DELAY_MS)
}
