import { type Kysely, sql } from 'kysely'
import type { AccountSession } from '../accounts/account-sessions.ts'
import { bumpAccountRevisions } from '../accounts/accounts.ts'
import type { Engine } from '../engine.ts'
import { nestedRows, readNestedRows } from '../nested-rows.ts'
import { prepareRead } from '../prepared-statement.ts'
import type { Tables } from '../tables.ts'
import type { Session } from './sessions.ts'

/** The links that open a part of a survey, by the columns of their nonces. */
const NONCES = { projector: 'view_nonce', remote: 'remote_nonce' } as const
export type PartialLink = keyof typeof NONCES

/** The values from which a survey's tokens are derived, with the survey and account data that authentication needs. */
export interface SurveyAccess {
  readonly surveyId: number
  readonly accountId: string
  readonly slug: string
  readonly adminNonce: string
  /** Null where there is no such link. */
  readonly nonces: Readonly<Record<PartialLink, string | null>>
  readonly takenDown: boolean
  readonly accountDisabled: boolean
  /** Of the account. */
  readonly entitledUntil: number | null
}

/** A survey's credentials with all its sessions, including ended ones. */
export interface SurveyOpeners extends SurveyAccess {
  readonly sessions: readonly Omit<Session, 'surveyId'>[]
  /** Of the account. */
  readonly ownerSessions: readonly Pick<AccountSession, 'idHash' | 'createdAt' | 'lastUsedHour'>[]
}

const SESSION_COLUMNS = ['id_hash', 'created_at', 'last_used_hour']
const SESSIONS = nestedRows(['secret_id', ...SESSION_COLUMNS], sql`session where survey_id = survey.id`)
const OWNER_SESSIONS = nestedRows(SESSION_COLUMNS, sql`account_session where account_id = survey.account_id`)

type AccessColumns = [number, string, string, string, string | null, string | null, 0 | 1, 0 | 1, number | null]
type FindAccess = (value: string) => Promise<readonly AccessColumns[]>

/** The nonces from which the tokens of a survey's links are derived. */
export class SurveyCredentials {
  readonly #engine: Engine
  readonly #bySlug: FindAccess
  readonly #byNonce: Readonly<Record<PartialLink, FindAccess>>
  readonly #openers: (slug: string) => Promise<readonly [string | null, string | null, ...AccessColumns][]>

  constructor(engine: Engine) {
    this.#engine = engine
    const surveys = surveysWithAccount(engine.reader)
    this.#bySlug = prepareRead(engine, accessColumns(surveys).where('survey.slug', '=', ''))
    const byNonce = (link: PartialLink): FindAccess =>
      prepareRead(engine, accessColumns(surveys).where(`survey.${NONCES[link]}`, '=', ''))
    this.#byNonce = { projector: byNonce('projector'), remote: byNonce('remote') }
    const withSessions = surveys.select([SESSIONS.as('sessions'), OWNER_SESSIONS.as('owner_sessions')])
    this.#openers = prepareRead(engine, accessColumns(withSessions).where('survey.slug', '=', ''))
  }

  /** A survey's credentials, whichever account owns it. */
  async find(slug: string): Promise<SurveyAccess | undefined> {
    const [columns] = await this.#bySlug(slug)
    return columns && readAccess(columns)
  }

  /** The same with sessions, in one statement. */
  async findOpeners(slug: string): Promise<SurveyOpeners | undefined> {
    const [row] = await this.#openers(slug)
    if (row === undefined) return undefined
    const [sessions, ownerSessions, ...columns] = row
    return {
      ...readAccess(columns),
      sessions: readNestedRows(sessions).map(([secretId = '', ...session]) => ({ secretId, ...readSession(session) })),
      ownerSessions: readNestedRows(ownerSessions).map(readSession),
    }
  }

  /** Credentials of the survey that has a link with this nonce. */
  async findByNonce(link: PartialLink, nonce: string): Promise<SurveyAccess | undefined> {
    const [columns] = await this.#byNonce[link](nonce)
    return columns && readAccess(columns)
  }

  /**
   * Replaces the nonce of an admin link and ends all sessions.
   * @returns false if another request has already replaced it
   */
  replace({ surveyId, accountId, slug, adminNonce }: SurveyAccess, next: string): Promise<boolean> {
    return this.#engine.write(async db => {
      const { numUpdatedRows } = await db
        .updateTable('survey')
        .set('admin_nonce', next)
        .where('id', '=', surveyId)
        .where('admin_nonce', '=', adminNonce)
        .executeTakeFirst()
      if (numUpdatedRows !== 1n) return false
      await db.deleteFrom('session').where('survey_id', '=', surveyId).execute()
      await bumpAccountRevisions(db, [accountId])
      await this.#engine.notify(db, { slug, part: 'survey' })
      return true
    })
  }

  /** Replaces the nonce of a survey's link; null removes the link. */
  async setNonce(link: PartialLink, { surveyId, slug }: SurveyAccess, nonce: string | null): Promise<void> {
    await this.#engine.write(async db => {
      await db.updateTable('survey').set(NONCES[link], nonce).where('id', '=', surveyId).execute()
      await this.#engine.notify(db, { slug, part: 'survey' })
    })
  }
}

function surveysWithAccount(db: Kysely<Tables>) {
  return db.selectFrom('survey').innerJoin('account', 'account.id', 'survey.account_id')
}

function accessColumns(surveys: ReturnType<typeof surveysWithAccount>) {
  return surveys
    .select(['survey.id', 'survey.account_id', 'survey.slug', 'survey.admin_nonce'])
    .select([
      'survey.view_nonce',
      'survey.remote_nonce',
      'survey.taken_down',
      'account.disabled',
      'account.entitled_until',
    ])
}

function readAccess(columns: AccessColumns): SurveyAccess {
  const [surveyId, accountId, slug, adminNonce, projector, remote, takenDown, disabled, entitledUntil] = columns
  const flags = { takenDown: takenDown === 1, accountDisabled: disabled === 1 }
  return { surveyId, accountId, slug, adminNonce, nonces: { projector, remote }, ...flags, entitledUntil }
}

function readSession([idHash = '', createdAt, lastUsedHour]: readonly string[]) {
  return { idHash, createdAt: Number(createdAt), lastUsedHour: Number(lastUsedHour) }
}
