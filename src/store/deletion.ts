import { type Kysely, sql } from 'kysely'
import { responsesAtOnce } from '../domain/responses/responses-at-once.ts'
import { readQuestions } from '../domain/surveys/question.ts'
import { callsKey, customSlugsKey, slugChecksKey } from './access/rate-limit-keys.ts'
import type { SurveyAccess } from './access/survey-credentials.ts'
import { bumpAccountRevisions, lockAccount, lockAccountWithSurveys } from './accounts/accounts.ts'
import { setAccountDisabled, suspendSome } from './accounts/suspension.ts'
import { endBilling } from './billing/billing.ts'
import type { Engine } from './engine.ts'
import { withinBytes } from './stored-bytes.ts'
import { findSurvey, findSurveys, type Survey } from './surveys/surveys.ts'
import { TallySubtraction } from './surveys/tallies.ts'
import type { Tables } from './tables.ts'

/** The tables of a survey and of an account, in an order that respects foreign keys. A test fails if one is missing. */
export const SURVEY_TABLES = [
  'tally',
  'removed_response',
  'response',
  'vote_rewrite',
  'board_vote',
  'board_item',
  'session',
] as const
export const ACCOUNT_TABLES = [
  'idempotency_key',
  'oauth_artifact',
  'token',
  'oauth_grant',
  'account_session',
  'passkey',
  'identity',
  'one_time_link',
  'draft',
  'template',
  'billing_subscription',
  'billing_customer',
  'survey',
] as const

/** Identifies a survey in its own tables and in those of its account. */
export type SurveyKey = Pick<SurveyAccess, 'surveyId' | 'accountId' | 'slug'>

/** A survey of an account that is being deleted. */
interface TakenDownSurvey extends SurveyKey {
  readonly responseCount: number
}

export interface DeletionStep {
  /** Number of deleted responses. */
  readonly responses: number
  /** Whether no response, vote or board item remains. */
  readonly isLast: boolean
}

/**
 * Deletes a survey, or an account with everything in it. Responses and boards are deleted first, in many short
 * transactions, so that no other transaction waits long. After each of them, the maintained counts match the remaining
 * responses.
 */
export class Deletion {
  readonly #engine: Engine
  readonly #subtraction: TallySubtraction

  constructor(engine: Engine) {
    this.#engine = engine
    this.#subtraction = new TallySubtraction(engine)
  }

  /** Disables an account, and ends its subscriptions. */
  beginAccount(accountId: string, now: number): Promise<void> {
    return this.#engine.write(async db => {
      await lockAccount(this.#engine, db, accountId)
      await setAccountDisabled(db, accountId, 1)
      await endBilling(db, accountId, now)
    })
  }

  /** Takes down surveys of a disabled account, so that nothing more is stored. @returns how many; 0 if none remain */
  takeDownSurveys(accountId: string): Promise<number> {
    return this.#engine.write(db => suspendSome(this.#engine, db, accountId, { suspended: 1, taken_down: 1 }))
  }

  /** The surveys of an account, without their questions, which can total 500 MB. */
  surveys(accountId: string): Promise<TakenDownSurvey[]> {
    return this.#engine.reader
      .selectFrom('survey')
      .select(['id as surveyId', 'account_id as accountId', 'slug', 'response_count as responseCount'])
      .where('account_id', '=', accountId)
      .orderBy('id')
      .execute()
  }

  /** Deletes templates and drafts of an account. @returns how many; 0 if none remain */
  texts(accountId: string): Promise<number> {
    return this.#engine.write(
      async db => (await deleteSome(db, 'template', accountId)) || deleteSome(db, 'draft', accountId),
    )
  }

  /**
   * Takes down a survey, so that nothing more is stored.
   * @param mayDelete decides while the survey is locked; pure, and if it throws, nothing is changed
   * @returns whether it exists and may be deleted
   */
  beginSurvey(surveyId: number, mayDelete: (survey: Survey) => boolean = () => true): Promise<boolean> {
    return this.#engine.write(async db => {
      const survey = await findSurvey(this.#engine.lockRows(db.selectFrom('survey').where('id', '=', surveyId)))
      if (survey === undefined || !mayDelete(survey)) return false
      await db
        .updateTable('survey')
        .set(row => ({ taken_down: 1, revision: row('revision', '+', 1) }))
        .where('id', '=', surveyId)
        .execute()
      await this.#engine.notify(db, { slug: survey.slug, part: 'survey' })
      return true
    })
  }

  /** Deletes a survey and the rest of its data. Its slug is never assigned again. */
  async survey({ surveyId, accountId, slug }: SurveyKey): Promise<void> {
    await this.#engine.write(async db => {
      await this.#engine.lockRows(db.selectFrom('survey').select('id').where('id', '=', surveyId)).execute()
      for (const table of SURVEY_TABLES) await db.deleteFrom(table).where('survey_id', '=', surveyId).execute()
      // Kept, so that repeating the request that created the survey still finds that it is gone.
      await db
        .updateTable('idempotency_key')
        .set('resource_id', '')
        .where('account_id', '=', accountId)
        .where('resource_id', '=', slug)
        .execute()
      await db.deleteFrom('survey').where('id', '=', surveyId).execute()
      await bumpAccountRevisions(db, [accountId])
      await this.#engine.notify(db, { slug, part: 'survey' })
    })
    this.#engine.eraseDeleted()
  }

  /**
   * Deletes the oldest responses of a survey that is taken down and, after the last ones, votes and items of its
   * boards.
   * @param limit rows of each kind; fewer responses if they can be long
   */
  step(surveyId: number, limit: number): Promise<DeletionStep> {
    return this.#engine.write(async db => {
      const [survey] = await findSurveys(this.#engine.lockRows(db.selectFrom('survey').where('id', '=', surveyId)))
      if (survey === undefined) return { responses: 0, isLast: true }
      const responses = await this.#deleteResponses(db, survey, limit)
      if (responses > 0 && responses < survey.responseCount) return { responses, isLast: false }
      return { responses, isLast: (await deleteBoards(db, surveyId, limit)) < limit }
    })
  }

  /** @returns how many */
  async #deleteResponses(db: Kysely<Tables>, survey: Survey, limit: number): Promise<number> {
    const questions = readQuestions(survey.questions)
    const size = responsesAtOnce(questions, limit)
    const sequences = db.selectFrom('response').select('sequence').where('survey_id', '=', survey.id)
    const oldest = await sequences.orderBy('sequence').limit(size).execute()
    const last = oldest.at(-1)
    if (last === undefined) return 0
    const upToLast = db.deleteFrom('response').where('survey_id', '=', survey.id).where('sequence', '<=', last.sequence)
    const rows = await upToLast.returning('answers').execute()
    await this.#subtraction.run(db, { ...survey, questions }, rows)
    await bumpAccountRevisions(db, [survey.accountId])
    return rows.length
  }

  /** Deletes an account and the rest of its data. Its slugs are never assigned again. */
  async account(accountId: string, now: number): Promise<void> {
    await this.#engine.write(async db => {
      await lockAccountWithSurveys(this.#engine, db, accountId)
      // Since the deletion began, the operator may have enabled the account, and its holder may have bought something.
      await endBilling(db, accountId, now)
      const surveys = db.selectFrom('survey').select('id').where('account_id', '=', accountId)
      for (const table of SURVEY_TABLES) await db.deleteFrom(table).where('survey_id', 'in', surveys).execute()
      const slugs = await surveys.select('slug').execute()
      const tokens = await db.selectFrom('token').select('id').where('account_id', '=', accountId).execute()
      const grants = await db.selectFrom('oauth_grant').select('id').where('account_id', '=', accountId).execute()
      const bearers = [...tokens, ...grants].map(({ id }) => callsKey(id))
      const limits = [customSlugsKey(accountId), slugChecksKey(accountId), ...bearers]
      await db.deleteFrom('rate_limit').where('key', 'in', limits).execute()
      await deleteMailOf(db, accountId)
      for (const table of ACCOUNT_TABLES) await db.deleteFrom(table).where('account_id', '=', accountId).execute()
      await db.deleteFrom('account').where('id', '=', accountId).execute()
      for (const { slug } of slugs) await this.#engine.notify(db, { slug, part: 'survey' })
    })
    this.#engine.eraseDeleted()
  }
}

