import { hourOf, isLive } from '../../domain/accounts/session.ts'
import { isSlug } from '../../domain/surveys/slug.ts'
import { Refusal } from '../../domain/values/refusal.ts'
import type { Session } from '../../store/access/sessions.ts'
import type { PartialLink, SurveyAccess } from '../../store/access/survey-credentials.ts'
import type { Bearer } from '../../store/access/tokens.ts'
import type { SignedIn } from '../../store/accounts/account-sessions.ts'
import type { Account } from '../../store/accounts/accounts.ts'
import type { Context } from '../context.ts'
import { orNotFound } from '../not-found.ts'
import { type AdmittedBy, accessCheck, isLiveSession, isOpenToLinks } from './access-check.ts'
import { isEntitled } from './entitlement.ts'
import { consumeCall } from './hourly-limits.ts'
import { checkScope, type Scope } from './scope.ts'
import { ALL_FIELDS, API_FIELDS, type SurveyField, TOOL_FIELDS } from './survey-fields.ts'
import { couldBeToken, tokenHash } from './token.ts'

/**
 * The base of all principals. Their classes are exported only as types, and the symbol not at all, so an object that
 * was not constructed in this file is assignable to none of them.
 */
declare const authenticated: unique symbol
abstract class Authenticated {
  declare readonly [authenticated]: true
}

class ApiCaller extends Authenticated {
  readonly kind = 'api_caller'
  /** Calls are accepted only with a subscription. */
  readonly isEntitled = true
  readonly accountId: string
  readonly tokenKind: 'pat' | 'oauth'
  /** As stored with the token: scopes separated by spaces. */
  readonly scope: string
  /** Revision of the account's survey list, read together with the token. It grows with each change to the list. */
  readonly revision: number
  /** Calls left to the token this hour. */
  readonly callsLeft: number

  constructor({ accountId, kind, scope, revision }: Bearer, callsLeft: number) {
    super()
    this.accountId = accountId
    this.tokenKind = kind
    this.scope = scope
    this.revision = revision
    this.callsLeft = callsLeft
  }

  survey(slug: string): OwnedSurvey {
    return new OwnedSurvey(this.accountId, { slug, isEntitled: this.isEntitled, fields: API_FIELDS })
  }

  /** A survey for tools, which are not bound to the API's contract. */
  surveyOfTool(slug: string): OwnedSurvey {
    return new OwnedSurvey(this.accountId, { slug, isEntitled: this.isEntitled, fields: TOOL_FIELDS })
  }
}

class AccountHolder extends Authenticated {
  readonly kind = 'account_holder'
  readonly accountId: string
  /** Whether the account is subscribed now. */
  readonly isEntitled: boolean
  /** Hash of the browser's session id; undefined for the operator. */
  readonly sessionHash: string | undefined
  /** When the holder was last verified in this session, in milliseconds since the epoch; undefined for the operator. */
  readonly verifiedAt: number | undefined
  /** Revision of the account's survey list, read together with the session. It grows with each change to the list. */
  readonly revision: number | undefined

  constructor(accountId: string, entitled: boolean, session?: Pick<SignedIn, 'idHash' | 'verifiedAt' | 'revision'>) {
    super()
    this.accountId = accountId
    this.isEntitled = entitled
    this.sessionHash = session?.idHash
    this.verifiedAt = session?.verifiedAt
    this.revision = session?.revision
  }

  survey(slug: string): OwnedSurvey {
    return new OwnedSurvey(this.accountId, { slug, isEntitled: this.isEntitled, fields: ALL_FIELDS })
  }
}

/**
 * A survey as named by an account. Each operation checks that the account owns it; another account's survey counts as
 * missing.
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
  /** Whether the survey's owner is subscribed now. */
  readonly isEntitled: boolean
  readonly fields: readonly SurveyField[] = ALL_FIELDS
  readonly by: AdmittedBy

  constructor(access: SurveyAccess, entitled: boolean, by: AdmittedBy) {
    super()
    this.accountId = access.accountId
    this.slug = access.slug
    this.access = access
    this.isEntitled = entitled
    this.by = by
  }

  /** Whether this is the survey's owner, signed in to the account. */
  get isOwner(): boolean {
    return 'ownerSession' in this.by
  }
}

