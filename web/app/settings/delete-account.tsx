import { useSignal } from '@preact/signals'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { attempt } from '../../ui/notice.tsx'
import { settingsTexts as words } from '../../words/settings-words.ts'
import { account } from '../account.ts'
import { send } from '../api.ts'
import { forgetUnsaved } from '../sign-out.ts'
import { succeeds } from './verification.tsx'

/** Deletes the account after its address has been typed. */
export function DeleteAccount() {
  const isAsking = useSignal(false)
  const remove = async () => {
    isAsking.value = false
    if (!(await succeeds(() => send('DELETE', '/account', { email: account.value?.email })))) return
    forgetUnsaved()
    location.assign('/')
  }
  return (
    <>
      <button type="button" class="quiet dangerous" onClick={() => (isAsking.value = true)}>
        {words.deleteAction}
      </button>
      {isAsking.value && <DeleteDialog confirm={() => attempt(remove)} cancel={() => (isAsking.value = false)} />}
    </>
  )
}

function DeleteDialog({ confirm, cancel }: { readonly confirm: () => void; readonly cancel: () => void }) {
  const typed = useSignal('')
  const email = account.value?.email ?? ''
  return (
    <ConfirmDialog
      title={words.deleteTitle}
      confirmLabel={words.deletePermanently}
      isDestructive
      canConfirm={typed.value.trim().toLowerCase() === email}
      onConfirm={confirm}
      onCancel={cancel}
    >
      <p>{words.deleteText}</p>
      <label for="delete-email">
        {words.deleteConfirm.before}
        <code>{email}</code>
        {words.deleteConfirm.after}
      </label>
      <input
        id="delete-email"
        autocomplete="off"
        value={typed.value}
        onInput={({ currentTarget }) => (typed.value = currentTarget.value)}
      />
    </ConfirmDialog>
  )
}
