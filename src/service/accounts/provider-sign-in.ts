import { isEmail, parseNewEmail } from '../../domain/accounts/email.ts'
import type { Identity, ProviderSecrets } from '../../domain/accounts/identity.ts'
import { CLOCK_TOLERANCE_MS, IDENTITIES_PER_ACCOUNT, PROVIDER_SIGN_IN_MS } from '../../domain/accounts/limits.ts'
import { parsePersonName } from '../../domain/accounts/person-name.ts'
import type { SignUpMode } from '../../domain/accounts/sign-up.ts'
import { Refusal } from '../../domain/values/refusal.ts'
import type { NewSession } from '../../store/accounts/account-sessions.ts'
import type { ConnectionProof, IdentityKey } from '../../store/accounts/identities.ts'
import type { AttemptLimits } from '../access/attempt-limits.ts'
import type { AccountHolder } from '../access/authentication.ts'
import { tokenHash } from '../access/token.ts'
import { type Context, timestamp } from '../context.ts'
import type { AccountMail } from './account-mail.ts'
import { findEmail } from './email-lookup.ts'
import { newSession } from './new-session.ts'
import { checkPassword } from './password-check.ts'
import type { Passwords } from './passwords.ts'

/** An OpenID Connect provider. It throws its failures as refusals. */
export interface IdentityProvider {
  readonly issuer: string
  authorizationUrl(secrets: ProviderSecrets, isAgain: boolean): Promise<URL>
  identify(callback: URL, secrets: ProviderSecrets): Promise<Identity>
}

/** Counts the outcomes of sign-ins with the provider. */
export interface ProviderObserver {
  providerAnswered(outcome: ProviderOutcome): void
}
type ProviderOutcome = 'confirmed' | 'refused' | 'unavailable'

interface ProviderSignInParts {
  readonly context: Context
  readonly provider: IdentityProvider
  readonly passwords: Passwords
  readonly attempts: AttemptLimits
  readonly mail: AccountMail
  readonly mode: SignUpMode
  readonly observer?: ProviderObserver | undefined
}

/** Why a browser is sent to the provider. */
interface ProviderRequest {
  /** `verify`: to verify the holder of the browser's session again. */
  readonly purpose: 'sign_in' | 'verify'
  /** Path to redirect to afterwards. */
  readonly next: string
  /** Token of a password reset link, which connects that account instead; empty if there is none. */
  readonly link: string
}

interface PendingRequest extends ProviderRequest {
  readonly id: string
  readonly begunAt: number
}

/** A person confirmed by the provider whose address has an account that is not connected yet. */
interface PendingConnection {
  readonly subject: string
  readonly email: string
  readonly next: string
  readonly confirmedAt: number
}

/** The request with which a browser returns from the provider. */
interface Callback {
  readonly url: URL
  /** The text that `begin` gave the browser. */
  readonly pendingRequest: string
  /** Id of the browser's previous session, which ends. */
  readonly previous: string | undefined
  readonly holder: AccountHolder | undefined
  /** Network address of the request. */
  readonly sender: string
}

/** The outcome of a sign-in: a session, or a sealed text with which the browser can connect an existing account. */
export type ProviderResult =
  | { readonly kind: 'signed_in'; readonly session: string; readonly next: string }
  | { readonly kind: 'verified'; readonly next: string }
  | { readonly kind: 'account_exists'; readonly email: string; readonly pendingConnection: string }

/**
 * Signs in people whose identity an OpenID Connect provider confirms. Nothing is stored in between: state, nonce and
 * verifier are derived from a text that the browser keeps and that can be used once. The account is found by the
 * person's id at the provider. If their address already has an account here, that alone does not connect them: they
 * need the account's own password or a link from the operator.
 */
export class ProviderSignIn {
  readonly #parts: ProviderSignInParts

  constructor(parts: ProviderSignInParts) {
    this.#parts = parts
  }

  /**
   * @returns the address to redirect to, and the text that the browser keeps until it returns
   * @throws Refusal `too many attempts`, `the sign-in provider could not be reached`
   */
  async begin(request: ProviderRequest, sender: string): Promise<{ url: URL; pendingRequest: string }> {
    const { context, attempts } = this.#parts
    attempts.consume('provider', sender, '')
    const pending: PendingRequest = { ...request, id: context.random.uuid(), begunAt: context.clock() }
    const text = encode(pending)
    const secrets = context.keys.providerSecrets(text)
    return {
      url: await this.#ask(provider => provider.authorizationUrl(secrets, request.purpose === 'verify')),
      pendingRequest: text,
    }
  }

