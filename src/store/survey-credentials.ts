import { bumpAccountRevisions } from './accounts.ts'
import type { Engine } from './engine.ts'
import { prepareRead } from './prepared-statement.ts'

/** What a survey's dashboard link is known by. */
export interface AdminCredential {
  readonly surveyId: number
  readonly accountId: string
  readonly slug: string
  readonly nonce: string
  /** Its account's. */
  readonly entitledUntil: number | null
}

type CredentialColumns = [surveyId: number, accountId: string, nonce: string, entitledUntil: number | null]

/** The links that open something of a survey: its dashboard, and its results on a wall. */
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

  /** The dashboard link of anybody's survey. */
  async find(slug: string): Promise<AdminCredential | undefined> {
    const [columns] = await this.#find(slug)
    if (columns === undefined) return undefined
    const [surveyId, accountId, nonce, entitledUntil] = columns
    return { surveyId, accountId, slug, nonce, entitledUntil }
  }

  /** Puts another nonce in the place of a link's own. @returns whether the link was still the present one */
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

  /** Gives a survey a projector link in the place of any other, or takes it away with null. */
  async setViewerNonce({ surveyId, slug }: AdminCredential, nonce: string | null): Promise<void> {
    await this.#engine.write(async db => {
      await db.updateTable('survey').set('view_nonce', nonce).where('id', '=', surveyId).execute()
      await this.#engine.notify(db, { slug, part: 'survey' })
    })
  }
}
