import { useSignal } from '@preact/signals'
import type { TokenView } from '../../../src/account/contract.ts'
import { isBlank } from '../../../src/domain/values/text.ts'
import { DAY_MS } from '../../../src/domain/values/time.ts'
import { now } from '../../ui/clock.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { attempt } from '../../ui/notice.tsx'
import { settingsTexts as words } from '../../words/settings-words.ts'
import { send } from '../api.ts'
import { AddButton } from './add-button.tsx'
import { MadeToken } from './made-token.tsx'
import { withVerification } from './verification.tsx'

/** Lifetimes of a token in days; 0 for no expiry. */
const LIFETIMES = [30, 90, 365, 0]

interface Props {
  readonly count: number
  readonly limit: number
  readonly reload: () => void
}

/** Creates a token and shows it, this once. */
export function NewToken({ count, limit, reload }: Props) {
  const isAsking = useSignal(false)
  const made = useSignal<string | undefined>(undefined)
  const create = async (name: string, days: number) => {
    const expires = days === 0 ? {} : { expires_at: new Date(now() + days * DAY_MS).toISOString() }
    const answer = await withVerification(() =>
      send<TokenView & { token: string }>('POST', '/tokens', { name: isBlank(name) ? null : name, ...expires }),
    )
    if (answer === undefined) return
    made.value = answer.token
    reload()
  }
  return (
    <>
      <AddButton
        label={words.newToken}
        count={count}
        limit={limit}
        limitReached={words.tokenLimit(limit)}
        add={() => (isAsking.value = true)}
      />
      {isAsking.value && (
        <TokenForm
          create={(name, days) => {
            isAsking.value = false
            attempt(() => create(name, days))
          }}
          cancel={() => (isAsking.value = false)}
        />
      )}
      {made.value !== undefined && <MadeToken token={made.value} close={() => (made.value = undefined)} />}
    </>
  )
}

interface FormProps {
  readonly create: (name: string, days: number) => void
  readonly cancel: () => void
}

function TokenForm({ create, cancel }: FormProps) {
  const name = useSignal('')
  const days = useSignal(90)
  return (
    <ConfirmDialog
      title={words.newToken}
      confirmLabel={words.createToken}
      onConfirm={() => create(name.value, days.value)}
      onCancel={cancel}
    >
      <label for="token-name">{words.tokenName}</label>
      <p class="help">{words.tokenNameHelp}</p>
      <input
        id="token-name"
        dir="auto"
        autocomplete="off"
        value={name.value}
        onInput={({ currentTarget }) => (name.value = currentTarget.value)}
      />
      <label class="next-field" for="token-expires">
        {words.expires}
      </label>
      <select
        id="token-expires"
        value={String(days.value)}
        onChange={({ currentTarget }) => (days.value = Number(currentTarget.value))}
      >
        {LIFETIMES.map(length => (
          <option key={length} value={String(length)}>
            {length === 0 ? words.never : words.inDays(length)}
          </option>
        ))}
      </select>
    </ConfirmDialog>
  )
}
