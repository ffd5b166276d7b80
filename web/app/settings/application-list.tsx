import type { ApplicationView } from '../../../src/account/contract.ts'
import { AsyncButton } from '../../ui/async-button.tsx'
import { joinFacts } from '../../ui/facts.ts'
import { showNotice } from '../../ui/notice.tsx'
import { settingsTexts as words } from '../../words/settings-words.ts'
import { formatDate, formatHourAgo } from '../ago.ts'
import { send } from '../api.ts'
import { useLoaded } from '../loaded.ts'
import { SettingRows } from './setting-rows.tsx'

/** The applications that act for the account. */
export function ApplicationList() {
  const list = useLoaded(
    async () => (await send<{ applications: ApplicationView[] }>('GET', '/applications')).applications,
  )
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
        <p class="help">{joinFacts(scopes.includes('surveys:write') ? words.readsAndChanges : words.reads, host)}</p>
        <p class="help">{joinFacts(words.connected(formatDate(connected_at)), uses)}</p>
      </div>
      <AsyncButton class="quiet small" label={words.disconnectOf(title)} act={disconnect}>
        {words.disconnect}
      </AsyncButton>
    </li>
  )
}
