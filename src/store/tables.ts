import type { Generated } from 'kysely'
import type { ArtifactKind } from '../domain/accounts/artifact-kind.ts'
import type { LinkKind } from '../domain/accounts/one-time-link.ts'
import type { RestoredBy } from '../domain/moving/survey-file.ts'
import type { IdentityTable } from './accounts/identity-table.ts'
import type { PasskeyTable, UsedChallengeTable } from './accounts/passkey-tables.ts'
import type { BillingTables } from './billing/billing-tables.ts'
import type { BoardItemTable, BoardVoteTable, VoteRewriteTable } from './boards/board-tables.ts'
import type { DraftTable, SurveyTable, TemplateTable } from './surveys/survey-tables.ts'

/**
 * The tables created by `migrations`. A time that is only displayed is stored as displayed (RFC 3339 text); a time that
 * is compared is stored in milliseconds since the epoch.
 */
export interface Tables extends BillingTables {
  account: AccountTable
  oauth_grant: OauthGrantTable
  oauth_artifact: OauthArtifactTable
  token: TokenTable
  account_session: AccountSessionTable
  passkey: PasskeyTable
  used_challenge: UsedChallengeTable
  identity: IdentityTable
  one_time_link: OneTimeLinkTable
  session: SessionTable
  assigned_slug: AssignedSlugTable
  survey: SurveyTable
  response: ResponseTable
  removed_response: RemovedResponseTable
  tally: TallyTable
  template: TemplateTable
  draft: DraftTable
  board_item: BoardItemTable
  board_vote: BoardVoteTable
  vote_rewrite: VoteRewriteTable
  rate_limit: RateLimitTable
  idempotency_key: IdempotencyKeyTable
  job: JobTable
  installation: InstallationTable
}

/** The tables with data sent by respondents. The privacy page explains each of their columns. */
export const RESPONDENT_TABLES = [
  'response',
  'removed_response',
  'board_item',
  'board_vote',
] as const satisfies (keyof Tables)[]
export type RespondentTable = (typeof RESPONDENT_TABLES)[number]
export type RespondentColumn<Table extends RespondentTable> = keyof Tables[Table] & string

interface AccountTable {
  id: string
  /** In lower case. */
  email: string
  /** When its holder followed a link mailed to the address; null if the address was never confirmed. */
  email_confirmed_at: Generated<number | null>
  name: string | null
  password_hash: string | null
  /** The palette that the account last saved in the browser, as JSON; null is the default palette. */
  palette: string | null
  /** The account is entitled until this time; null if nothing entitles it. Computed from `billing_subscription`. */
  entitled_until: number | null
  /** Incremented by each change to what the account's survey list shows. */
  revision: Generated<number>
  /** Surveys created since the time below, including deleted ones. */
  surveys_made: Generated<number>
  /** When its current day of creating surveys began, in milliseconds since the epoch; null before the first survey. */
  surveys_made_since: number | null
  created_at: string
  /** Set by the operator; the account's tokens are refused and its surveys are suspended. */
  disabled: Generated<0 | 1>
  /**
   * The id of the account that what this one holds is being restored to, and by whom. Such an account is temporary, and
   * nobody can sign in to it. Null for all others.
   */
  restores_to: Generated<string | null>
  restored_by: Generated<RestoredBy | null>
}

/** The access that an account has granted an application. All codes and tokens of a grant end with it. */
interface OauthGrantTable {
  id: string
  account_id: string
  /** Id of the registered application, or the address of its metadata document. */
  client_id: string
  /** The application's own name at the time of the grant. It is not verified. */
  client_name: string | null
  /** Where the consent page redirected to: a host, or a private scheme of the application. */
  redirect_host: string
  /** Separated by spaces. */
  scope: string
  created_at: number
  expires_at: number
  /** In hours since the epoch; deliberately no finer. */
  last_used_hour: number | null
}

/** Artifacts that the authorization server's library stores between requests. Access tokens are in `token`. */
interface OauthArtifactTable {
  kind: ArtifactKind
  /** SHA-256 of the id, base64url, if knowing the id is enough to act; a registered client's id unchanged. */
  id: string
  account_id: string | null
  grant_id: string | null
  /** The library's JSON, without ids that give access. */
  payload: string
  created_at: number
  /** Null for a registered client that somebody has allowed. */
  expires_at: number | null
  /** When a code or refresh token was used up. It stays until it expires, so that a second use is recognised. */
  consumed_at: number | null
  /** Whether tokens have been sent for a code or refresh token. */
  redeemed: Generated<0 | 1>
}

