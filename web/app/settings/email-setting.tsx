import { showNotice } from '../../ui/notice.tsx'
import { texts } from '../../words/app-words.ts'
import { account, loadAccount } from '../account.ts'
import { send } from '../api.ts'
import { succeeds } from '../verification.tsx'
import { SettingForm } from './setting-form.tsx'

const { account: words } = texts

/** The address that signs in. */
export function EmailSetting() {
  const { email = '', email_confirmed: isConfirmed = true } = account.value ?? {}
  const change = async (next: string) => {
    if (!(await succeeds(() => send('PUT', '/account/email', { email: next.trim() })))) return false
    await loadAccount()
    showNotice(account.value?.email === next.trim() ? words.emailChanged : words.emailMailed)
    return true
  }
  return (
    <>
      <p class="current-value">
        <span class="muted">{words.email}</span> <strong>{email}</strong>
      </p>
      {!isConfirmed && <p class="help">{words.emailUnconfirmed}</p>}
      <SettingForm
        label={words.newEmail}
        type="email"
        autocomplete="email"
        action={words.changeEmail}
        clears
        save={change}
      />
    </>
  )
}
