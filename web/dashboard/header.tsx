import { useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { copyLink } from '../ui/copy.ts'
import type { Desk } from './desk.ts'
import { OpenOrClose } from './opening.tsx'

const STATUS = { open: 'Open', closed: 'Closed', expired: 'Expired' } as const

/** A break that is over sooner is none to speak of, in milliseconds. */
const BREAK_MS = 1_000

interface Head {
  readonly desk: Desk
  /** Whether showing it to a room is what one does next, and not what the view below is for. */
  readonly presents: boolean
}

/** What is wanted at any time: how it stands, the link, showing it to a room, and opening and closing. */
export function Header({ desk, presents }: Head) {
  const { title, status, response_count: count, url } = desk.survey.value
  const link = useRef<HTMLAnchorElement>(null)
  const [scheme, rest] = url.split('://')
  return (
    <header class="desk" data-connected={desk.connected.value || undefined}>
      <h1>{title}</h1>
      <p class="standing">
        <span>
          <strong class="figure">{count.toLocaleString('en')}</strong> {count === 1 ? 'answer' : 'answers'}
        </span>
        <span class="status" data-status={status}>
          {STATUS[status]}
        </span>
      </p>
      <p>
        <a ref={link} href={url} target="_blank" rel="noreferrer">
          <span class="scheme">{scheme}://</span>
          {rest}
        </a>
      </p>
      <div class="row">
        <a
          class={presents ? 'button' : 'button quiet'}
          href={`/admin/${desk.slug}/present`}
          target="_blank"
          rel="noreferrer"
        >
          Present
        </a>
        <button type="button" class="quiet" onClick={() => copyLink(url, link.current)}>
          Copy link
        </button>
        <OpenOrClose desk={desk} />
      </div>
      <Connection desk={desk} />
    </header>
  )
}

/** Stands above the page, so that nothing moves when it comes and goes. */
function Connection({ desk }: { readonly desk: Desk }) {
  const isConnected = desk.connected.value
  const isBroken = useSignal(false)
  useEffect(() => {
    isBroken.value = false
    if (isConnected) return
    const timer = setTimeout(() => {
      isBroken.value = true
    }, BREAK_MS)
    return () => clearTimeout(timer)
  }, [isConnected])
  return (
    <p class="connection" role="status">
      {isBroken.value && 'Reconnecting'}
    </p>
  )
}
