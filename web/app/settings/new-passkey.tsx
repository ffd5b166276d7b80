import { useSignal } from '@preact/signals'
import { attempt, showNotice } from '../../ui/notice.tsx'
import { createPasskey, type PasskeyOptions } from '../../ui/passkey.ts'
import { settingsTexts as words } from '../../words/settings-words.ts'
import { send } from '../api.ts'
import { AddButton } from './add-button.tsx'
import { PasskeyName } from './passkey-name.tsx'
import { succeeds, withVerification } from './verification.tsx'

interface Props {
  readonly count: number
  readonly limit: number
  readonly reload: () => void
}

/** Adds a passkey created by the browser. */
export function NewPasskey({ count, limit, reload }: Props) {
  const isAsking = useSignal(false)
  const add = async (name: string | null) => {
    isAsking.value = false
    const options = await withVerification(() => send<PasskeyOptions>('POST', '/passkeys/options'))
    if (options === undefined) return
    const credential = await madeBy(options)
    if (credential === undefined) return
    if (!(await succeeds(() => send('POST', '/passkeys', { credential, name })))) return
    reload()
    showNotice(words.passkeyAdded)
  }
  return (
    <>
      <AddButton
        label={words.addPasskey}
        count={count}
        limit={limit}
        limitReached={words.passkeyLimit(limit)}
        add={() => (isAsking.value = true)}
      />
      {isAsking.value && (
        <PasskeyName
          title={words.addPasskey}
          action={words.continue}
          confirm={name => attempt(() => add(name))}
          cancel={() => (isAsking.value = false)}
        />
      )}
    </>
  )
}

/** @returns undefined if the user cancelled, or already has a passkey there */
async function madeBy(options: PasskeyOptions): Promise<unknown> {
  try {
    return await createPasskey(options)
  } catch (failure) {
    if (!(failure instanceof DOMException)) throw failure
    showNotice(failure.name === 'InvalidStateError' ? words.passkeyThere : words.passkeyCancelled)
    return undefined
  }
}
