import type { PartialLink } from '../../store/access/survey-credentials.ts'
import type { Context } from '../context.ts'
import { checkFound } from '../not-found.ts'
import type { SurveyAdmin } from './authentication.ts'

/** The links that a survey's admin can replace: to its dashboard, to its results on a projector, and to conduct it. */
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

  /** Makes a new projector or remote link, which replaces the previous one. @returns its token */
  async create({ access }: SurveyAdmin, link: PartialLink): Promise<string> {
    const { store, keys, random } = this.#context
    const nonce = random.uuid()
    await store.surveyCredentials.setNonce(link, access, nonce)
    return keys.linkToken(link, nonce)
  }

  /** Ends that link, if there is one. */
  remove({ access }: SurveyAdmin, link: PartialLink): Promise<void> {
    return this.#context.store.surveyCredentials.setNonce(link, access, null)
  }
}
