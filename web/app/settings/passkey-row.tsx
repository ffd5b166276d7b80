import { useSignal } from '@preact/signals'
import type { PasskeyView } from '../../../src/account/contract.ts'
import { joinFacts } from '../../ui/charts/dotted-line.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { attempt, showNotice } from '../../ui/notice.tsx'
import { settingsTexts as words } from '../../words/settings-words.ts'
import { formatDate, formatHourAgo } from '../ago.ts'
import { send } from '../api.ts'
import { PasskeyName } from './passkey-name.tsx'
import { succeeds } from './verification.tsx'

interface Props {
  readonly passkey: PasskeyView
  readonly reload: () => void
}

/** A passkey with its actions. */
export function PasskeyRow({ passkey, reload }: Props) {
  const asked = useSignal<'rename' | 'remove' | undefined>(undefined)
  const title = passkey.name ?? words.unnamedPasskey
  const close = () => (asked.value = undefined)
  const rename = async (name: string | null) => {
    close()
    await send('PATCH', `/passkeys/${passkey.id}`, { name })
    reload()
    showNotice(words.passkeyRenamed)
  }
  const remove = async () => {
    close()
    if (!(await succeeds(() => send('DELETE', `/passkeys/${passkey.id}`)))) return
    reload()
    showNotice(words.passkeyRemoved)
  }
  return (
    <li>
      <div>
        <strong dir="auto">{title}</strong>
        <p class="help">{describe(passkey)}</p>
      </div>
      <p class="row">
        <button
          type="button"
          class="quiet small"
          aria-label={words.renamePasskey(title)}
          onClick={() => (asked.value = 'rename')}
        >
          {words.rename}
        </button>
        <button
          type="button"
          class="quiet small"
          aria-label={words.removePasskey(title)}
          onClick={() => (asked.value = 'remove')}
        >
          {words.remove}
        </button>
      </p>
      {asked.value === 'rename' && (
        <PasskeyName
          title={words.renamePasskey(title)}
          action={words.save}
          initial={passkey.name ?? ''}
          confirm={name => attempt(() => rename(name))}
          cancel={close}
        />
      )}
      {asked.value === 'remove' && (
        <ConfirmDialog
          title={words.removePasskeyTitle(title)}
          confirmLabel={words.remove}
          isDestructive
          onConfirm={() => attempt(remove)}
          onCancel={close}
        >
          <p>{words.removePasskeyText}</p>
        </ConfirmDialog>
      )}
    </li>
  )
}

function describe({ created_at: addedAt, last_used_at: used, backed_up: isBackedUp }: PasskeyView): string {
  const use = used === null ? words.passkeyUnused : words.lastUsed(formatHourAgo(used))
  return joinFacts(words.passkeyAddedOn(formatDate(addedAt)), use, isBackedUp ? words.synced : words.onOneDevice)
}
