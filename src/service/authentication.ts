import { hash, timingSafeEqual } from 'node:crypto'
import { CALLS_PER_WINDOW } from '../domain/limits.ts'
import { Refusal } from '../domain/refusal.ts'
import { isSlug } from '../domain/slug.ts'
import type { Account } from '../store/accounts.ts'
import { callsKey } from '../store/rate-limit-keys.ts'
import type { SurveyAccess } from '../store/survey-credentials.ts'
import type { Bearer } from '../store/tokens.ts'
import type { Context } from './context.ts'
import { isEntitled } from './entitlement.ts'
import { orNotFound } from './not-found.ts'
import { checkScope, type Scope } from './scope.ts'
import { couldBeToken, HOUR_MS, tokenHash } from './token.ts'

/** The fields of a survey that the API can change, and those that its dashboard and its owner can. */
const API_FIELDS = ['status', 'theme', 'questions', 'archived'] as const
const ALL_FIELDS = [...API_FIELDS, 'expires_at'] as const
export type SurveyField = (typeof ALL_FIELDS)[number]

/**
 * The base of all principals. Their classes are exported as types only, and the symbol not at all: an object that was not
 * constructed in this file is assignable to none of them.
 */
declare const authenticated: unique symbol
abstract class Authenticated {
  declare readonly [authenticated]: true
}

class ApiCaller extends Authenticated {
  readonly kind = 'api_caller'
  readonly accountId: string
  readonly tokenKind: 'pat' | 'oauth'
  /** As the token has it, separated by spaces. */
  readonly scope: string
  /** The account's, read with the token: grows with each change of what the list of its surveys shows. */
  readonly revision: number

  constructor({ accountId, kind, scope, revision }: Bearer) {
    super()
    this.accountId = accountId
    this.tokenKind = kind
    this.scope = scope
    this.revision = revision
  }

  survey(slug: string): OwnedSurvey {
    // A call is only admitted with a subscription.
    return new OwnedSurvey(this.accountId, { slug, isEntitled: true, fields: API_FIELDS })
  }
}

class AccountHolder extends Authenticated {
  readonly kind = 'account_holder'
  readonly accountId: string
  readonly #isEntitled: boolean

  constructor(accountId: string, entitled: boolean) {
    super()
    this.accountId = accountId
    this.#isEntitled = entitled
  }