interface TokenTable {
  id: string
  account_id: string
  /** Set on access tokens of applications. */
  grant_id: string | null
  kind: 'pat' | 'oauth'
  name: string | null
  /** SHA-256 of the token, base64url. */
  hash: string
  last_four: string
  /** Separated by spaces. */
  scope: string
  expires_at: number | null
  /** In hours since the epoch; deliberately no finer. */
  last_used_hour: number | null
  created_at: string
}

/** A browser signed in to an account. */
interface AccountSessionTable {
  /** SHA-256 of the id that the browser sends, base64url. */
  id_hash: string
  account_id: string
  created_at: number
  /** In hours since the epoch; deliberately no finer. */
  last_used_hour: number
  /** When its holder was last verified, by password, passkey or sign-in provider. */
  verified_at: number
}

/** A one-time link that was mailed, or created by the operator. */
interface OneTimeLinkTable {
  /** SHA-256 of the token in the link, base64url. */
  hash: string
  kind: LinkKind
  /** Null if the link is for creating an account. */
  account_id: string | null
  /** The address that it was created for, in lower case. */
  email: string
  expires_at: number
  created_at: number
}

/** A browser signed in to a survey's dashboard. */
interface SessionTable {
  /** SHA-256 of the id that the browser sends, base64url. */
  id_hash: string
  /** The survey whose dashboard it opens. */
  survey_id: number
  /** Id of the secret that the survey's admin link was derived from. The secret cannot be derived from it. */
  secret_id: string
  created_at: number
  /** In hours since the epoch; deliberately no finer. */
  last_used_hour: number
}

/**
 * Every slug that was ever assigned. A deleted survey's slug is never assigned again and is not stored anywhere else.
 */
interface AssignedSlugTable {
  /** A keyed hash, from which the slug cannot be guessed without the installation's secret. */
  hash: string
}

/** Everything stored about a response. A test fails if a column is added. */
interface ResponseTable {
  survey_id: number
  /** 1, 2, 3 … in the order in which responses were stored. */
  sequence: number
  /** Unique within the survey. Random or a keyed hash, so that a repeated submission has the same id. */
  id: string
  submitted_at: string
  /** JSON: one entry for each question that the survey had at that time. */
  answers: string
}

/** The ids of removed responses and nothing else about them, so that a repeated submission does not store one again. */
interface RemovedResponseTable {
  survey_id: number
  id: string
}

interface TallyTable {
  survey_id: number
  question: number
  slot: number
  count: number
}

interface RateLimitTable {
  /** Identifies what is limited, for example the calls with one token. */
  key: string
  window_start: number
  /** Calls since the start of the window. */
  count: number
}

/** What a request with an `Idempotency-Key` created. The reply is not stored, since it may contain a secret. */
interface IdempotencyKeyTable {
  account_id: string
  key: string
  /** SHA-256 of operation and body, base64url. */
  request_hash: string
  /** A survey's slug or a template's id. */
  resource_id: string
  used_at: number
}

/** Work to be done after the transaction that caused it, by any process, at least once. */
interface JobTable {
  id: Generated<number>
  /** What to do. */
  kind: string
  /**
   * The e-mail address of its account, in lower case; deleting an account deletes its jobs. Empty for jobs that must
   * outlive the account.
   */
  email: string
  /** JSON; never a secret. */
  payload: string
  created_at: number
  /** Earliest time to run. A process that starts the job postpones it, so that no other process starts it too. */
  run_at: number
  attempts: Generated<number>
  /** Set once the job has failed permanently. */
  failed_at: number | null
  /** Why the last attempt failed. */
  failure: string | null
  /** 1 if the job failed permanently because a mail server refused its recipient. */
  recipient_refused: Generated<number>
}

/** Has exactly one row. */
interface InstallationTable {
  id: number
  /** Derived from the secret that the database was created with. The secret cannot be computed from it. */
  secret_check: string | null
  /** Incremented by each readiness check, because only a write proves that writes work. */
  readiness_checks: number
  /** When the last backup was made, in milliseconds since the epoch; null if none was recorded. */
  last_backup_at: Generated<number | null>
}
