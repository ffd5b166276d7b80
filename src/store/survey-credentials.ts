import { bumpAccountRevisions } from './accounts.ts'
import type { Engine } from './engine.ts'
import { prepareRead } from './prepared-statement.ts'

/** What a survey's tokens are derived from, with what authentication needs to know of the survey and its account. */
export interface SurveyAccess {
  readonly surveyId: number
  readonly accountId: string
  readonly slug: string
  readonly adminNonce: string
  /** Of its projector link; null where there is none. */
  readonly viewNonce: string | null
  readonly takenDown: boolean
  readonly accountDisabled: boolean
  /** Of the account. */
  readonly entitledUntil: number | null
}

type AccessColumns = [number, string, string, string, string | null, 0 | 1, 0 | 1, number | null]

/** The nonces from which the tokens of admin links and projector links are derived. */
export class SurveyCredentials {
  readonly #engine: Engine
  readonly #bySlug: (slug: string) => Promise<readonly AccessColumns[]>
  readonly #byViewNonce: (nonce: string) => Promise<readonly AccessColumns[]>

  constructor(engine: Engine) {
    this.#engine = engine
    const access = engine.reader
      .selectFrom('survey')
      .innerJoin('account', 'account.id', 'survey.account_id')
      .select(['survey.id', 'survey.account_id', 'survey.slug', 'survey.admin_nonce', 'survey.view_nonce'])
      .select(['survey.taken_down', 'account.disabled', 'account.entitled_until'])
    this.#bySlug = prepareRead(engine, access.where('survey.slug', '=', ''))
    this.#byViewNonce = prepareRead(engine, access.where('survey.view_nonce', '=', ''))
  }

  /** The credentials of a survey, whichever account owns it. */
  async find(slug: string): Promise<SurveyAccess | undefined> {
    const [columns] = await this.#bySlug(slug)
    return columns && readAccess(columns)
  }

  /** The credentials of the survey whose projector link has this nonce. */
  async findByViewNonce(nonce: string): Promise<SurveyAccess | undefined> {
    const [columns] = await this.#byViewNonce(nonce)
    return columns && readAccess(columns)
  }

  /** Replaces the nonce of an admin link and ends all sessions. @returns false if another request has replaced it already */
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

  /** Replaces the nonce of a survey's projector link, or removes the link with null. */
  async setViewNonce({ surveyId, slug }: SurveyAccess, nonce: string | null): Promise<void> {
    await this.#engine.write(async db => {
      await db.updateTable('survey').set('view_nonce', nonce).where('id', '=', surveyId).execute()
      await this.#engine.notify(db, { slug, part: 'survey' })
    })
  }
}

function readAccess(columns: AccessColumns): SurveyAccess {
  const [surveyId, accountId, slug, adminNonce, viewNonce, takenDown, disabled, entitledUntil] = columns
  const flags = { takenDown: takenDown === 1, accountDisabled: disabled === 1 }
  return { surveyId, accountId, slug, adminNonce, viewNonce, ...flags, entitledUntil }
}
