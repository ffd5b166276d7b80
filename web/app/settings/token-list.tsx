import { useSignal } from '@preact/signals'
import type { TokenView } from '../../../src/account/contract.ts'
import { joinFacts } from '../../ui/charts/dotted-line.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { attempt, showNotice } from '../../ui/notice.tsx'
import { isPast } from '../../ui/time.ts'
import { settingsTexts as words } from '../../words/settings-words.ts'
import { isSubscribed } from '../account.ts'
import { formatDate, formatHourAgo } from '../ago.ts'
import { send } from '../api.ts'
import { useLoaded } from '../loaded.ts'
import { NewToken } from './new-token.tsx'
import { SettingRows } from './setting-rows.tsx'
import { succeeds } from './verification.tsx'

interface Tokens {
  readonly tokens: readonly TokenView[]
  readonly limit: number
}

/** The account's API tokens. */
export function TokenList() {
  const list = useLoaded(() => send<Tokens>('GET', '/tokens'))
  const { value, reload } = list
  return (
    <>
      {!isSubscribed() && <p>{words.tokensNeed}</p>}
      <SettingRows list={{ ...list, value: value?.tokens }} none={isSubscribed() ? words.noTokens : undefined}>
        {token => <TokenRow key={token.id} token={token} reload={reload} />}
      </SettingRows>
      {isSubscribed() && value !== undefined && (
        <NewToken count={value.tokens.length} limit={value.limit} reload={reload} />
      )}
    </>
  )
}

interface RowProps {
  readonly token: TokenView
  readonly reload: () => void
}

function TokenRow({ token, reload }: RowProps) {
  const isAsking = useSignal(false)
  const name = token.name ?? words.unnamed
  const revoke = async () => {
    isAsking.value = false
    if (!(await succeeds(() => send('DELETE', `/tokens/${token.id}`)))) return
    reload()
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

function describe({
  last_four: lastFour,
  created_at: createdAt,
  expires_at: end,
  last_used_at: used,
}: TokenView): string {
  const expiry = end === null ? [] : [(isPast(end) ? words.expiredOn : words.expiresOn)(formatDate(end))]
  const use = used === null ? words.neverUsed : words.lastUsed(formatHourAgo(used))
  return joinFacts(words.endsIn(lastFour), words.created(formatDate(createdAt)), use, ...expiry)
}
