import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import type { PasskeyView } from '../../../src/account/contract.ts'
import { attempt } from '../../ui/notice.tsx'
import { hasPasskeys } from '../../ui/passkey.ts'
import { settingsTexts as words } from '../../words/settings-words.ts'
import { send } from '../api.ts'
import { NewPasskey } from './new-passkey.tsx'
import { PasskeyRow } from './passkey-row.tsx'

interface Passkeys {
  readonly passkeys: readonly PasskeyView[]
  readonly limit: number
  /** Whether browsers have passkeys for the address of the service. */
  readonly possible: boolean
}

/** The account's passkeys. */
export function PasskeyList() {
  const list = useSignal<Passkeys | undefined>(undefined)
  const load = async () => {
    list.value = await send<Passkeys>('GET', '/passkeys')
  }
  useEffect(() => void attempt(load), [])
  if (list.value === undefined) return null
  const { passkeys, limit, possible } = list.value
  return (
    <>
      {passkeys.length === 0 && <p class="muted">{words.noPasskeys}</p>}
      {passkeys.length > 0 && (
        <ul class="setting-rows">
          {passkeys.map(passkey => (
            <PasskeyRow key={passkey.id} passkey={passkey} reload={load} />
          ))}
        </ul>
      )}
      {possible && hasPasskeys() ? (
        <NewPasskey count={passkeys.length} limit={limit} reload={load} />
      ) : (
        <p class="help">{words.passkeysImpossible}</p>
      )}
    </>
  )
}
