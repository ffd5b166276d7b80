import { showNotice } from '../../ui/notice.tsx'
import { settingsTexts as words } from '../../words/settings-words.ts'
import { send } from '../api.ts'
import { SettingForm } from './setting-form.tsx'
import { succeeds } from './verification.tsx'

export function PasswordSetting() {
  const change = async (password: string) => {
    if (!(await succeeds(() => send('PUT', '/password', { password })))) return false
    showNotice(words.passwordChanged)
    return true
  }
  return (
    <SettingForm
      label={words.newPassword}
      help={words.newPasswordHelp}
      type="password"
      autocomplete="new-password"
      action={words.changePassword}
      clears
      save={change}
    />
  )
}
