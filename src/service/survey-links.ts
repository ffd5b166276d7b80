import type { SurveyAdmin } from './authentication.ts'
import type { Context } from './context.ts'
import { checkFound } from './not-found.ts'

/** The links of a survey, which its admin can replace: to its dashboard, and to its results on a projector. */
export class SurveyLinks {
  readonly #context: Context

  constructor(context: Context) {
    this.#context = context
  }

  /**
   * A new admin token; the old one and all sessions end.
   * @throws Refusal `not found` if another call was first
   */
  async rotate({ access }: SurveyAdmin): Promise<string> {
    const { store, keys, random } = this.#context
    const nonce = random.uuid()
    checkFound(await store.surveyCredentials.replace(access, nonce))
    return keys.adminToken(access.slug, nonce)
  }

  /** The token of a new projector link, which ends the previous one. */
  async createProjectorLink({ access }: SurveyAdmin): Promise<string> {
    const { store, keys, random } = this.#context
    const nonce = random.uuid()
    await store.surveyCredentials.setViewNonce(access, nonce)
    return keys.viewToken(nonce)
  }

  /** Ends the projector link, if there is one. */
  removeProjectorLink({ access }: SurveyAdmin): Promise<void> {
    return this.#context.store.surveyCredentials.setViewNonce(access, null)
  }
}
