import { useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useId } from 'preact/hooks'
import { sentence } from '../../../src/domain/values/text.ts'
import { useAction } from '../../ui/action.ts'
import { RequestError } from '../../ui/request.ts'
import { settingsTexts as words } from '../../words/settings-words.ts'

interface Props {
  readonly label: string
  readonly help?: string
  readonly type?: 'text' | 'email' | 'password'
  readonly autocomplete: string
  readonly initial?: string
  readonly action: string
  /** Whether the field is cleared once the value has been accepted. */
  readonly clears?: boolean
  /** @returns whether the value was accepted @throws RequestError, which is shown beside the field */
  readonly save: (value: string) => Promise<boolean>
  /** Further choices below the field. */
  readonly children?: ComponentChildren
}

/** Separate objects, because the types of the element's attributes distinguish them. */
const TYPES = { text: { type: 'text' }, email: { type: 'email' }, password: { type: 'password' } } as const

/** A setting with a single field and the button that saves it. */
export function SettingForm({ label, help, type = 'text', initial = '', clears = false, ...props }: Props) {
  const id = useId()
  const value = useSignal(initial)
  const error = useSignal('')
  const { isRunning, run } = useAction(async () => {
    error.value = ''
    try {
      if ((await props.save(value.value)) && clears) value.value = ''
    } catch (failure) {
      if (!(failure instanceof RequestError)) throw failure
      error.value = words.problems[failure.code ?? ''] ?? sentence(failure.message)
    }
  })
  return (
    <form
      class="setting-form"
      onSubmit={event => {
        event.preventDefault()
        run()
      }}
    >
      <label for={id}>{label}</label>
      {help !== undefined && (
        <p class="help" id={`${id}-help`}>
          {help}
        </p>
      )}
      <div class="field-and-button">
        <input
          id={id}
          {...TYPES[type]}
          dir="auto"
          autocomplete={props.autocomplete}
          value={value.value}
          aria-invalid={error.value !== ''}
          aria-describedby={`${id}-help ${id}-error`}
          onInput={({ currentTarget }) => (value.value = currentTarget.value)}
        />
        <button type="submit" class="quiet" aria-disabled={isRunning}>
          {props.action}
        </button>
      </div>
      {props.children}
      <p class="error" id={`${id}-error`} role="status">
        {error.value}
      </p>
    </form>
  )
}