/** @returns how many */
async function deleteSome(db: Kysely<Tables>, table: 'template' | 'draft', accountId: string): Promise<number> {
  const rows = db.selectFrom(table).select(['id', 'stored_bytes']).where('account_id', '=', accountId)
  const ids = withinBytes(await rows.execute()).map(({ id }) => id)
  if (ids.length > 0) await db.deleteFrom(table).where('id', 'in', ids).execute()
  return ids.length
}

/** There can be as many votes and items as responses. @returns the number of votes and items deleted */
async function deleteBoards(db: Kysely<Tables>, surveyId: number, limit: number): Promise<number> {
  const votes = await deleteVotes(db, surveyId, limit)
  return votes === limit ? votes : votes + (await deleteItems(db, surveyId, limit - votes))
}

async function deleteVotes(db: Kysely<Tables>, surveyId: number, limit: number): Promise<number> {
  const keys = db.selectFrom('board_vote').select(['question', 'sequence', 'voter']).where('survey_id', '=', surveyId)
  const inOrder = keys.orderBy('question').orderBy('sequence').orderBy('voter')
  const last = await inOrder
    .limit(1)
    .offset(limit - 1)
    .executeTakeFirst()
  const upToLast =
    last && sql<boolean>`(question, sequence, voter) <= (${last.question}, ${last.sequence}, ${last.voter})`
  const votes = db.deleteFrom('board_vote').where('survey_id', '=', surveyId)
  const { numDeletedRows } = await (upToLast ? votes.where(upToLast) : votes).executeTakeFirst()
  return Number(numDeletedRows)
}

async function deleteItems(db: Kysely<Tables>, surveyId: number, limit: number): Promise<number> {
  const keys = db.selectFrom('board_item').select(['question', 'sequence']).where('survey_id', '=', surveyId)
  const inOrder = keys.orderBy('question').orderBy('sequence')
  const last = await inOrder
    .limit(1)
    .offset(limit - 1)
    .executeTakeFirst()
  const upToLast = last && sql<boolean>`(question, sequence) <= (${last.question}, ${last.sequence})`
  const items = db.deleteFrom('board_item').where('survey_id', '=', surveyId)
  const { numDeletedRows } = await (upToLast ? items.where(upToLast) : items).executeTakeFirst()
  return Number(numDeletedRows)
}

/** Deletes an account's pending mails and its links, including those that are stored only with its address. */
async function deleteMailOf(db: Kysely<Tables>, accountId: string): Promise<void> {
  const address = db.selectFrom('account').select('email').where('id', '=', accountId)
  for (const table of ['job', 'one_time_link'] as const)
    await db.deleteFrom(table).where('email', 'in', address).execute()
}
