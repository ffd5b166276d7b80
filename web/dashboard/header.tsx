import { useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { copyLink } from '../ui/clipboard.ts'
import { StatusButton } from './status-button.tsx'
import type { SurveyModel } from './survey-model.ts'

const STATUS = { open: 'Open', closed: 'Closed', expired: 'Expired' } as const

/** A break that is over sooner is none to speak of, in milliseconds. */
const DISCONNECT_NOTICE_MS = 1_000

interface Props {
  readonly model: SurveyModel
  /** Whether showing it to a room is what one does next, and not what the view below is for. */
  readonly isPresentPrimary: boolean
}

/** What is wanted at any time: how it stands, the link, showing it to a room, and opening and closing. */
export function Header({ model, isPresentPrimary }: Props) {
  const { title, status, response_count: count, url } = model.survey.value
  const link = useRef<HTMLAnchorElement>(null)
  const [scheme, rest] = url.split('://')
  return (
    <header class="desk" data-connected={model.connected.value || undefined}>
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
          class={isPresentPrimary ? 'button' : 'button quiet'}
          href={`/admin/${model.slug}/present`}
          target="_blank"
          rel="noreferrer"
        >
          Present
        </a>
        <button type="button" class="quiet" onClick={() => copyLink(url, link.current)}>
          Copy link
        </button>
        <StatusButton model={model} />
      </div>
      <Connection model={model} />
    </header>
  )
}

/** Stands above the page, so that nothing moves when it comes and goes. */
function Connection({ model }: { readonly model: SurveyModel }) {
  const isConnected = model.connected.value
  const isBroken = useSignal(false)
  useEffect(() => {
    isBroken.value = false
    if (isConnected) return
    const timer = setTimeout(() => {
      isBroken.value = true
    }, DISCONNECT_NOTICE_MS)
    return () => clearTimeout(timer)
  }, [isConnected])
  return (
    <p class="connection" role="status">
      {isBroken.value && 'Reconnecting'}
    </p>
  )
}
