import type { Kysely, SelectQueryBuilder } from 'kysely'
import type { BoardCount } from '../domain/board.ts'
import type { Lifecycle, StoredStatus } from '../domain/lifecycle.ts'
import type { QuestionsText } from '../domain/question.ts'
import type { Count } from '../domain/tally.ts'
import type { Theme } from '../domain/theme.ts'
import { bumpAccountRevisions, lockAccount } from './accounts.ts'
import { BatchedStatement } from './batched-statement.ts'
import { boardCounts, boardsWithItems } from './board-items.ts'
import type { Engine } from './engine.ts'
import {
  findIdempotencyKey,
  type IdempotencyMatch,
  type IdempotentRequest,
  storeIdempotencyKey,
} from './idempotency.ts'
import { prepareRead } from './prepared-statement.ts'
import type { Tables } from './tables.ts'
import { readTheme, themeText } from './theme.ts'

export interface Survey extends Lifecycle {
  readonly id: number
  readonly accountId: string
  readonly slug: string
  readonly title: string
  readonly archived: boolean
  readonly theme: Theme
  readonly revision: number
  readonly responseCount: number
  readonly lastSequence: number
  /** Responses up to this place are filed by their ids. */
  readonly indexedSequence: number
  readonly createdAt: string
  readonly adminNonce: string
  /** Of its projector link; null where there is none. */
  readonly viewNonce: string | null
  readonly questions: QuestionsText
}

export interface NewSurvey {
  readonly accountId: string
  readonly slug: string
  readonly title: string
  readonly theme: Theme
  readonly createdAt: string
  readonly expiresAt: number | null
  readonly adminNonce: string
  readonly questions: QuestionsText
}

/** A row of the account's list. */
export interface ListedSurvey {
  readonly slug: string
  readonly title: string
  readonly status: StoredStatus
  readonly createdAt: string
  readonly responseCount: number
  readonly adminNonce: string
}

type ListedColumns = [string, string, StoredStatus, string, number, string]

/** A survey with what is counted of it, all of one moment. */
export interface CountedSurvey {
  readonly survey: Survey
  readonly counts: readonly Count[]
  readonly boards: readonly BoardCount[]
}

/** What a change may have to know of a survey beside itself. */
export interface SurveyReads {
  counts(): Promise<Count[]>
  /** The places of the boards on which anything was asked. */
  boardsWithItems(): Promise<number[]>
}

/** What an act makes of a survey; what is left out stays. */
export interface SurveyChange {
  readonly status?: StoredStatus
  readonly archived?: boolean
  readonly theme?: Theme
  readonly questions?: QuestionsText
  readonly expiresAt?: number | null
  /** All counts of the survey, where the edit moved any. */
  readonly counts?: readonly Count[]
}

export class Surveys {
  readonly #engine: Engine
  readonly #counts: BatchedStatement<unknown>
  readonly #list: (accountId: string, archived: 0) => Promise<readonly ListedColumns[]>
  readonly #listOpen: (accountId: string, archived: 0, status: 'open') => Promise<readonly ListedColumns[]>
  readonly #revision: (slug: string, takenDown: 0) => Promise<readonly [number][]>

  constructor(engine: Engine) {
    this.#engine = engine
    this.#counts = insertTallies(engine)
    const listed = engine.reader
      .selectFrom('survey')
      .where('account_id', '=', '')
      .where('archived', '=', 0)
      .select(['slug', 'title', 'status', 'created_at', 'response_count', 'admin_nonce'])
      .orderBy('id', 'desc')
    this.#list = prepareRead(engine, listed)
    this.#listOpen = prepareRead(engine, listed.where('status', '=', 'open'))
    const found = engine.reader.selectFrom('survey').where('slug', '=', '').where('taken_down', '=', 0)
    this.#revision = prepareRead(engine, found.select('revision'))
  }

