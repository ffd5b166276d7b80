import type { Kysely, Transaction } from 'kysely'
import type { FileItem, FileSettings, FileSurvey } from '../../domain/moving/survey-file.ts'
import { DRAFTS_PER_ACCOUNT, SURVEYS_PER_ACCOUNT, TEMPLATES_PER_ACCOUNT } from '../../domain/surveys/limits.ts'
import { lockAccount, lockAccountWithSurveys } from '../accounts/accounts.ts'
import { BatchedStatement } from '../batched-statement.ts'
import { lastItemSequence } from '../boards/board-items.ts'
import type { Engine } from '../engine.ts'
import { addJob, type NewJob } from '../jobs.ts'
import type { BatchOutcome, ResponseBatch } from '../responses/response-batch.ts'
import { countRows } from '../row-count.ts'
import { storedBytesOf, VOTE_BYTES } from '../stored-bytes.ts'
import { projectedTextsJson } from '../surveys/stored-projected-texts.ts'
import { assignSlug, madeWith, type NewSurvey, newRow } from '../surveys/survey-creation.ts'
import type { Survey } from '../surveys/surveys.ts'
import { countAndLastUpdate } from '../surveys/templates.ts'
import type { Tables } from '../tables.ts'
import { themeText } from '../theme.ts'

/** The account that holds what is being restored until the restoration is complete. Nobody can sign in to it. */
export interface StagingAccount {
  readonly id: string
  /** One for each account that is being restored to, so that there is one restoration at a time. */
  readonly email: string
  readonly createdAt: string
  /** Deletes the staging account, unless it is finished or extended before `until`. */
  readonly deletion: NewJob
  /** Milliseconds since the epoch. */
  readonly until: number
}

/** A survey without its responses, boards and settings. */
export type StagedSurvey = Pick<
  NewSurvey,
  'accountId' | 'slug' | 'title' | 'createdAt' | 'expiresAt' | 'adminNonce' | 'questions'
> &
  Pick<FileSurvey, 'status'>

/** How long a staging account is kept, in milliseconds since the epoch. */
interface Lease {
  readonly now: number
  /** When it may be deleted. */
  readonly until: number
}

export interface Transfer {
  readonly stagingId: string
  readonly accountId: string
  /** All surveys of the staging account, each with the slug it is to get. */
  readonly surveys: readonly TransferredSurvey[]
  /** Whether the slugs of deleted surveys may be used. */
  readonly mayReuseSlugs: boolean
  readonly now: number
}

interface TransferredSurvey {
  readonly id: number
  readonly slug: string
  readonly slugHash: string
}

/** With any outcome other than `finished`, nothing has changed. */
export type TransferOutcome =
  | 'finished'
  | 'ended'
  | 'survey_limit'
  | 'daily_survey_limit'
  | 'template_limit'
  | 'draft_limit'
  | { readonly takenSlugs: readonly string[] }

/** The limits on what an account may have, each with its refusal. */
const LIMITS = [
  ['survey', SURVEYS_PER_ACCOUNT, 'survey_limit'],
  ['template', TEMPLATES_PER_ACCOUNT, 'template_limit'],
  ['draft', DRAFTS_PER_ACCOUNT, 'draft_limit'],
] as const

/**
 * Stores surveys from a file, in many short transactions so that nobody else waits long. Until the last one, the
 * surveys belong to a separate account, where nobody can find them.
 */
export class Restorations {
  readonly #engine: Engine
  readonly #votes: BatchedStatement

  constructor(engine: Engine) {
    this.#engine = engine
    const vote = { survey_id: 0, question: 0, sequence: 0, voter: '' }
    this.#votes = new BatchedStatement(size => engine.reader.insertInto('board_vote').values(Array(size).fill(vote)))
  }

