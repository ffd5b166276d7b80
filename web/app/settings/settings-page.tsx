import type { ComponentChildren } from 'preact'
import type { ApplicationView } from '../../../src/account/contract.ts'
import { settingsTexts as words } from '../../words/settings-words.ts'
import { account, isSubscribed } from '../account.ts'
import { send } from '../api.ts'
import { useLoaded } from '../loaded.ts'
import { ApplicationList } from './application-list.tsx'
import { ArchiveLoader } from './archive/archive-loader.tsx'
import { DeleteAccount } from './delete-account.tsx'
import { EmailSetting } from './email-setting.tsx'
import { PasskeyList } from './passkey-list.tsx'
import { PasswordSetting } from './password-setting.tsx'
import { ProfileSetting } from './profile-setting.tsx'
import { SessionList } from './session-list.tsx'
import { SubscriptionState } from './subscription-state.tsx'
import { TokenList } from './token-list.tsx'
import { VerificationDialog } from './verification.tsx'
import '../../ui/settings/settings.css'
import './settings.css'

/** Everything that belongs to the account itself. */
export function SettingsPage() {
  const applications = useLoaded(
    async () => (await send<{ applications: ApplicationView[] }>('GET', '/applications')).applications,
  )
  const hasPasswords = account.value?.passwords_enabled === true
  return (
    <div class="settings">
      <h1>{words.title}</h1>
      <Part title={words.profile} about={words.profileAbout}>
        <ProfileSetting />
        <EmailSetting />
      </Part>
      {account.value?.subscription.billing !== 'none' && (
        <Part title={words.subscription}>
          <SubscriptionState />
        </Part>
      )}
      <Part title={words.tokens} about={isSubscribed() ? words.tokensAbout : undefined}>
        <TokenList />
      </Part>
      <Part title={words.applications} about={words.applicationsAbout}>
        <ApplicationList list={applications} />
      </Part>
      <Part title={words.passkeys} about={hasPasswords ? words.passkeysAbout : undefined}>
        <PasskeyList />
      </Part>
      <Part title={words.sessions} about={hasPasswords ? words.sessionsAboutPassword : words.sessionsAbout}>
        <SessionList />
      </Part>
      {hasPasswords && (
        <Part title={words.password} about={words.passwordAbout}>
          <PasswordSetting applications={applications} />
        </Part>
      )}
      <Part title={words.data} about={words.dataAbout}>
        <a class="button quiet" href="/app/api/export.zip" download>
          {words.download}
        </a>
        <ArchiveLoader />
      </Part>
      <Part title={words.delete} about={words.deleteAbout}>
        <DeleteAccount />
      </Part>
      <VerificationDialog />
    </div>
  )
}

interface PartProps {
  readonly title: string
  readonly about?: string | undefined
  readonly children: ComponentChildren
}

function Part({ title, about, children }: PartProps) {
  const id = title.toLowerCase().replace(/[^a-z]+/g, '-')
  return (
    <section aria-labelledby={id}>
      <div>
        <h2 id={id}>{title}</h2>
        {about !== undefined && <p class="muted">{about}</p>}
      </div>
      <div>{children}</div>
    </section>
  )
}
