import { showNotice } from '../../ui/notice.tsx'
import { settingsTexts as words } from '../../words/settings-words.ts'
import { account, loadAccount } from '../account.ts'
import { send } from '../api.ts'
import { SettingForm } from './setting-form.tsx'
import { withVerification } from './verification.tsx'

interface Changed {
  /** Whether the address changes only after a link mailed to it is followed. */
  readonly confirmation_sent: boolean
}

/** The e-mail address used to sign in. */
export function EmailSetting() {
  const { email = '', email_confirmed: isConfirmed = true } = account.value ?? {}
  const change = async (next: string) => {
    const answer = await withVerification(() => send<Changed>('PUT', '/email', { email: next.trim() }))
    if (answer === undefined) return false
    await loadAccount()
    showNotice(answer.confirmation_sent ? words.emailMailed : words.emailChanged)
    return true
  }
  return (
    <>
      <p class="current-value">
        <strong>{words.email}</strong>
        <br />
        {email}
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
