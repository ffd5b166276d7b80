import assert from 'node:assert/strict'
import { test } from 'node:test'
import type {
  AccountHolder,
  ApiCaller,
  Conductor,
  Operator,
  OwnedSurvey,
  SurveyAdmin,
  Viewer,
} from '../../src/service/access/authentication.ts'
import type { Principal } from '../../src/service/access/principal.ts'
import type { Sessions } from '../../src/service/access/sessions.ts'
import type { SurveyLinks } from '../../src/service/access/survey-links.ts'
import type { AccountSessions } from '../../src/service/accounts/account-sessions.ts'
import type { AccountSettings } from '../../src/service/accounts/account-settings.ts'
import type { Accounts } from '../../src/service/accounts/accounts.ts'
import type { Applications } from '../../src/service/accounts/applications.ts'
import type { deleteAccount } from '../../src/service/accounts/deletion.ts'
import type { PasskeySignIn } from '../../src/service/accounts/passkey-sign-in.ts'
import type { Passkeys } from '../../src/service/accounts/passkeys.ts'
import type { Billing } from '../../src/service/billing/billing.ts'
import type { SubscriptionReadings } from '../../src/service/billing/subscription-readings.ts'
import type { Boards } from '../../src/service/boards/boards.ts'
import type { ReceivedResponses } from '../../src/service/responses/received-responses.ts'
import type { Responses } from '../../src/service/responses/responses.ts'
import type { Comparisons } from '../../src/service/results/comparisons.ts'
import type { Presentations } from '../../src/service/results/presentations.ts'
import type { ProjectedTexts } from '../../src/service/results/projected-texts.ts'
import type { Records } from '../../src/service/results/records.ts'
import type { SurveyResults } from '../../src/service/results/survey-results.ts'
import type { Drafts } from '../../src/service/surveys/drafts.ts'
import type { SurveyCreation } from '../../src/service/surveys/survey-creation.ts'
import type { Surveys } from '../../src/service/surveys/surveys.ts'
import type { Templates } from '../../src/service/surveys/templates.ts'

/** Every way to act, by name: all principals, and the survey that an account owner names. */
interface Actors {
  readonly caller: ApiCaller
  readonly holder: AccountHolder
  readonly owned: OwnedSurvey
  readonly admin: SurveyAdmin
  readonly viewer: Viewer
  readonly conductor: Conductor
  readonly operator: Operator
}

type AccountOwner = 'caller' | 'holder'
type SurveyEditor = 'owned' | 'admin'
/** With a remote link, one can conduct and nothing else. */
type Presenter = 'admin' | 'conductor'
/** Respondents have no account and no credential, so their operations take no principal. */
type Respondents = never
/** It signs its requests, and acts for nobody. */
type PaymentProvider = never

type Admitted<Actor> = { [Name in keyof Actors]: Actors[Name] extends Actor ? Name : never }[keyof Actors]
type FirstOf<Operation> = Operation extends (...given: infer Given) => unknown ? Given[0] : never

/** The principals that each operation of a service accepts. */
type Table<Service> = { readonly [Name in keyof Service]: Admitted<FirstOf<Service[Name]>> }

type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false

/** Each of these lines compiles only if the table matches exactly what the operations accept. */
test('each operation accepts exactly its principals, and no other compiles', () => {
  const surveys: Same<
    Table<Surveys>,
    {
      readonly list: AccountOwner
      readonly listOwn: 'holder'
      readonly isSlugAvailable: 'holder'
      readonly read: SurveyEditor
      readonly change: SurveyEditor
      readonly checkChange: SurveyEditor
      readonly isOwn: 'owned'
      readonly ownAdminToken: 'owned'
      readonly delete: 'admin'
      readonly deleteOwn: 'owned'
      readonly findAny: 'operator'
      readonly adminToken: 'operator'
      readonly setTakenDown: 'operator'
    }
  > = true
  const creation: Same<
    Table<SurveyCreation>,
    {
      readonly create: AccountOwner
      readonly check: AccountOwner
      readonly clone: 'owned'
      readonly launch: AccountOwner
      readonly publish: 'holder'
    }
  > = true
  const received: Same<
    Table<ReceivedResponses>,
    {
      readonly readAll: SurveyEditor
      readonly readPage: SurveyEditor
      readonly arrivals: 'admin'
      readonly newestTexts: Presenter
      readonly remove: 'admin'
    }
  > = true
  const results: Same<Table<SurveyResults>, { readonly read: SurveyEditor | 'viewer' | 'conductor' }> = true
  const templates: Same<
    Table<Templates>,
    {
      readonly list: AccountOwner
      readonly listTag: AccountOwner
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
      readonly publicRevision: Respondents
      readonly list: Respondents
      readonly publicList: Respondents
      readonly audienceList: Respondents
      readonly withSequences: Respondents
      readonly changes: Respondents
      readonly ask: Respondents
      readonly vote: Respondents
      readonly withdraw: Respondents
      readonly listAll: SurveyEditor | 'conductor'
      readonly exportPages: SurveyEditor
      readonly moderate: SurveyEditor | 'conductor'
    }
  > = true
  const comparisons: Same<Table<Comparisons>, { readonly compare: SurveyEditor }> = true
  const records: Same<Table<Records>, { readonly read: SurveyEditor; readonly readShared: Respondents }> = true
  const projectedTexts: Same<
    Table<ProjectedTexts>,
    {
      readonly read: Presenter | 'viewer'
      readonly of: Respondents
      readonly pick: Presenter
      readonly unpick: Presenter
      readonly words: 'admin'
      readonly changeWords: 'admin'
    }
  > = true
  const presentations: Same<
    Table<Presentations>,
    {
      readonly read: Presenter | 'viewer'
      readonly of: Respondents
      readonly sessionRecord: Respondents
      readonly phoneStep: Respondents
      readonly step: Presenter
      readonly secondRound: 'admin'
      readonly end: 'admin'
    }
  > = true
  const sessions: Same<Table<Sessions>, { readonly signIn: 'admin'; readonly signOut: 'admin' }> = true
  const links: Same<
    Table<SurveyLinks>,
    {
      readonly rotate: 'admin'
      readonly create: 'admin'
      readonly remove: 'admin'
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
      readonly isVerified: 'holder'
      readonly emailOf: 'holder'
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
      presentations &&
      sessions &&
      links &&
      accounts &&
      creation &&
      received &&
      results &&
      records &&
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

test('every principal is one of the actors, and none can be forged as an object literal', () => {
  const all: Same<Exclude<Principal, Actors[keyof Actors]>, never> = true
  const forged: { readonly [Name in keyof Actors]: Properties<Actors[Name]> extends Actors[Name] ? never : true } = {
    caller: true,
    holder: true,
    owned: true,
    admin: true,
    viewer: true,
    conductor: true,
    operator: true,
  }
  assert.ok(all && Object.values(forged).every(Boolean))
})

/** An object with all visible properties of a principal, but not created by authentication. */
type Properties<Actor> = { readonly [Name in Extract<keyof Actor, string>]: Actor[Name] }
