import { useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { copyLink } from '../ui/clipboard.ts'
import { listPath } from '../ui/list-path.ts'
import { boardTotals, isBoardOnly, stateOf } from '../ui/survey-state.ts'
import { formatTime } from '../ui/time.ts'
import { dashboardTexts } from '../words/dashboard-words.ts'
import { opensOn } from '../words/opening-words.ts'
import { ownerTexts } from '../words/owner-words.ts'
import { words } from '../words/words.ts'
import { StatusButton } from './status-button.tsx'
import type { SurveyModel } from './survey-model.ts'

/** An interruption shorter than this, in milliseconds, is not reported. */
const DISCONNECT_NOTICE_MS = 1_000

interface Props {
  readonly model: SurveyModel
  /** Whether Present is the page's primary button. */
  readonly isPresentPrimary: boolean
}

/** What every view needs: title, status, response count, link, and the buttons to present, copy, open and close. */
export function Header({ model, isPresentPrimary }: Props) {
  const survey = model.survey.value
  const { title, url, expires_at: deadline, opens_at: opens, is_owner: isOwner } = survey
  const state = stateOf(survey)
  const link = useRef<HTMLAnchorElement>(null)
  const [scheme, rest] = url.split('://')
  return (
    <header class="survey-header" data-connected={model.connected.value || undefined}>
      {isOwner && (
        <a class="back" href={listPath(model.slug)}>
          <svg class="icon" viewBox="0 0 20 20" aria-hidden="true">
            <path d="M12 4l-6 6 6 6" />
          </svg>
          {ownerTexts.back}
        </a>
      )}
      <h1 lang={model.textLanguage.value.lang} dir="auto">
        {title}
      </h1>
      <p class="survey-status">
        <Counts model={model} />
        <span class="status" data-status={state}>
          {words.common.states[state]}
        </span>
        {opens !== null && <span>{opensOn(formatTime(opens))}</span>}
        {state === 'expired' && deadline !== null && <span>{formatTime(deadline)}</span>}
      </p>
      <p>
        <a ref={link} href={url} target="_blank" rel="noreferrer" translate={false}>
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
          {dashboardTexts.header.present}
        </a>
        <button type="button" class="quiet" onClick={() => copyLink(url, link.current)}>
          {words.common.copyLink}
        </button>
        {state !== 'taken_down' && <StatusButton model={model} />}
      </div>
      {state === 'taken_down' && <p class="taken-down">{dashboardTexts.header.takenDown}</p>}
      <Connection model={model} />
    </header>
  )
}

/** What has arrived or, if there are only boards, what is on them. */
function Counts({ model }: { readonly model: SurveyModel }) {
  const survey = model.survey.value
  const { items, votes } = boardTotals(survey)
  if (!isBoardOnly(survey)) return <Count of={survey.response_count} unit={words.common.responses} />
  return (
    <>
      <Count of={items} unit={words.common.questions} />
      <Count of={votes} unit={words.common.votes} />
    </>
  )
}

function Count({ of, unit }: { readonly of: number; readonly unit: (count: number) => string }) {
  return (
    <span>
      <strong class="figure" translate={false}>
        {words.format.number(of)}
      </strong>{' '}
      {unit(of)}
    </span>
  )
}

/** Floats above the page, so that nothing moves when it appears. */
function Connection({ model }: { readonly model: SurveyModel }) {
  const isConnected = model.connected.value
  const isBroken = useSignal(false)
  useEffect(() => {
    if (isConnected) return
    const timer = setTimeout(() => {
      isBroken.value = true
    }, DISCONNECT_NOTICE_MS)
    return () => {
      clearTimeout(timer)
      isBroken.value = false
    }
  }, [isConnected])
  return (
    <p class="connection" role="status">
      {!isConnected && isBroken.value && words.common.reconnecting}
    </p>
  )
}
