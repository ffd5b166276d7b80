import type { ApplicationView } from '../../../src/account/contract.ts'
import { AsyncButton } from '../../ui/async-button.tsx'
import { joinFacts } from '../../ui/charts/dotted-line.ts'
import { showNotice } from '../../ui/notice.tsx'
import { settingsTexts as words } from '../../words/settings-words.ts'
import { formatDate, formatHourAgo } from '../ago.ts'
import { send } from '../api.ts'
import type { Loaded } from '../loaded.ts'
import { SettingRows } from './setting-rows.tsx'

/** The applications that act for the account. */
export function ApplicationList({ list }: { readonly list: Loaded<readonly ApplicationView[]> }) {
  const disconnect = async ({ id }: ApplicationView) => {
    await send('DELETE', `/applications/${id}`)
    list.reload()
    showNotice(words.disconnected)
  }
  return (
    <SettingRows list={list} none={words.noApplications}>
      {one => <ApplicationRow key={one.id} application={one} disconnect={() => disconnect(one)} />}
    </SettingRows>
  )
}

interface RowProps {
  readonly application: ApplicationView
  readonly disconnect: () => Promise<void>
}

function ApplicationRow({ application, disconnect }: RowProps) {
  const { name, host, scopes, connected_at, last_used_at } = application
  const title = name ?? host
  const uses = last_used_at === null ? words.neverUsed : words.lastUsed(formatHourAgo(last_used_at))
  return (
    <li>
      <div>
        <strong dir="auto">{title}</strong>
        <p class="help">{joinFacts(...abilitiesOf(scopes), host)}</p>
        <p class="help">{joinFacts(words.connected(formatDate(connected_at)), uses)}</p>
      </div>
      <AsyncButton class="quiet small" label={words.disconnectOf(title)} act={disconnect}>
        {words.disconnect}
      </AsyncButton>
    </li>
  )
}

function abilitiesOf(scopes: readonly string[]): readonly string[] {
  const [writes, deletes] = ['surveys:write', 'surveys:delete'].map(scope => scopes.includes(scope))
  return [writes ? words.readsAndChanges : words.reads, ...(deletes ? [words.deletesToo] : [])]
}
