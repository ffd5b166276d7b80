import { hash, timingSafeEqual } from 'node:crypto'
import { isSlug } from '../domain/slug.ts'
import type { AdminCredential } from '../store/survey-credentials.ts'
import type { Survey } from '../store/surveys.ts'
import { isEntitled } from './access.ts'
import type { Context } from './context.ts'
import { deleteSurvey } from './deletion.ts'
import { found, type Owner } from './ownership.ts'

/** Whoever a link of a survey has let in: reads that survey for its owner. */
export interface Visitor extends Owner {
  readonly slug: string
  /** Whether the link would still let in, by the survey as it is now. */
  isPresent(survey: Survey): boolean
}

/** Whoever holds a survey's admin token: acts for its owner, on that survey alone. */
export interface Admin extends Visitor {
  readonly link: AdminCredential
  /** Whether the owner is subscribed at this moment. */
  readonly entitled: boolean
}

/** What a browser or script shows to be let in. */
export type Pass = { readonly token: string } | { readonly session: string }

/** Who may use a survey's dashboard, and its links. */
export class Administration {
  readonly #context: Context

  constructor(context: Context) {
    this.#context = context
  }

  /** A wrong pass, another survey's and a missing survey take the same work. @throws Refusal `not found` */
  async admit(slug: string, pass: Pass): Promise<Admin> {
    const { store, keys, clock } = this.#context
    const link = isSlug(slug) ? await store.surveyCredentials.find(slug) : undefined
    const nonce = link?.nonce ?? ''
    const isRight =
      'token' in pass
        ? isSame(pass.token, keys.adminToken(slug, nonce))
        : isSame(pass.session, keys.adminSession(slug, nonce))
    const shown = found(isRight ? link : undefined)
    const isPresent = (survey: Survey) => survey.adminNonce === nonce
    return { accountId: shown.accountId, slug, link: shown, entitled: isEntitled(shown, clock()), isPresent }
  }

  /**
   * Lets in who holds a survey's projector link. What the operator holds back is on no wall; any token that opens nothing
   * takes the same work.
   * @throws Refusal `not found`
   */
  async admitViewer(token: string): Promise<Visitor> {
    const { store, keys } = this.#context
    const nonce = keys.viewNonce(token)
    const isPresent = (survey: Survey) => survey.viewNonce === nonce && !survey.suspended
    const survey = await store.surveys.findByViewNonce(nonce)
    const isRight = isSame(token, keys.viewToken(nonce))
    const { accountId, slug } = found(isRight && survey !== undefined && isPresent(survey) ? survey : undefined)
    return { accountId, slug, isPresent }
  }

  /** What a browser shows from now on in place of the admin token, which cannot be told from it. */
  session({ link: { slug, nonce } }: Admin): string {
    return this.#context.keys.adminSession(slug, nonce)
  }

  /** A new admin token; the old one and all sessions end. @throws Refusal `not found` where another was first */
  async rotate({ link }: Admin): Promise<string> {
    const { store, keys, random } = this.#context
    const nonce = random.uuid()
    found((await store.surveyCredentials.replace(link, nonce)) || undefined)
    return keys.adminToken(link.slug, nonce)
  }

  /** The token of a new projector link, which ends the one before. */
  async project({ link }: Admin): Promise<string> {
    const { store, keys, random } = this.#context
    const nonce = random.uuid()
    await store.surveyCredentials.setViewNonce(link, nonce)
    return keys.viewToken(nonce)
  }

  /** Ends the projector link, if there is one. */
  endProjection({ link }: Admin): Promise<void> {
    return this.#context.store.surveyCredentials.setViewNonce(link, null)
  }

  /** Deletes the survey and its answers, for good. */
  delete({ link }: Admin): Promise<void> {
    return deleteSurvey(this.#context, link)
  }
}

/** In the same time for any two texts. */
function isSame(a: string, b: string): boolean {
  return timingSafeEqual(hash('sha256', a, 'buffer'), hash('sha256', b, 'buffer'))
}
