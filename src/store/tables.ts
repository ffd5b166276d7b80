import type { Generated } from 'kysely'
import type { ItemState } from '../domain/board.ts'
import type { StoredStatus } from '../domain/lifecycle.ts'
import type { QuestionsText } from '../domain/question.ts'

/**
 * The tables, as `migrations` make them. A moment that is only shown is kept as it is shown (RFC 3339 text); one that is
 * compared is kept in milliseconds since the epoch.
 */
export interface Tables {
  account: AccountTable
  token: TokenTable
  slug: SlugTable
  survey: SurveyTable
  response: ResponseTable
  filed: FiledTable
  removed: RemovedTable
  tally: TallyTable
  template: TemplateTable
  board_item: BoardItemTable
  board_vote: BoardVoteTable
  budget: BudgetTable
  idempotency: IdempotencyTable
  installation: InstallationTable
}

/** What holds what respondents send; a page says of each column what stands in it. */
export const RESPONDENT_TABLES = ['response', 'removed', 'board_item', 'board_vote'] as const satisfies (keyof Tables)[]
export type RespondentTable = (typeof RESPONDENT_TABLES)[number]
export type RespondentColumn<Table extends RespondentTable> = keyof Tables[Table] & string

interface AccountTable {
  id: string
  /** Lower case. */
  email: string
  name: string | null
  password_hash: string | null
  /** The palette last saved in the browser, as JSON; null is the house palette. */
  palette: string | null
  /** Subscribed while this lies ahead; null never was. */
  entitled_until: number | null
  /** Grows with each change of what the list of its surveys shows. */
  revision: Generated<number>
  created_at: string
  /** By the operator: its tokens are refused, and its surveys are suspended. */
  disabled: Generated<0 | 1>
}

interface TokenTable {
  id: string
  account_id: string
  kind: 'pat' | 'oauth'
  name: string | null
  /** SHA-256 of the token, base64url. */
  hash: string
  last_four: string
  /** Separated by spaces. */
  scope: string
  expires_at: number | null
  /** Hours since the epoch: no finer, by design. */
  last_used_hour: number | null
  created_at: string
}

/** Every slug ever given: a deleted survey's stays taken. */
interface SlugTable {
  slug: string
}

interface SurveyTable {
  /** Grows with each creation: "newest first" without a clock. */
  id: Generated<number>
  account_id: string
  slug: string
  title: string
  status: StoredStatus
  archived: 0 | 1
  /** JSON; null is the house palette. */
  theme: string | null
  /** Grows with each change that respondents can see. */
  revision: number
  response_count: number
  /** The place given last; responses that are removed leave theirs empty. */
  last_place: number
  /** Responses up to this place are found in `filed`. */
  filed_place: number
  created_at: string
  expires_at: number | null
  /** What the admin token is derived from, beside the survey and the installation's secret. */
  admin_nonce: string
  /** JSON. What stands before it is read without its overflow pages. */
  questions: QuestionsText
  /** Its account is disabled. */
  suspended: Generated<0 | 1>
  /** By the operator: respondents find nothing. */
  taken_down: Generated<0 | 1>
  /** What the token of the projector link is made from; null where there is none. */
  view_nonce: Generated<string | null>
}

/** All that is stored about a response. A test fails where a column is added. */
interface ResponseTable {
  survey_id: number
  /** 1, 2, 3 … in the order taken. */
  place: number
  /** No two are the same: the survey is locked while it is looked for and added. */
  id: string
  submitted_at: string
  /** JSON: one entry for each question that the survey had at that moment. */
  answers: string
}

/** Where responses are found by their ids, which are random: by the first 32 bits. */
interface FiledTable {
  survey_id: number
  prefix: number
  place: number
}

/** Responses that were removed: nothing is left of them but their ids, so that a repeated send is not kept anew. */
interface RemovedTable {
  survey_id: number
  id: string
}

interface TallyTable {
  survey_id: number
  question: number
  slot: number
  count: number
}

interface TemplateTable {
  id: string
  account_id: string
  name: string
  created_at: string
  updated_at: string
  /** Grows with each update in the account: "most recently updated first" without a clock. */
  touched: number
  questions: QuestionsText
}

/** All that is stored about a question on a board. A test fails where a column is added. */
interface BoardItemTable {
  survey_id: number
  /** The board's place in the survey. */
  question: number
  /** 1, 2, 3 … in the order asked. */
  place: number
  /** Random. */
  id: string
  text: string
  state: ItemState
  /** As many as the item has in `board_vote`. */
  votes: number
}

/** All that is stored about a vote. A test fails where a column is added. */
interface BoardVoteTable {
  survey_id: number
  question: number
  /** The item's on its board. */
  place: number
  /** Derived from the voter and the item: of one voter another for each item. */
  voter: string
}

interface BudgetTable {
  bucket: string
  opened_at: number
  spent: number
}

/** What was made under an `Idempotency-Key`: never an answer, which may hold a secret. */
interface IdempotencyTable {
  account_id: string
  key: string
  /** SHA-256 of method, path and body, base64url. */
  request_hash: string
  /** A survey's slug or a template's id. */
  made: string
  made_at: number
}

/** One row. */
interface InstallationTable {
  id: number
  /** Derived from the secret that the database was made with, which cannot be told from it. */
  secret_check: string | null
  /** Counted up by each readiness check, since only a write shows that writes work. */
  readiness_checks: number
}