  /** @returns false if another restoration has this address */
  begin({ id, email, createdAt, deletion, until }: StagingAccount): Promise<boolean> {
    return this.#engine.write(async db => {
      const { numInsertedOrUpdatedRows } = await db
        .insertInto('account')
        .values({
          id,
          email,
          name: null,
          password_hash: null,
          email_confirmed_at: null,
          created_at: createdAt,
          disabled: 1,
        })
        .onConflict(conflict => conflict.column('email').doNothing())
        .executeTakeFirst()
      if (numInsertedOrUpdatedRows !== 1n) return false
      await addJob(db, deletion)
      await postpone(db, email, { now: 0, until })
      return true
    })
  }

  /** The id of the expired staging account with this address, if nobody has begun to delete it. */
  async findExpired(email: string, now: number): Promise<string | undefined> {
    const jobs = this.#engine.reader.selectFrom('job').innerJoin('account', 'account.email', 'job.email')
    const due = jobs.where('job.email', '=', email).where('run_at', '<=', now)
    return (await due.select('account.id').executeTakeFirst())?.id
  }

  /** Extends the lease of a staging account that has not expired. @returns false if there is none */
  extend(id: string, email: string, lease: Lease): Promise<boolean> {
    return this.#engine.write(async db => {
      const account = await db.selectFrom('account').select('email').where('id', '=', id).executeTakeFirst()
      return account?.email === email && (await postpone(db, email, lease))
    })
  }

  async addSurvey(survey: StagedSurvey): Promise<void> {
    await this.#engine.write(async db => {
      await lockAccount(this.#engine, db, survey.accountId)
      const row = newRow({ ...survey, theme: 'default', shareResults: 'never', sharedDevice: false, language: null })
      const life = { status: survey.status, expires_at: survey.expiresAt, suspended: 1 as const }
      await db
        .insertInto('survey')
        .values({ ...row, ...life })
        .execute()
    })
  }

  /** @returns `stored`, or what is already stored, in which case nothing else was stored */
  async addResponses(batch: ResponseBatch): Promise<BatchOutcome> {
    const [outcome = 'survey_changed'] = await this.#engine.storeResponses([batch], 'wait')
    return outcome
  }

  /**
   * Adds items after a board's existing ones, with unknown voters. An id that is already in use is replaced.
   * @param newId makes a random UUID
   */
  async addItems(
    { id: surveyId }: Survey,
    question: number,
    items: readonly FileItem[],
    newId: () => string,
  ): Promise<void> {
    await this.#engine.write(async db => {
      const survey = db.selectFrom('survey').select('id').where('id', '=', surveyId)
      await this.#engine.lockRows(survey).executeTakeFirstOrThrow()
      const used = await usedIds(db, items)
      let sequence = await lastItemSequence(db, { surveyId, question })
      let bytes = 0
      for (const { id, text, state, votes } of items) {
        sequence++
        const row = { survey_id: surveyId, question, sequence, text, state, votes }
        await db
          .insertInto('board_item')
          .values({ ...row, id: used.has(id) ? newId() : id })
          .execute()
        await this.#votes.run(
          db,
          Array.from({ length: votes }, () => [surveyId, question, sequence, newId()]),
        )
        bytes += storedBytesOf(text) + votes * VOTE_BYTES
      }
      await db
        .updateTable('survey')
        .set(row => ({ stored_bytes: row('stored_bytes', '+', bytes), board_revision: row('board_revision', '+', 1) }))
        .where('id', '=', surveyId)
        .execute()
    })
  }

  /** Texts of missing responses are not projected. */
  async setSettings({ id }: Survey, settings: FileSettings & Pick<Survey, 'expiresAt'>): Promise<void> {
    await this.#engine.write(async db => {
      const { picks, ...others } = settings.projectedTexts
      const found: (typeof picks)[number][] = []
      for (const pick of picks) if ((await this.#engine.findSequences(db, id, [pick.id])).length > 0) found.push(pick)
      await db
        .updateTable('survey')
        .set({
          theme: themeText(settings.theme),
          archived: settings.archived ? 1 : 0,
          share_results: settings.shareResults,
          results_revealed: settings.resultsRevealed ? 1 : 0,
          shared_device: settings.sharedDevice ? 1 : 0,
          language: settings.language,
          expires_at: settings.expiresAt,
          expiry_automatic: settings.expiryAutomatic ? 1 : 0,
          projected_texts: projectedTextsJson({ picks: found, ...others }),
        })
        .where('id', '=', id)
        .execute()
    })
  }

  /** Moves everything to the account that it is for, and ends the staging account. */
  finish({ stagingId, accountId, surveys, mayReuseSlugs, now }: Transfer): Promise<TransferOutcome> {
    return this.#engine.write<TransferOutcome>(async db => {
      const staging = await db.selectFrom('account').select('email').where('id', '=', stagingId).executeTakeFirst()
      if (staging === undefined) return 'ended'
      await lockAccountWithSurveys(this.#engine, db, stagingId)
      const account = await lockAccount(this.#engine, db, accountId)
      for (const [table, limit, refusal] of LIMITS) {
        const owned = db.selectFrom(table).where('account_id', 'in', [stagingId, accountId])
        if ((await countRows(owned)) > limit) return refusal
      }
      const made = madeWith(now, account, surveys.length)
      if (made === undefined) return 'daily_survey_limit'
      const takenSlugs = await takenOf(db, surveys, mayReuseSlugs)
      if (takenSlugs.length > 0) return { takenSlugs }
      for (const { id, slug, slugHash } of surveys) {
        await assignSlug(db, slugHash)
        const owner = { account_id: accountId, slug, suspended: account.disabled }
        await db.updateTable('survey').set(owner).where('id', '=', id).where('account_id', '=', stagingId).execute()
        await this.#engine.notify(db, { slug, part: 'survey' })
      }
      await this.#moveTexts(db, stagingId, accountId)
      await db
        .updateTable('account')
        .set(row => ({ ...made, revision: row('revision', '+', 1) }))
        .where('id', '=', accountId)
        .execute()
      await db.deleteFrom('job').where('email', '=', staging.email).execute()
      await db.deleteFrom('account').where('id', '=', stagingId).execute()
      return 'finished'
    })
  }

  /** Templates keep their order and follow the account's existing ones. */
  async #moveTexts(db: Transaction<Tables>, stagingId: string, accountId: string): Promise<void> {
    const { last } = await countAndLastUpdate(db, accountId)
    await db
      .updateTable('template')
      .set(row => ({ account_id: accountId, update_sequence: row('update_sequence', '+', Number(last ?? 0)) }))
      .where('account_id', '=', stagingId)
      .execute()
    await db.updateTable('draft').set('account_id', accountId).where('account_id', '=', stagingId).execute()
  }
}

