import type { Signal } from '@preact/signals'
import { useId } from 'preact/hooks'
import { words } from '../words/words.ts'
import { clockChangeAt, formatTime, fromLocalInput, isPast, timeZone } from './time.ts'

interface Props {
  readonly label: string
  /** The value of the input; empty for no time. */
  readonly value: Signal<string>
  /** Shown when the time is in the past. */
  readonly pastText: string
  readonly required?: boolean
}

/** The latest value that is a valid date in every time zone. */
const LATEST = '9999-12-30T23:59'

/** A date and time in the user's time zone. */
export function TimeField({ label, value, pastText, required = false }: Props) {
  const id = useId()
  return (
    <>
      <label for={id}>{label}</label>
      <input
        id={id}
        type="datetime-local"
        max={LATEST}
        required={required}
        value={value.value}
        aria-describedby={`${id}-help ${id}-past`}
        onInput={({ currentTarget }) => {
          value.value = currentTarget.value
        }}
      />
      <p class="help" id={`${id}-help`}>
        {words.settings.timeZone(timeZone())}
      </p>
      <p class="past" id={`${id}-past`} role="status">
        {isPast(value.value) ? pastText : clockChangeText(value.value)}
      </p>
    </>
  )
}

/** Explains a time that clocks skip or show twice on that day. */
function clockChangeText(local: string): string | undefined {
  const change = clockChangeAt(local)
  const meant = fromLocalInput(local)
  return change === undefined || meant === null ? undefined : words.settings.clockChange[change](formatTime(meant))
}
