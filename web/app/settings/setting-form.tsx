import { useSignal } from '@preact/signals'
import { useId } from 'preact/hooks'
import { useAction } from '../../ui/action.ts'
import { sentence } from '../../ui/notice.tsx'
import { RequestError } from '../../ui/request.ts'
import { settingsTexts as words } from '../../words/settings-words.ts'

interface Props {
  readonly label: string
  readonly help?: string
  readonly type?: 'text' | 'email' | 'password'
  readonly autocomplete: string
  readonly initial?: string
  readonly action: string
  /** Whether the field is emptied once the value has been taken. */
  readonly clears?: boolean
  /** @returns whether the value was taken @throws RequestError, which is shown beside the field */
  readonly save: (value: string) => Promise<boolean>
}

/** The types of the element's attributes tell these apart. */
const TYPES = { text: { type: 'text' }, email: { type: 'email' }, password: { type: 'password' } } as const

/** A setting of one field with the button that saves it. */
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
      <p class="error" id={`${id}-error`} role="status">
        {error.value}
      </p>
    </form>
  )
}
