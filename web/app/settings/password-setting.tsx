import { useSignal } from '@preact/signals'
import type { ApplicationView } from '../../../src/account/contract.ts'
import { showNotice } from '../../ui/notice.tsx'
import { settingsTexts as words } from '../../words/settings-words.ts'
import { send } from '../api.ts'
import type { Loaded } from '../loaded.ts'
import { SettingForm } from './setting-form.tsx'
import { succeeds } from './verification.tsx'

interface Props {
  /** The applications that the holder may want to disconnect when changing the password. */
  readonly applications: Loaded<readonly ApplicationView[]>
}

export function PasswordSetting({ applications }: Props) {
  const disconnects = useSignal(false)
  const change = async (password: string) => {
    const body = { password, disconnect_applications: disconnects.value }
    if (!(await succeeds(() => send('PUT', '/password', body)))) return false
    applications.reload()
    disconnects.value = false
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
    >
      {applications.value !== undefined && applications.value.length > 0 && (
        <label class="switch">
          <input
            type="checkbox"
            checked={disconnects.value}
            onChange={({ currentTarget }) => (disconnects.value = currentTarget.checked)}
          />
          {words.disconnectAll(applications.value.length)}
        </label>
      )}
    </SettingForm>
  )
}
