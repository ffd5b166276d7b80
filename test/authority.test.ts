import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { AccountSessions } from '../src/service/account-sessions.ts'
import type { AccountSettings } from '../src/service/account-settings.ts'
import type { Accounts } from '../src/service/accounts.ts'
import type { Applications } from '../src/service/applications.ts'
import type {
  AccountHolder,
  ApiCaller,
  Operator,
  OwnedSurvey,
  SurveyAdmin,
  Viewer,
} from '../src/service/authentication.ts'
import type { Billing } from '../src/service/billing.ts'
import type { Boards } from '../src/service/boards.ts'
import type { Comparisons } from '../src/service/comparisons.ts'
import type { deleteAccount } from '../src/service/deletion.ts'
import type { Drafts } from '../src/service/drafts.ts'
import type { PasskeySignIn } from '../src/service/passkey-sign-in.ts'
import type { Passkeys } from '../src/service/passkeys.ts'
import type { Principal } from '../src/service/principal.ts'
import type { ProjectedTexts } from '../src/service/projected-texts.ts'
import type { Responses } from '../src/service/responses.ts'
import type { Sessions } from '../src/service/sessions.ts'
import type { SubscriptionReadings } from '../src/service/subscription-readings.ts'
import type { SurveyLinks } from '../src/service/survey-links.ts'
import type { Surveys } from '../src/service/surveys.ts'
import type { Templates } from '../src/service/templates.ts'

/** Every way to act, by name: all principals, and the survey that an account owner names. */
interface Actors {
  readonly caller: ApiCaller
  readonly holder: AccountHolder
  readonly owned: OwnedSurvey
  readonly admin: SurveyAdmin
  readonly viewer: Viewer
  readonly operator: Operator
}

type AccountOwner = 'caller' | 'holder'
type SurveyEditor = 'owned' | 'admin'
/** Respondents have no account and no credential, so what they can do names no principal. */
type Respondents = never
/** It signs what it sends, and acts for nobody. */
type PaymentProvider = never

type Admitted<Actor> = { [Name in keyof Actors]: Actors[Name] extends Actor ? Name : never }[keyof Actors]
type FirstOf<Operation> = Operation extends (...given: infer Given) => unknown ? Given[0] : never

/** Who may be handed to each operation of a service. */
type Table<Service> = { readonly [Name in keyof Service]: Admitted<FirstOf<Service[Name]>> }

type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false

