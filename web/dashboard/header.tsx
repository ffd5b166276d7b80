import { useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { copyLink } from '../ui/clipboard.ts'
import { words } from '../words/words.ts'
import { StatusButton } from './status-button.tsx'
import type { SurveyModel } from './survey-model.ts'

/** An interruption shorter than this, in milliseconds, is not reported. */
const DISCONNECT_NOTICE_MS = 1_000

interface Props {
  readonly model: SurveyModel
  /** Whether Present is the primary button of the page. */
  readonly isPresentPrimary: boolean
}

/** What every view needs: title, status, response count, link, and the buttons to present, copy, open and close. */
export function Header({ model, isPresentPrimary }: Props) {
  const { title, status, response_count: count, url } = model.survey.value
  const link = useRef<HTMLAnchorElement>(null)
  const [scheme, rest] = url.split('://')
  return (
    <header class="survey-header" data-connected={model.connected.value || undefined}>
      <h1>{title}</h1>
      <p class="survey-status">
        <span>
          <strong class="figure">{words.format.number(count)}</strong> {words.common.responses(count)}
        </span>
        <span class="status" data-status={status}>
          {words.common.status[status]}
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
          {words.header.present}
        </a>
        <button type="button" class="quiet" onClick={() => copyLink(url, link.current)}>
          {words.common.copyLink}
        </button>
        <StatusButton model={model} />
      </div>
      <Connection model={model} />
    </header>
  )
}

/** Floats above the page, so that nothing moves when it appears. */
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
      {isBroken.value && words.common.reconnecting}
    </p>
  )
}