/** Whoever has a link that opens a part of one survey. */
abstract class PartialAccess extends Authenticated {
  abstract readonly link: PartialLink
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

class Viewer extends PartialAccess {
  readonly kind = 'viewer'
  readonly link = 'projector'
}

class Conductor extends PartialAccess {
  readonly kind = 'conductor'
  readonly link = 'remote'
}

class Operator extends Authenticated {
  readonly kind = 'operator'
  readonly #context: Context

  constructor(context: Context) {
    super()
    this.#context = context
  }

  /** Acts for an account, with the rights of its owner. */
  actAs({ id, entitledUntil }: Pick<Account, 'id' | 'entitledUntil'>): AccountHolder {
    return new AccountHolder(id, isEntitled({ entitledUntil }, this.#context))
  }
}

export type { AccountHolder, ApiCaller, Conductor, Operator, OwnedSurvey, SurveyAdmin, Viewer }

/**
 * Code with the installation's store and keys, such as the command line, acts as the operator. HTTP entry points are
 * given services but never the context, so they cannot.
 */
export function operatorOf(context: Context): Operator {
  return new Operator(context)
}

/** A browser's session ids: one for a survey, one for an account. */
interface SessionIds {
  readonly session: string | undefined
  readonly accountSession: string | undefined
}

/** A credential for a survey's dashboard: its admin token, or a session. */
export type AdminCredential = { readonly token: string } | SessionIds

/** Sessions whose hour of last use is recorded. */
interface RecordedSessions {
  recordUse(idHash: string, hour: number): Promise<void>
}

/**
 * Exchanges a credential for its principal. The account's disabled flag and subscription are read on every call and
 * never cached.
 */
export class Authentication {
  readonly #context: Context

  constructor(context: Context) {
    this.#context = context
  }

  /**
   * Authenticates one API call: checks token, rate limit, subscription and scope, in that order.
   * @param token as sent; undefined if none was
   * @param required all scopes that the call needs; `either` if any one is enough
   * @throws Refusal `authentication required`, `rate limit exceeded` with the seconds to wait, `upgrade required`,
   * `insufficient scope`
   */
  async apiCaller(token: string | undefined, required: readonly Scope[] | 'either'): Promise<ApiCaller> {
    const { store, clock } = this.#context
    const found =
      token !== undefined && couldBeToken(token) ? await store.tokens.findByHash(tokenHash(token)) : undefined
    const now = clock()
    const bearer = toLiveBearer(found, now)
    store.tokens.recordUse(bearer.id, hourOf(now))
    const callsLeft = await consumeCall(this.#context, bearer.id)
    if (!isEntitled(bearer, this.#context)) throw new Refusal('entitlement_required')
    checkScope(bearer.scope, required)
    return new ApiCaller(bearer, callsLeft)
  }

  /**
   * Authenticates a request from a browser that is signed in to an account.
   * @param sessionId from the browser's cookie; undefined if there is none
   * @throws Refusal `authentication required` without a live session, and for a disabled account
   */
  async accountHolder(sessionId: string | undefined): Promise<AccountHolder> {
    const { store } = this.#context
    const session = sessionId === undefined ? undefined : await this.#findAccountSession(sessionId)
    if (session === undefined) throw new Refusal('authentication_required')
    this.#recordUse(session, store.accountSessions)
    return new AccountHolder(session.accountId, isEntitled(session, this.#context), session)
  }

  /**
   * A wrong credential, another survey's, a disabled account's and a missing survey all take the same work. If two
   * sessions open the survey, the owner's is used, because it allows more.
   * @throws Refusal `not found`; `authentication required` if all that was sent is the id of an expired account session
   */
  async surveyAdmin(slug: string, credential: AdminCredential): Promise<SurveyAdmin> {
    const { store, keys } = this.#context
    const finding = isSlug(slug) ? store.surveyCredentials.find(slug) : undefined
    if ('token' in credential) {
      const access = await finding
      const secretId = keys.adminTokenSecret(credential.token, slug, access?.adminNonce ?? '')
      const by = secretId === undefined ? undefined : { secretId, session: undefined }
      return toSurveyAdmin(access, by, this.#context)
    }
    const [access, session, owner] = await Promise.all([finding, ...this.#findSessions(credential)])
    if (credential.session === undefined && owner === undefined) throw new Refusal('authentication_required')
    const isOfSurvey =
      session !== undefined && session.surveyId === access?.surveyId && isLiveSession(this.#context, session)
    const isOfOwner = owner !== undefined && owner.accountId === access?.accountId
    const bySession = isOfSurvey ? { secretId: session.secretId, session: session.idHash } : undefined
    const admin = toSurveyAdmin(access, isOfOwner ? { ownerSession: owner.idHash } : bySession, this.#context)
    if (isOfOwner) this.#recordUse(owner, store.accountSessions)
    else if (isOfSurvey) this.#recordUse(session, store.sessions)
    return admin
  }

  /** The session for a survey, and the live session of an account. */
  #findSessions({ session, accountSession }: SessionIds) {
    const { store } = this.#context
    return [
      session === undefined ? undefined : store.sessions.find(tokenHash(session)),
      accountSession === undefined ? undefined : this.#findAccountSession(accountSession),
    ] as const
  }

  async #findAccountSession(id: string): Promise<SignedIn | undefined> {
    const { store, clock } = this.#context
    const session = await store.accountSessions.find(tokenHash(id))
    return session !== undefined && isLive(session, clock()) ? session : undefined
  }

  /** Authenticates the holder of a projector link. @throws Refusal `not found` */
  async viewer(token: string): Promise<Viewer> {
    const { access, nonce } = await this.#partialAccess('projector', token)
    return new Viewer(access, nonce)
  }

  /** Authenticates the holder of a remote link. @throws Refusal `not found` */
  async conductor(token: string): Promise<Conductor> {
    const { access, nonce } = await this.#partialAccess('remote', token)
    return new Conductor(access, nonce)
  }

  /** Every invalid token takes the same work. @throws Refusal `not found` */
  async #partialAccess(link: PartialLink, token: string): Promise<{ access: SurveyAccess; nonce: string }> {
    const { store, keys } = this.#context
    const nonce = keys.linkNonce(token)
    const access = await store.surveyCredentials.findByNonce(link, nonce)
    const isRight = keys.isLinkToken(link, token, nonce)
    return { access: orNotFound(isRight && isOpenToLinks(access) ? access : undefined), nonce }
  }

  /**
   * Reads a survey's credentials again, for streams that outlive the request that opened them.
   * @returns a function that tells whether a principal of that survey still has access
   */
  accessCheck(slug: string): Promise<(principal: SurveyAdmin | Viewer | Conductor) => boolean> {
    return accessCheck(this.#context, slug)
  }

  /** At most once an hour and without waiting, so that a dashboard can be read while nothing can be written. */
  #recordUse({ idHash, lastUsedHour }: Pick<Session, 'idHash' | 'lastUsedHour'>, sessions: RecordedSessions): void {
    const { clock, log } = this.#context
    const hour = hourOf(clock())
    if (hour <= lastUsedHour) return
    sessions
      .recordUse(idHash, hour)
      .catch(err => log.warn({ err }, 'the use of a session was not recorded; its next request tries again'))
  }
}

/** @throws Refusal `authentication required` unless the token exists and has not expired */
function toLiveBearer(bearer: Bearer | undefined, now: number): Bearer {
  if (bearer === undefined || (bearer.expiresAt !== null && bearer.expiresAt <= now))
    throw new Refusal('authentication_required')
  return bearer
}

/** @throws Refusal `not found` unless the survey exists, its account is enabled and a credential opened it */
function toSurveyAdmin(access: SurveyAccess | undefined, by: AdmittedBy | undefined, context: Context): SurveyAdmin {
  const admitted = orNotFound(access?.accountDisabled === false ? access : undefined)
  return new SurveyAdmin(admitted, isEntitled(admitted, context), orNotFound(by))
}
