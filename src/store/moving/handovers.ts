import type { Kysely } from 'kysely'
import { DRAFTS_PER_ACCOUNT, SURVEYS_PER_ACCOUNT, TEMPLATES_PER_ACCOUNT } from '../../domain/surveys/limits.ts'
import { bumpAccountRevisions, lockAccount } from '../accounts/accounts.ts'
import type { Engine } from '../engine.ts'
import { addJob, DELETE_ACCOUNT, HAND_OVER, type NewJob } from '../jobs.ts'
import { countRows } from '../row-count.ts'
import { assignSlug, madeWith } from '../surveys/survey-creation.ts'
import { countAndLastUpdate } from '../surveys/templates.ts'
import type { Tables } from '../tables.ts'

/** From a staging account to the account that what it holds is for. */
export interface Handover {
  readonly stagingId: string
  readonly accountId: string
}

/** The slug that each survey of a staging account is to get, by the survey's id. */
type ChosenSlugs = ReadonlyMap<number, { readonly slug: string; readonly slugHash: string }>

export interface Decision extends Handover {
  readonly slugs: ChosenSlugs
  /** Whether the slugs of deleted surveys may be used. */
  readonly mayReuseSlugs: boolean
  /** What the job that completes the handover needs. */
  readonly payload: string
  readonly now: number
  /** When a job is to complete it, if it is not complete by then. */
  readonly until: number
}

/** With any outcome other than `decided`, nothing has changed. `surveys_added`: since the slugs were chosen. */
export type DecisionOutcome =
  | 'decided'
  | 'ended'
  | 'surveys_added'
  | 'survey_limit'
  | 'daily_survey_limit'
  | 'template_limit'
  | 'draft_limit'
  | { readonly takenSlugs: readonly string[] }

/** When a survey expires: milliseconds since the epoch, or null for never. */
interface Expiry {
  readonly expiresAt: number | null
  /** Whether the free plan set it. */
  readonly expiryAutomatic: boolean
}

export interface MovedSurvey {
  readonly id: number
  readonly slug: string
  expiryOf(inFile: Expiry, account: { readonly entitledUntil: number | null }): Expiry
}

/** The limits on what an account may have, each with its refusal. */
const LIMITS = [
  ['survey', SURVEYS_PER_ACCOUNT, 'survey_limit'],
  ['template', TEMPLATES_PER_ACCOUNT, 'template_limit'],
  ['draft', DRAFTS_PER_ACCOUNT, 'draft_limit'],
] as const

/**
 * Hands what has been restored over to its account. The first transaction decides that it happens. As SQLite writes a
 * whole row for any change, and a row can have a megabyte, each of the next ones moves a single row. A job completes
 * what is interrupted.
 */
export class Handovers {
  readonly #engine: Engine

  constructor(engine: Engine) {
    this.#engine = engine
  }

  /** Reserves the slugs, counts the surveys as made, and stores the job. */
  decide({ stagingId, accountId, slugs, mayReuseSlugs, payload, now, until }: Decision): Promise<DecisionOutcome> {
    return this.#engine.write<DecisionOutcome>(async db => {
      const staging = await lockAccount(this.#engine, db, stagingId)
      const account = await lockAccount(this.#engine, db, accountId)
      for (const [table, limit, refusal] of LIMITS) {
        const owned = db.selectFrom(table).where('account_id', 'in', [stagingId, accountId])
        if ((await countRows(owned)) > limit) return refusal
      }
      const surveys = await db.selectFrom('survey').select('id').where('account_id', '=', stagingId).execute()
      if (surveys.some(({ id }) => !slugs.has(id))) return 'surveys_added'
      const made = madeWith(now, account, surveys.length)
      if (made === undefined) return 'daily_survey_limit'
      const takenSlugs = await takenOf(db, slugs, mayReuseSlugs)
      if (takenSlugs.length > 0) return { takenSlugs }
      const deletion = db.updateTable('job').where('email', '=', staging.email).where('kind', '=', DELETE_ACCOUNT)
      const job = { kind: HAND_OVER, payload, run_at: until }
      const { numUpdatedRows } = await deletion.where('attempts', '=', 0).set(job).executeTakeFirst()
      if (numUpdatedRows !== 1n) return 'ended'
      for (const { slugHash } of slugs.values()) await assignSlug(db, slugHash)
      await db.updateTable('account').set(made).where('id', '=', accountId).execute()
      return 'decided'
    })
  }

