import { isBlank } from '../../../src/domain/values/text.ts'
import { showNotice } from '../../ui/notice.tsx'
import { settingsTexts as words } from '../../words/settings-words.ts'
import { account, loadAccount } from '../account.ts'
import { send } from '../api.ts'
import { SettingForm } from './setting-form.tsx'

export function ProfileSetting() {
  const save = async (name: string) => {
    await send('PATCH', '/account', { name: isBlank(name) ? null : name })
    await loadAccount()
    showNotice(words.saved)
    return true
  }
  return (
    <SettingForm
      label={words.name}
      autocomplete="name"
      initial={account.value?.name ?? ''}
      action={words.save}
      save={save}
    />
  )
}