  /**
   * The cap comes before the slug: of two conflicts the first in the contract's order is reported.
   * @param keyed the request that asks for it; one that made a survey before adds none, and that one is returned
   */
  add(
    survey: NewSurvey,
    cap: number,
    keyed?: IdempotentRequest,
  ): Promise<'added' | 'slug_taken' | 'limit_reached' | IdempotencyMatch> {
    return this.#engine.write(async db => {
      const { disabled } = await lockAccount(this.#engine, db, survey.accountId)
      const earlier = keyed && (await findIdempotencyKey(db, survey.accountId, keyed))
      if (earlier !== undefined) return earlier
      const { owned: ownSurvey } = await db
        .selectFrom('survey')
        .where('account_id', '=', survey.accountId)
        .select(count => count.fn.countAll<number>().as('owned'))
        .executeTakeFirstOrThrow()
      if (Number(ownSurvey) >= cap) return 'limit_reached'
      const { numInsertedOrUpdatedRows } = await db
        .insertInto('slug')
        .values({ slug: survey.slug })
        .onConflict(conflict => conflict.doNothing())
        .executeTakeFirst()
      if (numInsertedOrUpdatedRows !== 1n) return 'slug_taken'
      await db
        .insertInto('survey')
        .values({ ...newRow(survey), suspended: disabled })
        .execute()
      await bumpAccountRevisions(db, [survey.accountId])
      if (keyed !== undefined) await storeIdempotencyKey(db, survey.accountId, keyed, survey.slug)
      return 'added'
    })
  }

  /** Newest first. Archived surveys are never among them. */
  async list(accountId: string, openOnly: boolean): Promise<ListedSurvey[]> {
    const rows = await (openOnly ? this.#listOpen(accountId, 0, 'open') : this.#list(accountId, 0))
    return rows.map(([slug, title, status, createdAt, responseCount, adminNonce]) => {
      return { slug, title, status, createdAt, responseCount, adminNonce }
    })
  }

  /** A survey of the account's own; another's is not found. */
  find(accountId: string, slug: string): Promise<Survey | undefined> {
    return findOne(owned(this.#engine.reader, accountId, slug))
  }

  /** A survey by its public link. */
  findPublic(slug: string): Promise<Survey | undefined> {
    return findOne(publicSurveys(this.#engine.reader).where('slug', '=', slug))
  }

  /** A survey by the nonce of its projector link. */
  findByView(nonce: string): Promise<Survey | undefined> {
    return findOne(this.#engine.reader.selectFrom('survey').where('view_nonce', '=', nonce))
  }

  /** The revision of a survey that respondents find: it grows with each change that they can see. */
  async revisionOf(slug: string): Promise<number | undefined> {
    const [columns] = await this.#revision(slug, 0)
    return columns?.[0]
  }

  /** A survey of anybody's, whether or not respondents find it. */
  findAny(slug: string): Promise<Survey | undefined> {
    return findOne(this.#engine.reader.selectFrom('survey').where('slug', '=', slug))
  }

  /** A survey of the account's own with its counts. */
  findCounted(accountId: string, slug: string): Promise<CountedSurvey | undefined> {
    return this.#engine.read(async db => {
      const survey = await findOne(owned(db, accountId, slug))
      return survey && { survey, counts: await countsOf(db, survey.id), boards: await boardCounts(db, survey.id) }
    })
  }

  /**
   * Changes a survey as `decide` says, against submissions and other changes that arrive meanwhile.
   * @param decide pure; what it throws leaves the survey as it was
   * @returns the survey as it is then; undefined where the account has none of that slug
   */
  change(
    accountId: string,
    slug: string,
    decide: (survey: Survey, given: SurveyReads) => Promise<SurveyChange>,
  ): Promise<Survey | undefined> {
    return this.#engine.write(async db => {
      const survey = await findOne(this.#engine.lockRows(owned(db, accountId, slug)))
      if (survey === undefined) return undefined
      const { counts, ...change } = await decide(survey, readsOf(db, survey.id))
      const changed: Survey = { ...survey, ...change, revision: survey.revision + 1 }
      await db.updateTable('survey').set(changedColumns(changed, change)).where('id', '=', survey.id).execute()
      if (counts !== undefined) await this.#replaceCounts(db, survey.id, counts)
      await bumpAccountRevisions(db, [accountId])
      await this.#engine.notify(db, { slug, part: 'survey' })
      return changed
    })
  }

  async #replaceCounts(db: Kysely<Tables>, surveyId: number, counts: readonly Count[]): Promise<void> {
    await db.deleteFrom('tally').where('survey_id', '=', surveyId).execute()
    const rows = counts.map(({ question, slot, count }) => [surveyId, question, slot, count])
    await this.#counts.run(db, rows)
  }
}

/** Those that respondents find. */
export function publicSurveys(db: Kysely<Tables>) {
  return db.selectFrom('survey').where('taken_down', '=', 0)
}

/** Of an account's own surveys the one of that slug. */
export function owned(db: Kysely<Tables>, accountId: string, slug: string) {
  return db.selectFrom('survey').where('account_id', '=', accountId).where('slug', '=', slug)
}

/** Reads the survey that a query has narrowed down. */
async function findOne(query: SelectQueryBuilder<Tables, 'survey', object>): Promise<Survey | undefined> {
  const [survey] = await findAll(query)
  return survey
}

export async function findAll(query: SelectQueryBuilder<Tables, 'survey', object>): Promise<Survey[]> {
  const rows = await query
    .select(['id', 'account_id as accountId', 'slug', 'title', 'status', 'archived', 'theme', 'revision', 'questions'])
    .select(['response_count as responseCount', 'last_place as lastSequence', 'filed_place as indexedSequence'])
    .select(['created_at as createdAt', 'expires_at as expiresAt', 'admin_nonce as adminNonce'])
    .select('view_nonce as viewNonce')
    .select(['suspended', 'taken_down'])
    .execute()
  return rows.map(({ suspended, taken_down, ...row }) => ({
    ...row,
    archived: row.archived === 1,
    suspended: suspended === 1 || taken_down === 1,
    theme: readTheme(row.theme),
  }))
}

function newRow(survey: NewSurvey) {
  return {
    account_id: survey.accountId,
    slug: survey.slug,
    title: survey.title,
    status: 'open' as const,
    archived: 0 as const,
    theme: themeText(survey.theme),
    revision: 1,
    response_count: 0,
    last_place: 0,
    filed_place: 0,
    created_at: survey.createdAt,
    expires_at: survey.expiresAt,
    admin_nonce: survey.adminNonce,
    questions: survey.questions,
  }
}

/** Questions can be long, so they are written only where they changed. */
function changedColumns(survey: Survey, change: SurveyChange) {
  return {
    status: survey.status,
    archived: survey.archived ? (1 as const) : (0 as const),
    theme: themeText(survey.theme),
    revision: survey.revision,
    expires_at: survey.expiresAt,
    ...(change.questions !== undefined && { questions: change.questions }),
  }
}

function readsOf(db: Kysely<Tables>, surveyId: number): SurveyReads {
  return { counts: () => countsOf(db, surveyId), boardsWithItems: () => boardsWithItems(db, surveyId) }
}

export function countsOf(db: Kysely<Tables>, surveyId: number): Promise<Count[]> {
  return db
    .selectFrom('tally')
    .where('survey_id', '=', surveyId)
    .select(['question', 'slot', 'count'])
    .orderBy('question')
    .orderBy('slot')
    .execute()
}

/** In blocks, since a survey can have as many counts as its questions have options. */
function insertTallies({ reader }: Engine): BatchedStatement<unknown> {
  const row = { survey_id: 0, question: 0, slot: 0, count: 0 }
  return new BatchedStatement(size => reader.insertInto('tally').values(Array(size).fill(row)))
}
