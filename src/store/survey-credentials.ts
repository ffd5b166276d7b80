import { bumpAccountRevisions } from './accounts.ts'
import type { Engine } from './engine.ts'
import { prepareRead } from './prepared-statement.ts'

/** What a survey's admin token is derived from, with what authentication needs to know of the survey. */
export interface AdminCredential {
  readonly surveyId: number
  readonly accountId: string
  readonly slug: string
  readonly nonce: string
  /** Of the account. */
  readonly entitledUntil: number | null
}

type CredentialColumns = [surveyId: number, accountId: string, nonce: string, entitledUntil: number | null]

/** The nonces from which the tokens of admin links and projector links are derived. */
export class SurveyCredentials {
  readonly #engine: Engine
  readonly #find: (slug: string) => Promise<readonly CredentialColumns[]>

  constructor(engine: Engine) {
    this.#engine = engine
    this.#find = prepareRead(
      engine,
      engine.reader
        .selectFrom('survey')
        .innerJoin('account', 'account.id', 'survey.account_id')
        .where('survey.slug', '=', '')
        .select(['survey.id', 'survey.account_id', 'survey.admin_nonce', 'account.entitled_until']),
    )
  }

  /** The admin credential of a survey, whichever account owns it. */
  async find(slug: string): Promise<AdminCredential | undefined> {
    const [columns] = await this.#find(slug)
    if (columns === undefined) return undefined
    const [surveyId, accountId, nonce, entitledUntil] = columns
    return { surveyId, accountId, slug, nonce, entitledUntil }
  }

  /** Replaces the nonce of an admin credential. @returns false if another request has replaced it already */
  replace({ surveyId, accountId, slug, nonce }: AdminCredential, next: string): Promise<boolean> {
    return this.#engine.write(async db => {
      const { numUpdatedRows } = await db
        .updateTable('survey')
        .set('admin_nonce', next)
        .where('id', '=', surveyId)
        .where('admin_nonce', '=', nonce)
        .executeTakeFirst()
      if (numUpdatedRows !== 1n) return false
      await bumpAccountRevisions(db, [accountId])
      await this.#engine.notify(db, { slug, part: 'survey' })
      return true
    })
  }

  /** Replaces the nonce of a survey's projector link, or removes the link with null. */
  async setViewNonce({ surveyId, slug }: AdminCredential, nonce: string | null): Promise<void> {
    await this.#engine.write(async db => {
      await db.updateTable('survey').set('view_nonce', nonce).where('id', '=', surveyId).execute()
      await this.#engine.notify(db, { slug, part: 'survey' })
    })
  }
}
