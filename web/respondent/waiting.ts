import type { SurveyEvent } from '../../src/pages/contract.ts'
import { watchHeartbeat } from '../ui/heartbeat.ts'
import { openInPlace, whileVisible } from '../ui/stream-places.ts'
import { find, ourLanguage } from './dom.ts'

/** Everybody who waits comes within this time, in milliseconds, and not in the same moment. */
const SPREAD_MS = 5_000

// On the page of a survey that opens at a time: shows it by the clock of the reader, and gets to the questions when it has come.
const notice = find(document, '.notice')
const time = find<HTMLTimeElement>(notice, 'time')
time.replaceChildren(localTime(new Date(time.dateTime)))
follow(notice.dataset)

function localTime(at: Date): string {
  const { lang } = ourLanguage()
  return at.toLocaleString(lang === 'en' ? 'en-GB' : lang, {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    timeZoneName: 'short',
  })
}

/** Loads the page again once it says something else. */
function follow({ slug, revision }: DOMStringMap): void {
  let events: EventSource | undefined
  let stopWatching: (() => void) | undefined
  const open = () => {
    const source = new EventSource(`/s/${slug}/events`)
    events = source
    stopWatching = watchHeartbeat(source, () => {
      close()
      open()
    })
    source.addEventListener('survey', ({ data }) => {
      const now: SurveyEvent = JSON.parse(data)
      if (now.status === 'closed' && now.revision === Number(revision)) return
      setTimeout(() => location.reload(), Math.random() * SPREAD_MS)
    })
  }
  const close = () => {
    stopWatching?.()
    events?.close()
  }
  whileVisible(signal => openInPlace({ open, close }, signal))
}