  survey(slug: string): OwnedSurvey {
    return new OwnedSurvey(this.accountId, { slug, isEntitled: this.#isEntitled, fields: ALL_FIELDS })
  }
}

/**
 * A survey as named by the owner of an account. Whether the account has it is decided by each operation, which answers
 * for another account's survey as for a missing one.
 */
class OwnedSurvey extends Authenticated {
  readonly kind = 'owned_survey'
  readonly accountId: string
  readonly slug: string
  readonly isEntitled: boolean
  readonly fields: readonly SurveyField[]

  constructor(accountId: string, rest: { slug: string; isEntitled: boolean; fields: readonly SurveyField[] }) {
    super()
    this.accountId = accountId
    this.slug = rest.slug
    this.isEntitled = rest.isEntitled
    this.fields = rest.fields
  }
}

class SurveyAdmin extends Authenticated {
  readonly kind = 'survey_admin'
  readonly accountId: string
  readonly slug: string
  readonly access: SurveyAccess
  /** Whether the owner of the survey is subscribed at this moment. */
  readonly isEntitled: boolean
  readonly fields: readonly SurveyField[] = ALL_FIELDS

  constructor(access: SurveyAccess, entitled: boolean) {
    super()
    this.accountId = access.accountId
    this.slug = access.slug
    this.access = access
    this.isEntitled = entitled
  }
}

class Viewer extends Authenticated {
  readonly kind = 'viewer'
  readonly accountId: string
  readonly slug: string
  readonly nonce: string

  constructor({ accountId, slug }: SurveyAccess, nonce: string) {
    super()
    this.accountId = accountId
    this.slug = slug
    this.nonce = nonce
  }
}

class Operator extends Authenticated {
  readonly kind = 'operator'
  readonly #clock: () => number

  constructor(clock: () => number) {
    super()
    this.#clock = clock
  }

  /** Does for an account what its owner could do. */
  actAs({ id, entitledUntil }: Pick<Account, 'id' | 'entitledUntil'>): AccountHolder {
    return new AccountHolder(id, isEntitled({ entitledUntil }, this.#clock()))
  }
}

export type { AccountHolder, ApiCaller, Operator, OwnedSurvey, SurveyAdmin, Viewer }

/**
 * The operator is whoever holds the installation's store and keys, as the command line does. Entry points of the network
 * are handed services and never the context, so they cannot become the operator.
 */
export function operatorOf({ clock }: Context): Operator {
  return new Operator(clock)
}

/** What opens a survey's dashboard: its admin token, or the session that a browser was given for it. */
export type AdminCredential = { readonly token: string } | { readonly session: string }

/**
 * Takes a credential and gives the principal that it belongs to. The account's disabled flag and subscription are read
 * on every call and never cached.
 */
export class Authentication {
  readonly #context: Context

  constructor(context: Context) {
    this.#context = context
  }

  /**
   * Admits one call of the API: by token, call limit, subscription and scope, in that order.
   * @param token as it was sent; undefined where none was
   * @param required the scopes that the call needs, all of them; `either` where any one will do
   * @throws Refusal `authentication required`, `rate limit exceeded` with the seconds to wait, `upgrade required`,
   *   `insufficient scope`
   */
  async apiCaller(token: string | undefined, required: readonly Scope[] | 'either'): Promise<ApiCaller> {
    const bearer = await this.#findBearer(token)
    await this.#countCall(bearer)
    if (!isEntitled(bearer, this.#context.clock())) throw new Refusal('entitlement_required')
    checkScope(bearer.scope, required)
    return new ApiCaller(bearer)
  }

  /**
   * A wrong credential, another survey's, a disabled account's and a missing survey take the same work.
   * @throws Refusal `not found`
   */
  async surveyAdmin(slug: string, credential: AdminCredential): Promise<SurveyAdmin> {
    const { store, keys, clock } = this.#context
    const access = isSlug(slug) ? await store.surveyCredentials.find(slug) : undefined
    const nonce = access?.adminNonce ?? ''
    const isRight =
      'token' in credential
        ? isSame(credential.token, keys.adminToken(slug, nonce))
        : isSame(credential.session, keys.adminSession(slug, nonce))
    const admitted = orNotFound(isRight && access?.accountDisabled === false ? access : undefined)
    return new SurveyAdmin(admitted, isEntitled(admitted, clock()))
  }

  /** Any token that opens nothing takes the same work. @throws Refusal `not found` */
  async viewer(token: string): Promise<Viewer> {
    const { store, keys } = this.#context
    const nonce = keys.viewNonce(token)
    const access = await store.surveyCredentials.findByViewNonce(nonce)
    const isRight = isSame(token, keys.viewToken(nonce))
    return new Viewer(orNotFound(isRight && isViewable(access) ? access : undefined), nonce)
  }

  /**
   * Reads again what opens a survey, for streams that outlive the request they were admitted with.
   * @returns whether a principal of that survey would be admitted now
   */
  async admission(slug: string): Promise<(principal: SurveyAdmin | Viewer) => boolean> {
    const access = await this.#context.store.surveyCredentials.find(slug)
    return principal => {
      if (access === undefined || access.accountDisabled || principal.slug !== slug) return false
      if (principal.kind === 'survey_admin') return principal.access.adminNonce === access.adminNonce
      return isViewable(access) && principal.nonce === access.viewNonce
    }
  }

  async #findBearer(token: string | undefined): Promise<Bearer> {
    const { store, clock } = this.#context
    const isPlausible = token !== undefined && couldBeToken(token)
    const bearer = isPlausible ? await store.tokens.findByHash(tokenHash(token)) : undefined
    const now = clock()
    if (bearer === undefined || (bearer.expiresAt !== null && bearer.expiresAt <= now))
      throw new Refusal('authentication_required')
    store.tokens.recordUse(bearer.id, Math.floor(now / HOUR_MS))
    return bearer
  }

  async #countCall({ id }: Bearer): Promise<void> {
    const { store, clock } = this.#context
    const { allowed, millisecondsLeft } = await store.consumeRateLimit(callsKey(id), CALLS_PER_WINDOW, clock())
    if (!allowed) throw new Refusal('call_limit', { retryAfter: Math.ceil(millisecondsLeft / 1000) })
  }
}

/** What the operator has taken down or suspended is shown by no projector link. */
function isViewable(access: SurveyAccess | undefined): access is SurveyAccess {
  return access !== undefined && !access.accountDisabled && !access.takenDown
}

/** In the same time for any two texts. */
function isSame(a: string, b: string): boolean {
  return timingSafeEqual(hash('sha256', a, 'buffer'), hash('sha256', b, 'buffer'))
}
