import { hourOf } from '../../domain/accounts/session.ts'
import { Refusal } from '../../domain/values/refusal.ts'
import type { Context } from '../context.ts'
import { checkFound } from '../not-found.ts'
import type { SurveyAdmin } from './authentication.ts'
import { tokenHash } from './token.ts'

/** Browsers that are signed in to one survey's dashboard. One more signs out the one that has been signed in longest. */
const SESSIONS_PER_SURVEY = 100

/**
 * Signs browsers in and out. A session is a row, so ending it takes effect everywhere at once. Only a hash of its id is
 * stored.
 */
export class Sessions {
  readonly #context: Context

  constructor(context: Context) {
    this.#context = context
  }

  /**
   * Starts a session for the survey. It ends when its admin link is replaced, the survey is deleted, its time is up or
   * the browser signs out.
   * @param previous id of the browser's previous session for this survey, which ends
   * @returns the id, which is not stored
   * @throws Refusal `not found` if the link was replaced meanwhile; `authentication required` without the link or a
   * session that began with it
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
   * Ends the session of this request. A request with the admin token has no session, and an owner's session covers more
   * than this survey.
   */
  async signOut({ slug, by }: SurveyAdmin): Promise<void> {
    if ('session' in by && by.session !== undefined) await this.#context.store.sessions.remove(by.session, slug)
  }
}