  /**
   * Handles the provider's response. Each one may cause a request to the provider, so their number is limited,
   * including repeated ones.
   * @throws Refusal `this sign-in has expired; begin again`, `the sign-in provider did not confirm who you are`, `the
   * sign-in provider could not be reached`, `the sign-in provider has not verified your e-mail address`, `this account
   * is disabled`, `the operator of this service creates its accounts`, `this link has expired or was used`, `too many
   * attempts`
   */
  async finish({ url, pendingRequest: text, previous, holder, sender }: Callback): Promise<ProviderResult> {
    const { context, attempts } = this.#parts
    const { keys, clock } = context
    if (!keys.isProviderState(url.searchParams.get('state') ?? '', text)) throw new Refusal('sign_in_expired')
    attempts.consume('provider', sender, '')
    const request = decode<PendingRequest>(text)
    if (clock() >= request.begunAt + PROVIDER_SIGN_IN_MS) throw new Refusal('sign_in_expired')
    const identity = await this.#ask(provider => provider.identify(url, keys.providerSecrets(text)))
    this.#parts.observer?.providerAnswered('confirmed')
    // Most providers redeem a code only once, but another code would be accepted with the same state.
    const used = { hash: tokenHash(request.id), expiresAt: request.begunAt + PROVIDER_SIGN_IN_MS }
    if (!(await context.store.usedChallenges.use(used))) throw new Refusal('sign_in_expired')
    if (request.purpose === 'verify') return this.#verify(identity, request, holder)
    if (request.link !== '') return this.#connectByLink(identity, request, previous)
    return this.#signIn(identity, request, previous)
  }

  /** Whether any person at the provider is connected with the account. */
  isConnected({ accountId }: AccountHolder): Promise<boolean> {
    const { context, provider } = this.#parts
    return context.store.identities.isConnected(accountId, provider.issuer)
  }

  /** The address of an account that a browser can connect. @throws Refusal `this sign-in has expired; begin again` */
  pendingEmail(text: string): string {
    return this.#open(text).email
  }

