import type { Kysely } from 'kysely'
import type { Answer } from '../domain/answer.ts'
import { readQuestions } from '../domain/question.ts'
import { countAnswers } from '../domain/tally.ts'
import { bumpAccountRevisions } from './accounts.ts'
import type { Engine } from './engine.ts'
import type { AdminCredential } from './survey-credentials.ts'
import { findAll, type Survey } from './surveys.ts'
import { lockAccountWithSurveys, suspendAccount } from './suspension.ts'
import type { Tables } from './tables.ts'

/** What a survey and an account have, in an order in which it can be deleted. A test fails where a table is missing. */
export const SURVEY_TABLES = ['tally', 'filed', 'removed', 'response', 'board_vote', 'board_item'] as const
export const ACCOUNT_TABLES = ['idempotency', 'token', 'template', 'survey'] as const

/**
 * Deletes a survey, or an account with everything in it. Much is deleted in many short acts before, so that no other act waits long;
 * after each of them the kept counts are those of the responses that are left.
 */
export class Deletion {
  readonly #engine: Engine

  constructor(engine: Engine) {
    this.#engine = engine
  }

  /** Withdraws an account and its surveys, so that nothing is added any more. @returns its surveys */
  beginAccount(accountId: string): Promise<Survey[]> {
    return this.#engine.write(async db => {
      await suspendAccount(this.#engine, db, accountId, { suspended: 1, taken_down: 1 })
      return findAll(db.selectFrom('survey').where('account_id', '=', accountId).orderBy('id'))
    })
  }

  /** Withdraws one survey, so that respondents find it no more. @returns whether there is one */
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

  /** Deletes a survey with all that is left of it. Its slug stays taken. */
  async survey({ surveyId, accountId, slug }: AdminCredential): Promise<void> {
    await this.#engine.write(async db => {
      await this.#engine.lockRows(db.selectFrom('survey').select('id').where('id', '=', surveyId)).execute()
      for (const table of SURVEY_TABLES) await db.deleteFrom(table).where('survey_id', '=', surveyId).execute()
      await db.deleteFrom('survey').where('id', '=', surveyId).execute()
      await bumpAccountRevisions(db, [accountId])
      await this.#engine.notify(db, { slug, part: 'survey' })
    })
  }

  /** Deletes the responses of a survey that were taken first. @returns how many; fewer than `most` where none are left */
  responses(surveyId: number, most: number): Promise<number> {
    return this.#engine.write(async db => {
      const [survey] = await findAll(this.#engine.lockRows(db.selectFrom('survey').where('id', '=', surveyId)))
      const query = db.selectFrom('response').select(['place', 'answers']).where('survey_id', '=', surveyId)
      const rows = await query.orderBy('place').limit(most).execute()
      const last = rows.at(-1)
      if (survey === undefined || last === undefined) return 0
      await db.deleteFrom('response').where('survey_id', '=', surveyId).where('place', '<=', last.place).execute()
      await subtractFromCounts(db, survey, rows)
      await bumpAccountRevisions(db, [survey.accountId])
      return rows.length
    })
  }

  /** Deletes what responses of a survey were filed under. @returns whether any may be left */
  indexEntries(surveyId: number, most: number): Promise<boolean> {
    return this.#engine.write(async db => {
      const query = db.selectFrom('filed').select('prefix').where('survey_id', '=', surveyId).orderBy('prefix')
      const last = await query
        .offset(most - 1)
        .limit(1)
        .executeTakeFirst()
      if (last === undefined) return false
      await db.deleteFrom('filed').where('survey_id', '=', surveyId).where('prefix', '<=', last.prefix).execute()
      return true
    })
  }

  /** Deletes an account with all that is left of it. Slugs stay taken. */
  async account(accountId: string): Promise<void> {
    await this.#engine.write(async db => {
      await lockAccountWithSurveys(this.#engine, db, accountId)
      const surveys = db.selectFrom('survey').select('id').where('account_id', '=', accountId)
      for (const table of SURVEY_TABLES) await db.deleteFrom(table).where('survey_id', 'in', surveys).execute()
      const slugs = await surveys.select('slug').execute()
      for (const table of ACCOUNT_TABLES) await db.deleteFrom(table).where('account_id', '=', accountId).execute()
      await db.deleteFrom('account').where('id', '=', accountId).execute()
      for (const { slug } of slugs) await this.#engine.notify(db, { slug, part: 'survey' })
    })
  }
}

/** Responses that are gone count no more. */
export async function subtractFromCounts(
  db: Kysely<Tables>,
  survey: Survey,
  rows: readonly { readonly answers: string }[],
): Promise<void> {
  const answers = rows.map((row): Answer[] => JSON.parse(row.answers))
  for (const { question, slot, count } of countAnswers(readQuestions(survey.questions), answers))
    await db
      .updateTable('tally')
      .set(row => ({ count: row('count', '-', count) }))
      .where('survey_id', '=', survey.id)
      .where('question', '=', question)
      .where('slot', '=', slot)
      .execute()
  await db
    .updateTable('survey')
    .set(row => ({ response_count: row('response_count', '-', rows.length) }))
    .where('id', '=', survey.id)
    .execute()
}
