import { SESSIONS_PER_SURVEY } from '../domain/limits.ts'
import { Refusal } from '../domain/refusal.ts'
import { hourOf } from '../domain/session.ts'
import type { SurveyAdmin } from './authentication.ts'
import type { Context } from './context.ts'
import { checkFound } from './not-found.ts'
import { tokenHash } from './token.ts'

/** Signs browsers in and out. A session is a row, so it ends everywhere at once. Its id is stored only as a hash. */
export class Sessions {
  readonly #context: Context

  constructor(context: Context) {
    this.#context = context
  }

  /**
   * A new session for the survey, which ends with its admin link, its deletion, its time or a sign-out.
   * @param previous id of the session that the browser had for it, which ends
   * @returns the id, which is stored nowhere
   * @throws Refusal `not found` if the link was replaced meanwhile; `authentication required` without the link or a session
   *   that began with it
   */
  async signIn({ access, by }: SurveyAdmin, previous: string | undefined): Promise<string> {
    const { store, random, clock } = this.#context
    if ('ownerSession' in by) throw new Refusal('authentication_required')
    const { surveyId, adminNonce } = access
    const id = random.uuid()
    const now = clock()
    const session = {
      idHash: tokenHash(id),
      surveyId,
      secretId: by.secretId,
      createdAt: now,
      lastUsedHour: hourOf(now),
    }
    const replaced = previous === undefined ? undefined : tokenHash(previous)
    checkFound(await store.sessions.add(session, { adminNonce, replaced, max: SESSIONS_PER_SURVEY }))
    return id
  }

  /**
   * Ends the session of this request. A request with the admin token has none, and an owner's session is for more than this
   * survey.
   */
  async signOut({ slug, by }: SurveyAdmin): Promise<void> {
    if ('session' in by && by.session !== undefined) await this.#context.store.sessions.remove(by.session, slug)
  }
}
