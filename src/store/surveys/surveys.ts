import { type Kysely, type SelectQueryBuilder, sql } from 'kysely'
import type { Count } from '../../domain/results/count.ts'
import type { StoredStatus } from '../../domain/surveys/lifecycle.ts'
import { bumpAccountRevisions, savePalette } from '../accounts/accounts.ts'
import type { BatchedStatement } from '../batched-statement.ts'
import type { Engine } from '../engine.ts'
import { prepareRead } from '../prepared-statement.ts'
import type { Tables } from '../tables.ts'
import type { IdempotentRequest } from './idempotency.ts'
import { storedContentBytes } from './stored-content.ts'
import {
  changedColumns,
  columnsUnlessOf,
  readSurvey,
  type Survey,
  type SurveyChange,
  surveyColumns,
} from './stored-survey.ts'
import { addSurvey, type CreationOutcome, type NewSurvey } from './survey-creation.ts'
import { readsOf, type SurveyReads } from './survey-reads.ts'
import { insertTallies } from './tallies.ts'

export type { Survey, SurveyChange }

/** A survey as shown in the account's list. */
export interface ListedSurvey {
  readonly slug: string
  readonly title: string
  readonly status: StoredStatus
  readonly createdAt: string
  readonly responseCount: number
  readonly adminNonce: string
}

type ListedColumns = [string, string, StoredStatus, string, number, string]

/** A survey as listed by the application. */
export interface OwnSurvey {
  readonly slug: string
  readonly title: string
  readonly status: StoredStatus
  readonly archived: boolean
  readonly createdAt: string
  readonly expiresAt: number | null
  readonly opensAt: number | null
  readonly responseCount: number
  /** When its newest response arrived; null without one. */
  readonly lastResponseAt: string | null
  /** The chosen one; null where it is found from the texts. */
  readonly language: string | null
}

type OwnColumns = [
  string,
  string,
  StoredStatus,
  0 | 1,
  string,
  number | null,
  number | null,
  number,
  string | null,
  string | null,
]

/** The revisions from which a survey's page was rendered, so that a cached page can be checked. */
export type Revisions = Pick<Survey, 'revision' | 'boardRevision'>

/** The questions of a survey at one of its revisions. */
export type KnownQuestions = Pick<Survey, 'revision' | 'questions'>

/** Pure; if it throws, the survey is unchanged. */
export type DecideChange = (survey: Survey, reads: SurveyReads) => Promise<SurveyChange>

