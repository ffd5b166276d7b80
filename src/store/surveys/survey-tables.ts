import type { Generated } from 'kysely'
import type { SharingMode } from '../../domain/results/sharing.ts'
import type { DraftText } from '../../domain/surveys/draft.ts'
import type { StoredStatus } from '../../domain/surveys/lifecycle.ts'
import type { QuestionsText } from '../../domain/surveys/question.ts'

export interface SurveyTable {
  /** Increases with each creation, so that "newest first" does not depend on the clock. */
  id: Generated<number>
  account_id: string
  slug: string
  title: string
  status: StoredStatus
  archived: 0 | 1
  /** The account is disabled. */
  suspended: Generated<0 | 1>
  /** Set by the operator; respondents cannot find the survey. */
  taken_down: Generated<0 | 1>
  /** JSON; null is the default palette. */
  theme: string | null
  /**
   * Incremented by each change to what respondents answer. Revealing results does not count, so that it does not
   * disturb people who are still answering.
   */
  revision: number
  /** Incremented by each commit that changes a board of the survey. */
  board_revision: Generated<number>
  /** Incremented by each transaction that notifies of a change; it numbers the notifications on PostgreSQL. */
  change_count: Generated<number>
  response_count: number
  /** The last sequence number that was assigned. Sequence numbers of removed responses are not reused. */
  last_sequence: number
  /**
   * Total size of its questions, responses, ids of removed responses, board items and votes. Updated by every
   * transaction that stores or deletes any of them.
   */
  stored_bytes: Generated<number>
  created_at: string
  expires_at: number | null
  /** Set if the free plan set the expiry. A subscription lifts it. */
  expiry_automatic: Generated<0 | 1>
  /** When it opens by itself; null if it does not wait for a time. */
  opens_at: Generated<number | null>
  /** Input of the derivation of the admin token, with the survey and the installation's secret. */
  admin_nonce: string
  /** Input of the derivation of the projector link's token; null if the survey has no projector link. */
  view_nonce: Generated<string | null>
  /** The same for the remote link. */
  remote_nonce: Generated<string | null>
  /** The number of responses with which it closes; null if it does not. */
  response_limit: Generated<number | null>
  /** When respondents can see results. */
  share_results: Generated<SharingMode>
  /** Whether they can see them now, in the mode `when_revealed`. */
  results_revealed: Generated<0 | 1>
  shared_device: Generated<0 | 1>
  /** A BCP 47 tag; null where it is found from the texts. */
  language: Generated<string | null>
  /** Whether whoever presents it sets the pace of respondents. */
  paced: Generated<0 | 1>
  /** Whether the presenter's screen shows results as they come in. */
  revealed_at_once: Generated<0 | 1>
  /** What it has beside its questions, as JSON; null for nothing. */
  question_settings: Generated<string | null>
  texts: Generated<string | null>
  groups: Generated<string | null>
  /** How many groups edits have dissolved since they were last set. */
  dissolved_groups: Generated<number>
  /** The counts that respondents have been shown, as JSON; null if none. */
  shown_counts: Generated<string | null>
  /** The parts of free-text answers that are projected, as JSON; null if none are. */
  projected_texts: Generated<string | null>
  /** What presenters show, as JSON; null if nobody has presented the survey. */
  presentation: Generated<string | null>
  /** When the last session showed and revealed its questions, as JSON; null if nobody has presented the survey. */
  session_record: Generated<string | null>
  /** Whether everybody with the public link may read the record. */
  share_record: Generated<0 | 1>
  /** What edits between responses have added and reworded, as JSON; null if there were none. */
  edit_history: Generated<string | null>
  /** JSON. The last column, so that the others can be read without its overflow pages. */
  questions: QuestionsText
}

export interface TemplateTable {
  id: string
  account_id: string
  name: string
  created_at: string
  updated_at: string
  /** Increases with each update in the account, so that "most recently updated first" does not depend on the clock. */
  update_sequence: number
  stored_bytes: Generated<number>
  /** Incremented by each update. An update based on an earlier revision is refused. */
  revision: Generated<number>
  /** JSON; null if the template has no theme. */
  theme: string | null
  /** As those of a survey. */
  language: Generated<string | null>
  paced: Generated<0 | 1>
  revealed_at_once: Generated<0 | 1>
  question_settings: Generated<string | null>
  texts: Generated<string | null>
  groups: Generated<string | null>
  question_count: number
  questions: QuestionsText
}

/** A survey that is being created in the browser. */
export interface DraftTable {
  id: string
  account_id: string
  /** Incremented by each update. An update based on an earlier revision is refused. */
  revision: number
  title: string
  question_count: number
  created_at: string
  updated_at: string
  stored_bytes: number
  /** JSON of title, questions, what is set beside them, theme, language, pace and `revealed_at_once`. The questions are as they were sent. */
  content: DraftText
}