/** Each of these lines compiles only where the table is exactly what the operations accept. */
test('each operation accepts those principals that it is for, and no other compiles', () => {
  const surveys: Same<
    Table<Surveys>,
    {
      readonly create: AccountOwner
      readonly checkCreation: AccountOwner
      readonly list: AccountOwner
      readonly launch: AccountOwner
      readonly publish: 'holder'
      readonly listOwn: 'holder'
      readonly isSlugAvailable: 'holder'
      readonly clone: 'owned'
      readonly read: SurveyEditor
      readonly responses: SurveyEditor
      readonly change: SurveyEditor
      readonly aggregate: SurveyEditor | 'viewer'
      readonly checkChange: SurveyEditor
      readonly ownAdminToken: 'owned'
      readonly page: SurveyEditor
      readonly arrivals: 'admin'
      readonly newestTexts: 'admin'
      readonly removeResponse: 'admin'
      readonly delete: 'admin'
      readonly findAny: 'operator'
      readonly adminToken: 'operator'
      readonly setTakenDown: 'operator'
    }
  > = true
  const templates: Same<
    Table<Templates>,
    {
      readonly list: AccountOwner
      readonly create: AccountOwner
      readonly saveSurvey: 'owned'
      readonly summaries: 'holder'
      readonly read: 'holder'
      readonly replace: 'holder'
      readonly remove: 'holder'
      readonly duplicate: 'holder'
    }
  > = true
  const drafts: Same<Table<Drafts>[keyof Drafts], 'holder'> = true
  const applications: Same<Table<Applications>[keyof Applications], 'holder'> = true
  const boards: Same<
    Table<Boards>,
    {
      readonly revision: Respondents
      readonly list: Respondents
      readonly audienceList: Respondents
      readonly withSequences: Respondents
      readonly changes: Respondents
      readonly ask: Respondents
      readonly vote: Respondents
      readonly withdraw: Respondents
      readonly listAll: SurveyEditor
      readonly exportPages: SurveyEditor
      readonly moderate: SurveyEditor
    }
  > = true
  const comparisons: Same<Table<Comparisons>, { readonly compare: 'admin' }> = true
  const projectedTexts: Same<
    Table<ProjectedTexts>,
    {
      readonly read: 'admin' | 'viewer'
      readonly pick: 'admin'
      readonly unpick: 'admin'
      readonly words: 'admin'
      readonly changeWords: 'admin'
    }
  > = true
  const sessions: Same<Table<Sessions>, { readonly signIn: 'admin'; readonly signOut: 'admin' }> = true
  const links: Same<
    Table<SurveyLinks>,
    {
      readonly rotate: 'admin'
      readonly createProjectorLink: 'admin'
      readonly removeProjectorLink: 'admin'
    }
  > = true
  const accounts: Same<
    Table<Accounts>,
    {
      readonly create: 'operator'
      readonly list: 'operator'
      readonly find: 'operator'
      readonly setDisabled: 'operator'
      readonly subscribe: 'operator'
      readonly createToken: 'operator'
      readonly tokens: 'operator'
      readonly revokeToken: 'operator'
      readonly createResetLink: 'operator'
      readonly invite: 'operator'
    }
  > = true
  const responses: Same<Table<Responses>[keyof Responses], Respondents> = true
  const settings: Same<
    Table<AccountSettings>,
    {
      readonly profile: 'holder'
      readonly rename: 'holder'
      readonly changeEmail: 'holder'
      readonly changePassword: 'holder'
      readonly tokens: 'holder'
      readonly createToken: 'holder'
      readonly revokeToken: 'holder'
      readonly checkExport: 'holder'
      readonly delete: 'holder'
    }
  > = true
  const accountSessions: Same<
    Table<AccountSessions>,
    {
      readonly signIn: Respondents
      readonly open: Respondents
      readonly signOut: 'holder'
      readonly verify: 'holder'
      readonly list: 'holder'
      readonly revoke: 'holder'
      readonly revokeOthers: 'holder'
    }
  > = true
  const billing: Same<Table<Billing>[keyof Billing], 'holder'> = true
  const readings: Same<Table<SubscriptionReadings>[keyof SubscriptionReadings], PaymentProvider> = true
  const passkeys: Same<Table<Passkeys>[keyof Passkeys], 'holder'> = true
  const passkeySignIn: Same<
    Table<Omit<PasskeySignIn, 'isPossible'>>,
    {
      readonly requestOptions: Respondents
      readonly signIn: Respondents
      readonly verificationOptions: 'holder'
      readonly verify: 'holder'
    }
  > = true
  const deletion: Same<Admitted<Parameters<typeof deleteAccount>[1]>, 'operator'> = true
  assert.ok(
    surveys &&
      templates &&
      drafts &&
      applications &&
      boards &&
      comparisons &&
      projectedTexts &&
      sessions &&
      links &&
      accounts &&
      responses &&
      deletion &&
      settings &&
      billing &&
      readings &&
      accountSessions &&
      passkeys &&
      passkeySignIn,
  )
})

test('every principal is one of the actors, and none can be written down as an object', () => {
  const all: Same<Exclude<Principal, Actors[keyof Actors]>, never> = true
  const forged: { readonly [Name in keyof Actors]: Properties<Actors[Name]> extends Actors[Name] ? never : true } = {
    caller: true,
    holder: true,
    owned: true,
    admin: true,
    viewer: true,
    operator: true,
  }
  assert.ok(all && Object.values(forged).every(Boolean))
})

/** An object with everything that a principal shows, but not made by authentication. */
type Properties<Actor> = { readonly [Name in Extract<keyof Actor, string>]: Actor[Name] }