/** Postpones the job that deletes a staging account. @returns false if it is due or has begun */
async function postpone(db: Transaction<Tables>, email: string, { now, until }: Lease): Promise<boolean> {
  const waiting = db.updateTable('job').where('email', '=', email).where('attempts', '=', 0).where('run_at', '>', now)
  const { numUpdatedRows } = await waiting.set('run_at', until).executeTakeFirst()
  return numUpdatedRows === 1n
}

async function usedIds(db: Kysely<Tables>, items: readonly FileItem[]): Promise<ReadonlySet<string>> {
  const ids = items.map(({ id }) => id)
  const rows = await db.selectFrom('board_item').select('id').where('id', 'in', ids).execute()
  return new Set(rows.map(({ id }) => id))
}

/** Slugs of existing and deleted surveys. */
async function takenOf(
  db: Kysely<Tables>,
  surveys: readonly TransferredSurvey[],
  mayReuseSlugs: boolean,
): Promise<readonly string[]> {
  const taken: string[] = []
  for (const { slug, slugHash } of surveys) {
    const living = db.selectFrom('survey').select('slug').where('slug', '=', slug)
    const assigned = db.selectFrom('assigned_slug').select('hash').where('hash', '=', slugHash)
    if ((await (mayReuseSlugs ? living : assigned).executeTakeFirst()) !== undefined) taken.push(slug)
  }
  return taken
}
