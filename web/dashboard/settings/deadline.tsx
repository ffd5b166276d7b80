import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { formatTime, fromLocalInput, toLocalInput } from '../../ui/time.ts'
import { isPast, TimeField } from '../../ui/time-field.tsx'
import { words } from '../../words/words.ts'
import type { SurveyModel } from '../survey-model.ts'
import { updateSurvey } from './update-survey.ts'

/** While the deadline comes from the free plan and lies ahead, it can't be changed: a subscription would have removed it. */
export function DeadlineSetting({ model }: { readonly model: SurveyModel }) {
  const { expires_at: end, status, expiry_automatic: isAutomatic } = model.survey.value
  if (!isAutomatic || isOver(end)) return <DeadlineForm model={model} />
  return (
    <>
      <p>{deadlineText(end, status)}</p>
      <p class="muted">{words.owner.freePlan}</p>
    </>
  )
}

/** Sets or removes the deadline; for an expired survey, reopens it with a new one. */
function DeadlineForm({ model }: { readonly model: SurveyModel }) {
  const { expires_at: end, status } = model.survey.value
  const hasExpired = status === 'expired'
  const chosen = useSignal('')
  useEffect(() => {
    chosen.value = end === null || hasExpired ? '' : toLocalInput(end)
  }, [end, hasExpired])
  const reopening = hasExpired && ({ status: 'open' } as const)
  const set = () =>
    updateSurvey(model, { expires_at: fromLocalInput(chosen.value), ...reopening }, words.settings.deadlineSet)
  const clear = () => updateSurvey(model, { expires_at: null, ...reopening }, words.settings.deadlineRemoved)
  const isRefused = hasExpired && isPast(chosen.value)
  return (
    <form
      class="end"
      onSubmit={event => {
        event.preventDefault()
        if (!isRefused) set()
      }}
    >
      <p>{deadlineText(end, status)}</p>
      <TimeField
        label={hasExpired ? words.settings.newDeadline : words.settings.dateAndTime}
        value={chosen}
        pastText={hasExpired ? words.settings.chooseFuture : words.settings.expiresNow}
        required
      />
      <p class="row">
        <button type="submit" class="quiet" aria-disabled={isRefused}>
          {hasExpired ? reopenText(chosen.value) : words.settings.setDeadline}
        </button>
        {end !== null && (
          <button type="button" class="quiet" onClick={clear}>
            {hasExpired ? words.settings.reopenWithout : words.settings.removeDeadline}
          </button>
        )}
      </p>
    </form>
  )
}

function deadlineText(end: string | null, status: string): string {
  if (end === null) return status === 'open' ? words.settings.noDeadlineOpen : words.settings.noDeadlineClosed
  const text = (isOver(end) ? words.settings.deadlinePassed : words.settings.deadlineAhead)(formatTime(end))
  return status === 'closed' ? `${text} ${words.settings.closedNow}` : text
}

function isOver(end: string | null): boolean {
  return end !== null && new Date(end).getTime() <= Date.now()
}

function reopenText(until: string): string {
  const time = isPast(until) ? null : fromLocalInput(until)
  return time === null ? words.settings.reopen : words.settings.reopenUntil(formatTime(time))
}
