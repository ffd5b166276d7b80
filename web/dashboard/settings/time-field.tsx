import type { Signal } from '@preact/signals'
import { useId } from 'preact/hooks'
import { TIME_ZONE } from '../../ui/time.ts'

interface Props {
  readonly label: string
  /** As the field has it; empty for no time. */
  readonly value: Signal<string>
  /** What a time in the past means here. */
  readonly pastText: string
  readonly required?: boolean
}

/** The latest that a field can have which is read in any zone. */
const LATEST = '9999-12-30T23:59'

/** A date and time in the zone of whoever chooses it. */
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
        In your time zone, {TIME_ZONE}.
      </p>
      <p class="past" id={`${id}-past`} role="status">
        {isPast(value.value) && pastText}
      </p>
    </>
  )
}

export function isPast(local: string): boolean {
  return local !== '' && new Date(local).getTime() <= Date.now()
}