export class Surveys {
  readonly #engine: Engine
  readonly #counts: BatchedStatement
  readonly #list: (accountId: string, archived: 0) => Promise<readonly ListedColumns[]>
  readonly #listOpen: (accountId: string, archived: 0, status: 'open') => Promise<readonly ListedColumns[]>
  readonly #listOwn: (newest: 1, accountId: string) => Promise<readonly OwnColumns[]>
  readonly #revisions: (slug: string, takenDown: 0) => Promise<readonly [revision: number, boardRevision: number][]>

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
    this.#listOwn = prepareRead(engine, ownColumns(engine.reader))
    const visible = engine.reader.selectFrom('survey').where('slug', '=', '').where('taken_down', '=', 0)
    this.#revisions = prepareRead(engine, visible.select(['revision', 'board_revision']))
  }

  /**
   * The limit is checked before the slug, in the contract's order of conflicts.
   * @param request if it has already created a survey, none is added and its match is returned
   */
  add(survey: NewSurvey, maxSurveys: number, request?: IdempotentRequest): Promise<CreationOutcome> {
    return addSurvey(this.#engine, survey, maxSurveys, request)
  }

  /** Newest first, without archived surveys. */
  async list(accountId: string, openOnly: boolean): Promise<ListedSurvey[]> {
    const rows = await (openOnly ? this.#listOpen(accountId, 0, 'open') : this.#list(accountId, 0))
    return rows.map(([slug, title, status, createdAt, responseCount, adminNonce]) => {
      return { slug, title, status, createdAt, responseCount, adminNonce }
    })
  }

  /**
   * All surveys of an account, newest first. Reading the newest response of each costs the same however many there are.
   */
  async listOwn(accountId: string): Promise<OwnSurvey[]> {
    const rows = await this.#listOwn(1, accountId)
    return rows.map(
      ([slug, title, status, archived, createdAt, expiresAt, opensAt, responseCount, language, lastResponseAt]) => {
        const times = { createdAt, expiresAt, opensAt, lastResponseAt }
        return { slug, title, status, archived: archived === 1, responseCount, language, ...times }
      },
    )
  }

  /** Whether a survey has or had this slug. @param hash of the slug */
  async isAssigned(hash: string): Promise<boolean> {
    const query = this.#engine.reader.selectFrom('assigned_slug').select('hash').where('hash', '=', hash)
    return (await query.executeTakeFirst()) !== undefined
  }

  /** @returns undefined if the account does not own a survey with this slug */
  find(accountId: string, slug: string): Promise<Survey | undefined> {
    return findSurvey(ownSurvey(this.#engine.reader, accountId, slug))
  }

  /**
   * The survey of a public link.
   * @param known its questions as last read, which are not read again while they are current
   */
  async findPublic(slug: string, known?: KnownQuestions): Promise<Survey | undefined> {
    const query = publicSurveys(this.#engine.reader).where('slug', '=', slug)
    if (known === undefined) return findSurvey(query)
    const row = await columnsUnlessOf(known.revision, query).executeTakeFirst()
    return row && readSurvey({ ...row, questions: row.questions ?? known.questions })
  }

  /** A survey's revisions, unless it is taken down. Each change visible to respondents increments one of them. */
  async revisionsOf(slug: string): Promise<Revisions | undefined> {
    const [columns] = await this.#revisions(slug, 0)
    return columns && { revision: columns[0], boardRevision: columns[1] }
  }

  /**
   * The only slug with these letters, with hyphens anywhere; undefined if there are several, or if its survey is taken
   * down.
   */
  async onlySlugOf(letters: string): Promise<string | undefined> {
    const alike = this.#engine.reader.selectFrom('survey').where(sql`replace(slug, '-', '')`, '=', letters)
    const [survey, other] = await alike.select(['slug', 'taken_down']).limit(2).execute()
    return other === undefined && survey?.taken_down === 0 ? survey.slug : undefined
  }

  /** A survey of any account, taken down or not. */
  findAny(slug: string): Promise<Survey | undefined> {
    return findSurvey(this.#engine.reader.selectFrom('survey').where('slug', '=', slug))
  }

  /**
   * Applies the change returned by `decide`. Meanwhile the survey is locked against submissions and other changes.
   * @returns the changed survey; undefined if the account does not own one with this slug
   */
  change(accountId: string, slug: string, decide: DecideChange): Promise<Survey | undefined> {
    return this.#engine.write(async db => {
      const decision = await decided(db, this.#engine.lockRows(ownSurvey(db, accountId, slug)), decide)
      if (decision === undefined) return undefined
      const { survey, change, changed, counts, palette } = decision
      const added = storedContentBytes(changed) - storedContentBytes(survey)
      await db
        .updateTable('survey')
        .set(row => ({ ...changedColumns(changed, change), stored_bytes: row('stored_bytes', '+', added) }))
        .where('id', '=', survey.id)
        .execute()
      if (counts !== undefined) await this.#replaceCounts(db, survey.id, counts)
      if (palette !== undefined) await savePalette(db, accountId, palette)
      await bumpAccountRevisions(db, [accountId])
      await this.#engine.notify(db, { slug, part: 'survey' })
      return changed
    })
  }

  /** The survey as `change` would leave it, from one snapshot. */
  checkChange(accountId: string, slug: string, decide: DecideChange): Promise<Survey | undefined> {
    return this.#engine.read(async db => (await decided(db, ownSurvey(db, accountId, slug), decide))?.changed)
  }

  async #replaceCounts(db: Kysely<Tables>, surveyId: number, counts: readonly Count[]): Promise<void> {
    await db.deleteFrom('tally').where('survey_id', '=', surveyId).execute()
    const rows = counts.map(({ question, slot, count }) => [surveyId, question, slot, count])
    await this.#counts.run(db, rows)
  }
}

/** The surveys that are not taken down. */
export function publicSurveys(db: Kysely<Tables>) {
  return db.selectFrom('survey').where('taken_down', '=', 0)
}

function ownColumns(db: Kysely<Tables>) {
  return db
    .selectFrom('survey')
    .where('account_id', '=', '')
    .select([
      'slug',
      'title',
      'status',
      'archived',
      'created_at',
      'expires_at',
      'opens_at',
      'response_count',
      'language',
    ])
    .select(({ selectFrom }) =>
      selectFrom('response')
        .whereRef('survey_id', '=', 'survey.id')
        .select('submitted_at')
        .orderBy('sequence', 'desc')
        .limit(1)
        .as('last_response_at'),
    )
    .orderBy('id', 'desc')
}

/** Selects the survey with this slug if the account owns it. */
export function ownSurvey(db: Kysely<Tables>, accountId: string, slug: string) {
  return db.selectFrom('survey').where('account_id', '=', accountId).where('slug', '=', slug)
}

export async function findSurvey(query: SelectQueryBuilder<Tables, 'survey', object>): Promise<Survey | undefined> {
  const [survey] = await findSurveys(query)
  return survey
}

export async function findSurveys(query: SelectQueryBuilder<Tables, 'survey', object>): Promise<Survey[]> {
  return (await surveyColumns(query).execute()).map(readSurvey)
}

/** A survey before and after a change; undefined if there is none. */
async function decided(db: Kysely<Tables>, query: SelectQueryBuilder<Tables, 'survey', object>, decide: DecideChange) {
  const survey = await findSurvey(query)
  if (survey === undefined) return undefined
  const { counts, palette, ...change } = await decide(survey, readsOf(db, survey.id))
  const revision = survey.revision + (onlyReveals(change) ? 0 : 1)
  const changed: Survey = { ...survey, ...change, revision }
  return { survey, change, changed, counts, palette }
}

/** Whether a change does not affect what respondents answer. */
function onlyReveals(change: SurveyChange): boolean {
  return Object.keys(change).every(name => name === 'resultsRevealed')
}