  /**
   * Connects an account with a person confirmed by the provider, and signs in.
   * @param text as returned by `finish`
   * @throws Refusal `this sign-in has expired; begin again`, `wrong password`, `too many attempts`, `this account is
   * disabled`, `an account is connected with at most 10 people at the sign-in provider`
   */
  async connect(
    text: string,
    password: string,
    { previous, sender }: { readonly previous: string | undefined; readonly sender: string },
  ): Promise<{ session: string; next: string }> {
    const { subject, email, next } = this.#open(text)
    const account = await checkPassword(this.#parts, { email, password, sender })
    if (account === undefined) throw new Refusal('wrong_password')
    const proof = { accountId: account.id, passwordHash: account.passwordHash, email }
    return { session: await this.#connect(subject, proof, previous), next }
  }

  async #signIn(identity: Identity, request: PendingRequest, previous: string | undefined): Promise<ProviderResult> {
    const { context } = this.#parts
    const { next } = request
    const { id, session } = newSession(context, previous, isFresh(identity, request) ? undefined : NEVER)
    const outcome = await context.store.identities.signIn(this.#key(identity.subject), session)
    if (outcome === 'disabled') throw new Refusal('account_disabled')
    if (outcome === 'added') return { kind: 'signed_in', session: id, next }
    const email = verifiedEmail(identity)
    if ((await findEmail(context, email)) === undefined) {
      const made = await this.#signUp(identity, email, session)
      if (made === 'added') return { kind: 'signed_in', session: id, next }
    }
    return { kind: 'account_exists', email, pendingConnection: this.#seal({ subject: identity.subject, email, next }) }
  }

  async #signUp(identity: Identity, email: string, session: NewSession): Promise<'added' | 'email_taken'> {
    const { context, mode } = this.#parts
    if (mode === 'closed') throw new Refusal('sign_up_closed')
    const times = { createdAt: timestamp(context), entitledUntil: null }
    const account = { id: context.random.uuid(), email, name: nameOf(identity), passwordHash: null, ...times }
    const more = { invitedOnly: mode === 'invite', now: context.clock(), session }
    const outcome = await context.store.identities.signUp(this.#key(identity.subject), account, more)
    if (outcome === 'uninvited') throw new Refusal('sign_up_closed')
    return outcome
  }

  async #verify(
    identity: Identity,
    request: PendingRequest,
    holder: AccountHolder | undefined,
  ): Promise<ProviderResult> {
    const { store, clock } = this.#parts.context
    const accountId = await store.identities.findAccount(this.#key(identity.subject))
    const isSame = holder?.sessionHash !== undefined && holder.accountId === accountId
    if (!isSame || !isFresh(identity, request)) throw new Refusal('provider_refused')
    await store.accountSessions.recordVerification(holder.sessionHash, clock())
    return { kind: 'verified', next: request.next }
  }

  async #connectByLink(identity: Identity, { link, next }: ProviderRequest, previous: string | undefined) {
    const proof = { linkHash: tokenHash(link), email: verifiedEmail(identity) }
    const session = await this.#connect(identity.subject, proof, previous)
    return { kind: 'signed_in', session, next } as const
  }

  async #connect(subject: string, proof: ConnectionProof, previous: string | undefined): Promise<string> {
    const { context, mail } = this.#parts
    const { store, clock } = context
    // A password, or a link mailed to the holder, proves as much as a reset does.
    const { id, session } = newSession(context, previous)
    const notice = mail.notice('provider_connected_mail')
    const more = { max: IDENTITIES_PER_ACCOUNT, now: clock(), session, notice }
    const outcome = await store.identities.connect(this.#key(subject), proof, more)
    if (outcome === 'disabled') throw new Refusal('account_disabled')
    if (outcome === 'refused') throw new Refusal('linkHash' in proof ? 'link_ended' : 'sign_in_expired')
    mail.wake()
    return id
  }

  #seal(connection: Omit<PendingConnection, 'confirmedAt'>): string {
    const { keys, clock } = this.#parts.context
    return keys.seal(encode({ ...connection, confirmedAt: clock() }))
  }

  #open(sealed: string): PendingConnection {
    const { keys, clock } = this.#parts.context
    const text = keys.unseal(sealed)
    const connection = text === undefined ? undefined : decode<PendingConnection>(text)
    if (connection === undefined || clock() >= connection.confirmedAt + PROVIDER_SIGN_IN_MS)
      throw new Refusal('sign_in_expired')
    return connection
  }

  #key(subject: string): IdentityKey {
    return { issuer: this.#parts.provider.issuer, subject }
  }

  /** Logs problems that the operator must solve, without data about the person. */
  async #ask<Answer>(ask: (provider: IdentityProvider) => Promise<Answer>): Promise<Answer> {
    const { context, provider, observer } = this.#parts
    try {
      return await ask(provider)
    } catch (error) {
      const isUnavailable = error instanceof Refusal && error.refusal === 'provider_unavailable'
      observer?.providerAnswered(isUnavailable ? 'unavailable' : 'refused')
      if (error instanceof Refusal && error.details.cause !== undefined)
        context.log.warn({ reason: String(error.details.cause) }, 'a sign-in with the identity provider failed')
      throw error
    }
  }
}

/** `verifiedAt` of a session whose holder was never verified. */
const NEVER = 0

/** Whether the person signed in at the provider after this request began. An existing session there proves nothing. */
function isFresh({ authenticatedAt = NEVER }: Identity, { begunAt }: PendingRequest): boolean {
  return authenticatedAt >= begunAt - CLOCK_TOLERANCE_MS
}

/** @throws Refusal `the sign-in provider has not verified your e-mail address` */
function verifiedEmail({ email, isEmailVerified }: Identity): string {
  if (email === undefined || !isEmailVerified || !isEmail(email)) throw new Refusal('email_unverified')
  return parseNewEmail(email)
}

/** The person's name at the provider, if it is valid here. */
function nameOf({ name }: Identity): string | null {
  try {
    return name === undefined ? null : parsePersonName(name)
  } catch (error) {
    if (error instanceof Refusal) return null
    throw error
  }
}

function encode(value: PendingRequest | PendingConnection): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url')
}

/** Only for text that was encoded here; callers have checked that. */
function decode<Value extends PendingRequest | PendingConnection>(text: string): Value {
  return JSON.parse(Buffer.from(text, 'base64url').toString())
}
