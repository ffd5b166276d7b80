import type { Kysely } from 'kysely'
import { bumpAccountRevisions, lockAccountWithSurveys } from './accounts.ts'
import type { Engine } from './engine.ts'
import { callsKey, customSlugsKey, slugChecksKey } from './rate-limit-keys.ts'
import type { SurveyAccess } from './survey-credentials.ts'
import { findSurveys, type Survey } from './surveys.ts'
import { suspendAccount } from './suspension.ts'
import type { Tables } from './tables.ts'
import { subtractFromCounts } from './tallies.ts'

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
  'survey',
] as const

/**
 * Deletes a survey, or an account with everything in it. Responses are deleted first, in many short transactions, so that
 * no other transaction waits long. After each of them the maintained counts equal the responses that are left.
 */
export class Deletion {
  readonly #engine: Engine

  constructor(engine: Engine) {
    this.#engine = engine
  }

  /** Takes down an account and its surveys, so that nothing more is stored. @returns its surveys */
  beginAccount(accountId: string): Promise<Survey[]> {
    return this.#engine.write(async db => {
      await suspendAccount(this.#engine, db, accountId, { suspended: 1, taken_down: 1 })
      return findSurveys(db.selectFrom('survey').where('account_id', '=', accountId).orderBy('id'))
    })
  }

  /** Takes down a survey, so that nothing more is stored. @returns whether it exists */
  beginSurvey(surveyId: number): Promise<boolean> {
    return this.#engine.write(async db => {
      const query = db.selectFrom('survey').select('slug').where('id', '=', surveyId)
      const survey = await this.#engine.lockRows(query).executeTakeFirst()
      if (survey === undefined) return false
      await db
        .updateTable('survey')
        .set(row => ({ taken_down: 1, revision: row('revision', '+', 1) }))
        .where('id', '=', surveyId)
        .execute()
      await this.#engine.notify(db, { slug: survey.slug, part: 'survey' })
      return true
    })
  }

  /** Deletes a survey with the rest of its data. Its slug is never assigned again. */
  async survey({ surveyId, accountId, slug }: SurveyAccess): Promise<void> {
    await this.#engine.write(async db => {
      await this.#engine.lockRows(db.selectFrom('survey').select('id').where('id', '=', surveyId)).execute()
      for (const table of SURVEY_TABLES) await db.deleteFrom(table).where('survey_id', '=', surveyId).execute()
      // A repeat of the request that created the survey still finds that it is gone.
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

  /** Deletes the oldest responses of a survey. @returns how many; fewer than `limit` if none are left */
  responses(surveyId: number, limit: number): Promise<number> {
    return this.#engine.write(async db => {
      const [survey] = await findSurveys(this.#engine.lockRows(db.selectFrom('survey').where('id', '=', surveyId)))
      const query = db.selectFrom('response').select(['sequence', 'answers']).where('survey_id', '=', surveyId)
      const rows = await query.orderBy('sequence').limit(limit).execute()
      const last = rows.at(-1)
      if (survey === undefined || last === undefined) return 0
      const ofSurvey = db.deleteFrom('response').where('survey_id', '=', surveyId)
      await ofSurvey.where('sequence', '<=', last.sequence).execute()
      await subtractFromCounts(db, survey, rows)
      await bumpAccountRevisions(db, [survey.accountId])
      return rows.length
    })
  }

  /** Deletes an account with the rest of its data. Its slugs are never assigned again. */
  async account(accountId: string): Promise<void> {
    await this.#engine.write(async db => {
      await lockAccountWithSurveys(this.#engine, db, accountId)
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

/** Deletes what was going to be mailed to an account, and links that were, also those that name the address only. */
async function deleteMailOf(db: Kysely<Tables>, accountId: string): Promise<void> {
  const address = db.selectFrom('account').select('email').where('id', '=', accountId)
  for (const table of ['job', 'one_time_link'] as const)
    await db.deleteFrom(table).where('email', 'in', address).execute()
}
