import { useSignal } from '@preact/signals'
import { nameProblem } from '../../../src/domain/accounts/person-name.ts'
import { isBlank } from '../../../src/domain/values/text.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { settingsTexts as words } from '../../words/settings-words.ts'

interface Props {
  readonly title: string
  readonly action: string
  readonly initial?: string
  /** @param name null for none */
  readonly confirm: (name: string | null) => void
  readonly cancel: () => void
}

/** Asks for a passkey's name. */
export function PasskeyName({ title, action, initial = '', confirm, cancel }: Props) {
  const name = useSignal(initial)
  const error = useSignal('')
  const submit = () => {
    const isNone = isBlank(name.value)
    const problem = nameProblem(name.value)
    if (isNone) confirm(null)
    else if (problem === undefined) confirm(name.value)
    else error.value = problem
  }
  return (
    <ConfirmDialog title={title} confirmLabel={action} onConfirm={submit} onCancel={cancel}>
      <label for="passkey-name">{words.passkeyName}</label>
      <p class="help" id="passkey-name-help">
        {words.passkeyNameHelp}
      </p>
      <input
        id="passkey-name"
        dir="auto"
        autocomplete="off"
        aria-invalid={error.value !== ''}
        aria-describedby="passkey-name-help passkey-name-error"
        value={name.value}
        onInput={({ currentTarget }) => (name.value = currentTarget.value)}
      />
      <p class="error" id="passkey-name-error" role="alert">
        {error.value}
      </p>
    </ConfirmDialog>
  )
}
