import type { Context } from '../context.ts'
import { checkFound } from '../not-found.ts'
import type { SurveyAdmin } from './authentication.ts'

/** The links that a survey's admin can replace: to its dashboard, and to its results on a projector. */
export class SurveyLinks {
  readonly #context: Context

  constructor(context: Context) {
    this.#context = context
  }

  /**
   * Makes a new admin token; the old one and all sessions end.
   * @throws Refusal `not found` if another call was first
   */
  async rotate({ access }: SurveyAdmin): Promise<string> {
    const { store, keys, random } = this.#context
    const nonce = random.uuid()
    checkFound(await store.surveyCredentials.replace(access, nonce))
    return keys.adminToken(access.slug, nonce)
  }

  /** Makes a new projector link, which replaces the previous one. @returns its token */
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
