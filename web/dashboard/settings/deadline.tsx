import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { formatTime, fromLocalInput, toLocalInput } from '../../ui/time.ts'
import type { SurveyModel } from '../survey-model.ts'
import { isPast, TimeField } from './time-field.tsx'
import { updateSurvey } from './update-survey.ts'

/** When a survey ends; and, when it has, until when it is open again. */
export function DeadlineSetting({ model }: { readonly model: SurveyModel }) {
  const { expires_at: end, status } = model.survey.value
  const hasExpired = status === 'expired'
  const chosen = useSignal('')
  useEffect(() => {
    chosen.value = end === null || hasExpired ? '' : toLocalInput(end)
  }, [end, hasExpired])
  const reopening = hasExpired && ({ status: 'open' } as const)
  const set = () =>
    updateSurvey(model, { expires_at: fromLocalInput(chosen.value), ...reopening }, 'The end of the survey is set.')
  const clear = () =>
    updateSurvey(model, { expires_at: null, ...reopening }, 'The survey takes answers until you close it.')
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
        label={hasExpired ? 'Open again until' : 'Ends'}
        value={chosen}
        pastText={
          hasExpired ? 'Choose a time that lies ahead.' : 'This lies in the past. It will count as expired at once.'
        }
        required
      />
      <p class="row">
        <button type="submit" class="quiet" aria-disabled={isRefused}>
          {hasExpired ? reopenText(chosen.value) : 'Set the end'}
        </button>
        {end !== null && (
          <button type="button" class="quiet" onClick={clear}>
            {hasExpired ? 'Open again without an end' : 'Remove the end'}
          </button>
        )}
      </p>
    </form>
  )
}

function deadlineText(end: string | null, status: string): string {
  if (end === null)
    return status === 'open' ? 'It takes answers until you close it.' : 'It has no end, and is closed now.'
  const verb = new Date(end).getTime() <= Date.now() ? 'ended' : 'ends'
  return `It ${verb} on ${formatTime(end)}${status === 'closed' ? ', and is closed now' : ''}.`
}

function reopenText(until: string): string {
  const time = isPast(until) ? null : fromLocalInput(until)
  return time === null ? 'Open again' : `Open again until ${formatTime(time)}`
}
