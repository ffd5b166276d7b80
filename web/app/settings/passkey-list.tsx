import type { PasskeyView } from '../../../src/account/contract.ts'
import { supportsPasskeys } from '../../ui/passkey.ts'
import { settingsTexts as words } from '../../words/settings-words.ts'
import { send } from '../api.ts'
import { useLoaded } from '../loaded.ts'
import { NewPasskey } from './new-passkey.tsx'
import { PasskeyRow } from './passkey-row.tsx'
import { SettingRows } from './setting-rows.tsx'

interface Passkeys {
  readonly passkeys: readonly PasskeyView[]
  readonly limit: number
  /** Whether browsers support passkeys at the service's address, and people can sign in here with them. */
  readonly possible: boolean
}

/** The account's passkeys. */
export function PasskeyList() {
  const list = useLoaded(() => send<Passkeys>('GET', '/passkeys'))
  const { value, reload } = list
  const canAdd = value?.possible === true && supportsPasskeys()
  return (
    <>
      <SettingRows list={{ ...list, value: value?.passkeys }} none={words.noPasskeys}>
        {passkey => <PasskeyRow key={passkey.id} passkey={passkey} reload={reload} />}
      </SettingRows>
      {value !== undefined && canAdd && (
        <NewPasskey count={value.passkeys.length} limit={value.limit} reload={reload} />
      )}
      {value !== undefined && !canAdd && <p class="help">{words.passkeysImpossible}</p>}
    </>
  )
}
