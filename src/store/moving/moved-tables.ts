import type { Tables } from '../tables.ts'

/**
 * The tables that move to another installation, with all their columns, each after those that its rows refer to. For
 * each table, the columns that identify a row.
 */
const MOVED = {
  account: ['id'],
  identity: ['issuer', 'subject'],
  billing_customer: ['provider', 'external_id'],
  billing_subscription: ['provider', 'external_id'],
  billing_event: ['provider', 'id'],
  assigned_slug: ['hash'],
  survey: ['id'],
  response: ['survey_id', 'sequence'],
  removed_response: ['survey_id', 'id'],
  tally: ['survey_id', 'question', 'slot'],
  board_item: ['survey_id', 'question', 'sequence'],
  board_vote: ['survey_id', 'question', 'sequence', 'voter'],
  template: ['id'],
  draft: ['id'],
  job: ['id'],
} as const satisfies { [Table in keyof Tables]?: readonly (keyof Tables[Table])[] }

export type MovedTable = keyof typeof MOVED

/** The tables that stay behind, with the reason. Adding a table does not compile until it is listed here or above. */
export const LEFT_TABLES: Readonly<Record<Exclude<keyof Tables, MovedTable>, string>> = {
  token: 'a copy of a token must not open a second server',
  oauth_grant: 'as tokens',
  oauth_artifact: 'as tokens',
  account_session: 'browsers are signed in to one address',
  session: 'browsers are signed in to one address',
  passkey: 'browsers keep a passkey for one domain',
  used_challenge: 'belongs to passkeys and sign-ins under way',
  one_time_link: 'leads to one address',
  rate_limit: 'counts events within an hour',
  idempotency_key: 'is for requests to one server within a day',
  vote_rewrite: 'votes are written in the order of their keys, so none is left to rewrite',
  installation: 'each database has its own; the header of a dump says what it says about the secret',
}

export const MOVED_TABLES = Object.keys(MOVED) as readonly MovedTable[]

/** The columns that identify a row of a table, and by which its rows are ordered in a dump. */
export function keyOf(table: MovedTable): readonly string[] {
  return MOVED[table]
}
