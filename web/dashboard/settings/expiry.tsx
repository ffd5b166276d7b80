import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { localOf, timeOf, timeText } from '../../ui/time.ts'
import type { Desk } from '../desk.ts'
import { change } from './change.ts'
import { isPast, TimeField } from './time-field.tsx'

/** When a survey ends; and, when it has, until when it is open again. */
export function ExpirySetting({ desk }: { readonly desk: Desk }) {
  const { expires_at: end, status } = desk.survey.value
  const hasExpired = status === 'expired'
  const chosen = useSignal('')
  useEffect(() => {
    chosen.value = end === null || hasExpired ? '' : localOf(end)
  }, [end, hasExpired])
  const reopening = hasExpired && ({ status: 'open' } as const)
  const set = () => change(desk, { expires_at: timeOf(chosen.value), ...reopening }, 'The end of the survey is set.')
  const clear = () => change(desk, { expires_at: null, ...reopening }, 'The survey takes answers until you close it.')
  const isRefused = hasExpired && isPast(chosen.value)
  return (
    <form
      class="end"
      onSubmit={event => {
        event.preventDefault()
        if (!isRefused) set()
      }}
    >
      <p>{standing(end, status)}</p>
      <TimeField
        label={hasExpired ? 'Open again until' : 'Ends'}
        value={chosen}
        past={
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

function standing(end: string | null, status: string): string {
  if (end === null)
    return status === 'open' ? 'It takes answers until you close it.' : 'It has no end, and is closed now.'
  const verb = new Date(end).getTime() <= Date.now() ? 'ended' : 'ends'
  return `It ${verb} on ${timeText(end)}${status === 'closed' ? ', and is closed now' : ''}.`
}

function reopenText(until: string): string {
  const time = isPast(until) ? null : timeOf(until)
  return time === null ? 'Open again' : `Open again until ${timeText(time)}`
}