  /**
   * Moves a survey; does nothing if it has been moved.
   * @param expiryOf the survey's expiry, from that in its file and until when the account is subscribed. Pure.
   * @throws Refusal `authentication required` if the account has been deleted
   */
  moveSurvey({ stagingId, accountId }: Handover, { id, slug, expiryOf }: MovedSurvey): Promise<void> {
    return this.#engine.write(async db => {
      const staged = db.selectFrom('survey').where('id', '=', id).where('account_id', '=', stagingId)
      const columns = staged.select(['expires_at as expiresAt', 'expiry_automatic as automatic'])
      const survey = await this.#engine.lockRows(columns).executeTakeFirst()
      if (survey === undefined) return
      const { disabled, entitled_until: entitledUntil } = await lockAccount(this.#engine, db, accountId)
      const inFile = { expiresAt: survey.expiresAt, expiryAutomatic: survey.automatic === 1 }
      const { expiresAt, expiryAutomatic } = expiryOf(inFile, { entitledUntil })
      const expiry = { expires_at: expiresAt, expiry_automatic: expiryAutomatic ? (1 as const) : (0 as const) }
      // With another revision, a part that was read for the staging account is no longer stored.
      await db
        .updateTable('survey')
        .set(row => ({
          account_id: accountId,
          slug,
          suspended: disabled,
          ...expiry,
          revision: row('revision', '+', 1),
        }))
        .where('id', '=', id)
        .execute()
      await bumpAccountRevisions(db, [accountId])
      await this.#engine.notify(db, { slug, part: 'survey' })
    })
  }

  /**
   * Moves the next template or draft. Templates keep their order and follow the account's existing ones.
   * @returns false if none is left
   * @throws Refusal `authentication required` if the account has been deleted
   */
  moveText({ stagingId, accountId }: Handover): Promise<boolean> {
    return this.#engine.write(async db => {
      await lockAccount(this.#engine, db, accountId)
      const templates = db.selectFrom('template').select('id').where('account_id', '=', stagingId)
      const template = await templates.orderBy('update_sequence').limit(1).executeTakeFirst()
      if (template !== undefined) {
        const { last } = await countAndLastUpdate(db, accountId)
        const moved = { account_id: accountId, update_sequence: Number(last ?? 0) + 1 }
        await db.updateTable('template').set(moved).where('id', '=', template.id).execute()
        return true
      }
      const draft = await db.selectFrom('draft').select('id').where('account_id', '=', stagingId).executeTakeFirst()
      if (draft === undefined) return false
      await db.updateTable('draft').set('account_id', accountId).where('id', '=', draft.id).execute()
      return true
    })
  }

  /** Ends the staging account. What arrived too late, or cannot be handed over, is deleted with it. */
  end({ stagingId }: Handover, deletion: NewJob): Promise<void> {
    return this.#engine.write(async db => {
      await db.deleteFrom('job').where('email', '=', deletion.email).where('kind', '=', HAND_OVER).execute()
      if (await isEmpty(db, stagingId)) await db.deleteFrom('account').where('id', '=', stagingId).execute()
      else await addJob(db, deletion)
    })
  }
}

async function isEmpty(db: Kysely<Tables>, accountId: string): Promise<boolean> {
  for (const [table] of LIMITS)
    if ((await countRows(db.selectFrom(table).where('account_id', '=', accountId))) > 0) return false
  return true
}

/** Slugs of existing and deleted surveys. */
async function takenOf(db: Kysely<Tables>, slugs: ChosenSlugs, mayReuseSlugs: boolean): Promise<readonly string[]> {
  const taken: string[] = []
  for (const { slug, slugHash } of slugs.values()) {
    const living = db.selectFrom('survey').select('slug').where('slug', '=', slug)
    const assigned = db.selectFrom('assigned_slug').select('hash').where('hash', '=', slugHash)
    if ((await (mayReuseSlugs ? living : assigned).executeTakeFirst()) !== undefined) taken.push(slug)
  }
  return taken
}
