import { useSignal } from '@preact/signals'
import { useLayoutEffect } from 'preact/hooks'
import { showNotice } from '../../ui/notice.tsx'
import { type SurveyState, stateOf } from '../../ui/survey-state.ts'
import { formatTime, fromLocalInput, isPast, toLocalInput } from '../../ui/time.ts'
import { TimeField } from '../../ui/time-field.tsx'
import { dashboardTexts } from '../../words/dashboard-words.ts'
import { ownerTexts } from '../../words/owner-words.ts'
import type { SurveyModel } from '../survey-model.ts'
import { updateSurvey } from './update-survey.ts'

const { noDeadline, noDeadlineOpen, noDeadlineClosed } = dashboardTexts.settings
const NO_DEADLINE: Readonly<Record<SurveyState, string>> = {
  open: noDeadlineOpen,
  closed: noDeadlineClosed,
  expired: noDeadlineClosed,
  taken_down: noDeadline,
}

/**
 * While the deadline comes from the free plan and lies ahead, it can't be changed, because a subscription would have
 * removed it.
 */
export function DeadlineSetting({ model }: { readonly model: SurveyModel }) {
  const { expires_at: end, expiry_automatic: isAutomatic } = model.survey.value
  if (!isAutomatic || isPast(end ?? '')) return <DeadlineForm model={model} />
  return (
    <>
      <p>{deadlineText(end, stateOf(model.survey.value))}</p>
      <p class="muted">{ownerTexts.freePlan}</p>
    </>
  )
}

/** Sets or removes the deadline; for an expired survey, reopens it with a new one. */
function DeadlineForm({ model }: { readonly model: SurveyModel }) {
  const { expires_at: end, status } = model.survey.value
  const hasExpired = status === 'expired'
  const initial = end === null || hasExpired ? '' : toLocalInput(end)
  const chosen = useSignal(initial)
  // The deadline can also be changed elsewhere.
  useLayoutEffect(() => {
    chosen.value = initial
  }, [initial])
  const reopening = hasExpired && ({ status: 'open' } as const)
  const set = () => {
    // The field has no seconds, so sending it back would move the deadline.
    if (chosen.value === initial) return showNotice(dashboardTexts.settings.deadlineUnchanged)
    const expires_at = fromLocalInput(chosen.value)
    return updateSurvey(model, { expires_at, ...reopening }, dashboardTexts.settings.deadlineSet)
  }
  const clear = () => updateSurvey(model, { expires_at: null, ...reopening }, dashboardTexts.settings.deadlineRemoved)
  const isRefused = hasExpired && isPast(chosen.value)
  return (
    <form
      class="end"
      onSubmit={event => {
        event.preventDefault()
        if (!isRefused) set()
      }}
    >
      <p>{deadlineText(end, stateOf(model.survey.value))}</p>
      <TimeField
        label={hasExpired ? dashboardTexts.settings.newDeadline : dashboardTexts.settings.dateAndTime}
        value={chosen}
        pastText={hasExpired ? dashboardTexts.settings.chooseFuture : dashboardTexts.settings.expiresNow}
        required
      />
      <p class="row">
        <button type="submit" class="quiet" aria-disabled={isRefused}>
          {hasExpired ? reopenText(chosen.value) : dashboardTexts.settings.setDeadline}
        </button>
        {end !== null && (
          <button type="button" class="quiet" onClick={clear}>
            {hasExpired ? dashboardTexts.settings.reopenWithout : dashboardTexts.settings.removeDeadline}
          </button>
        )}
      </p>
    </form>
  )
}

function deadlineText(end: string | null, state: SurveyState): string {
  if (end === null) return NO_DEADLINE[state]
  const text = (isPast(end) ? dashboardTexts.settings.deadlinePassed : dashboardTexts.settings.deadlineAhead)(
    formatTime(end),
  )
  return state === 'closed' ? `${text} ${dashboardTexts.settings.closedNow}` : text
}

function reopenText(until: string): string {
  const time = isPast(until) ? null : fromLocalInput(until)
  return time === null ? dashboardTexts.settings.reopen : dashboardTexts.settings.reopenUntil(formatTime(time))
}
