import { useSignal } from '@preact/signals'
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

/** Asks what a passkey is called. */
export function PasskeyName({ title, action, initial = '', confirm, cancel }: Props) {
  const name = useSignal(initial)
  return (
    <ConfirmDialog
      title={title}
      confirmLabel={action}
      onConfirm={() => confirm(name.value.trim() === '' ? null : name.value)}
      onCancel={cancel}
    >
      <label for="passkey-name">{words.passkeyName}</label>
      <p class="help" id="passkey-name-help">
        {words.passkeyNameHelp}
      </p>
      <input
        id="passkey-name"
        autocomplete="off"
        aria-describedby="passkey-name-help"
        value={name.value}
        onInput={({ currentTarget }) => (name.value = currentTarget.value)}
      />
    </ConfirmDialog>
  )
}
