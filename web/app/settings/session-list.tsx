import type { SessionView } from '../../../src/account/contract.ts'
import { AsyncButton } from '../../ui/async-button.tsx'
import { joinFacts } from '../../ui/charts/dotted-line.ts'
import { showNotice } from '../../ui/notice.tsx'
import { settingsTexts as words } from '../../words/settings-words.ts'
import { formatDate, formatHourAgo } from '../ago.ts'
import { send } from '../api.ts'
import { useLoaded } from '../loaded.ts'
import { forgetUnsaved } from '../sign-out.ts'
import { SettingRows } from './setting-rows.tsx'

/** The browsers that are signed in. */
export function SessionList() {
  const list = useLoaded(async () => (await send<{ sessions: SessionView[] }>('GET', '/sessions')).sessions)
  const end = async ({ id }: SessionView) => {
    await send('DELETE', `/sessions/${id}`)
    list.reload()
    showNotice(words.ended)
  }
  return (
    <>
      <SettingRows list={list}>
        {session => <SessionRow key={session.id} session={session} end={() => end(session)} />}
      </SettingRows>
      <p class="help">{words.signOutAbout}</p>
      <form method="post" action="/sign-out" onSubmit={forgetUnsaved}>
        <button type="submit" class="quiet">
          {words.signOut}
        </button>
      </form>
    </>
  )
}

function SessionRow({ session, end }: { readonly session: SessionView; readonly end: () => Promise<void> }) {
  const signedIn = formatDate(session.created_at)
  return (
    <li>
      <div>
        <strong>{session.current ? words.thisBrowser : words.otherBrowser}</strong>
        <p class="help">{joinFacts(words.signedIn(signedIn), words.active(formatHourAgo(session.last_used_at)))}</p>
      </div>
      {!session.current && (
        <AsyncButton class="quiet small" label={words.endOf(signedIn)} act={end}>
          {words.end}
        </AsyncButton>
      )}
    </li>
  )
}
