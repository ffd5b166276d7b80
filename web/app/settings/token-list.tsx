import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import type { TokenView } from '../../../src/account/contract.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { attempt, showNotice } from '../../ui/notice.tsx'
import { settingsTexts as words } from '../../words/settings-words.ts'
import { isSubscribed } from '../account.ts'
import { formatAgo, formatDate } from '../ago.ts'
import { send } from '../api.ts'
import { succeeds } from '../verification.tsx'
import { NewToken } from './new-token.tsx'

interface Tokens {
  readonly tokens: readonly TokenView[]
  readonly limit: number
}

/** The account's API tokens. */
export function TokenList() {
  const list = useSignal<Tokens>({ tokens: [], limit: 0 })
  const load = async () => {
    list.value = await send<Tokens>('GET', '/tokens')
  }
  useEffect(() => void attempt(load), [])
  const { tokens, limit } = list.value
  return (
    <>
      {!isSubscribed() && <p>{words.tokensNeed}</p>}
      {tokens.length > 0 && (
        <ul class="setting-rows">
          {tokens.map(token => (
            <TokenRow key={token.id} token={token} reload={load} />
          ))}
        </ul>
      )}
      {isSubscribed() && <NewToken count={tokens.length} limit={limit} reload={load} />}
    </>
  )
}

interface RowProps {
  readonly token: TokenView
  readonly reload: () => Promise<void>
}

function TokenRow({ token, reload }: RowProps) {
  const isAsking = useSignal(false)
  const name = token.name ?? words.unnamed
  const revoke = async () => {
    isAsking.value = false
    if (!(await succeeds(() => send('DELETE', `/tokens/${token.id}`)))) return
    await reload()
    showNotice(words.revoked)
  }
  return (
    <li>
      <div>
        <strong dir="auto">{name}</strong>
        <p class="help">{describe(token)}</p>
      </div>
      <button
        type="button"
        class="quiet small"
        aria-label={words.revokeOf(name)}
        onClick={() => (isAsking.value = true)}
      >
        {words.revoke}
      </button>
      {isAsking.value && (
        <ConfirmDialog
          title={words.revokeTitle(name)}
          confirmLabel={words.revoke}
          isDestructive
          onConfirm={() => attempt(revoke)}
          onCancel={() => (isAsking.value = false)}
        >
          <p>{words.revokeText}</p>
        </ConfirmDialog>
      )}
    </li>
  )
}

function describe({ last_four: lastFour, created_at: madeAt, expires_at: end, last_used_at: used }: TokenView): string {
  const expiry = end === null ? [] : [(isOver(end) ? words.expiredOn : words.expiresOn)(formatDate(end))]
  const use = used === null ? words.neverUsed : words.lastUsed(formatAgo(used))
  return [words.endsIn(lastFour), words.made(formatDate(madeAt)), use, ...expiry].join(' · ')
}

function isOver(end: string): boolean {
  return new Date(end).getTime() <= Date.now()
}
