import { useSignal } from '@preact/signals'
import { attempt, say } from '../ui/notice.tsx'
import type { Desk } from './desk.ts'

const STATUS = { open: 'Open', closed: 'Closed', expired: 'Expired' } as const

/** What is wanted at any time: how it stands, the link, and opening and closing. */
export function Header({ desk }: { readonly desk: Desk }) {
  const { title, status, response_count: count } = desk.survey.value
  return (
    <header class="desk">
      <h1>{title}</h1>
      <p class="standing">
        <strong class="figure">{count.toLocaleString('en')}</strong> {count === 1 ? 'answer' : 'answers'}
        <span class="status" data-status={status}>
          {STATUS[status]}
        </span>
        {!desk.connected.value && (
          <span class="status" role="status">
            Reconnecting
          </span>
        )}
      </p>
      <PublicLink desk={desk} />
      <p class="row">
        <OpenOrClose desk={desk} />
        <a class="button quiet" href={`/admin/${desk.slug}/present`} target="_blank" rel="noreferrer">
          Present
        </a>
      </p>
    </header>
  )
}

/** The link that people answer by. */
export function PublicLink({ desk }: { readonly desk: Desk }) {
  const { url } = desk.survey.value
  const copy = () => attempt(() => navigator.clipboard.writeText(url)).then(() => say('The link is copied.'))
  return (
    <p class="link">
      <a href={url} target="_blank" rel="noreferrer">
        {url.replace(/^https?:\/\//, '')}
      </a>
      <button type="button" class="quiet small" onClick={copy}>
        Copy link
      </button>
    </p>
  )
}

/** At once: what is done by mistake is taken back by the same button. */
function OpenOrClose({ desk }: { readonly desk: Desk }) {
  const { status } = desk.survey.value
  const busy = useSignal(false)
  const change = async () => {
    busy.value = true
    const next = status === 'open' ? 'closed' : 'open'
    const done = await attempt(() => desk.change({ status: next }))
    busy.value = false
    if (done) say(next === 'open' ? 'The survey takes answers.' : 'The survey is closed: it takes no more answers.')
  }
  return (
    <button type="button" class="quiet" aria-disabled={busy.value} onClick={() => busy.value || change()}>
      {status === 'open' ? 'Close the survey' : 'Open the survey'}
    </button>
  )
}
