import { isLive } from '../../domain/accounts/session.ts'
import { Refusal } from '../../domain/values/refusal.ts'
import type { AccountSession } from '../../store/accounts/account-sessions.ts'
import type { AttemptLimits } from '../access/attempt-limits.ts'
import type { AccountHolder } from '../access/authentication.ts'
import { isHash } from '../access/token.ts'
import type { Context } from '../context.ts'
import { checkFound } from '../not-found.ts'
import { emailOf, normalizedEmail } from './email-lookup.ts'
import { newSession } from './new-session.ts'
import { checkPassword, type SignInCredentials } from './password-check.ts'
import type { Passwords } from './passwords.ts'
import { isRecentlyVerified } from './verification.ts'

export interface SignInRequest {
  readonly email: string
  readonly password: string
  /** Id of the browser's previous session, which ends. */
  readonly previous: string | undefined
  /** Network address of the request. */
  readonly sender: string
  /** What the browser remembers from an earlier sign-in. */
  readonly browser: string
}

export interface SignedInBrowser {
  /** The id of the session, which is not stored. */
  readonly session: string
  /** What the browser is to remember. With it, its password attempts for this account are counted separately. */
  readonly browser: string
}

export type { AccountSession, SignInCredentials }

/**
 * Signs browsers in to and out of accounts. A session is a row, so ending it takes effect everywhere at once. Only a
 * hash of its id is stored.
 */
export class AccountSessions {
  readonly #context: Context
  readonly #passwords: Passwords
  readonly #attempts: AttemptLimits

  constructor(context: Context, passwords: Passwords, attempts: AttemptLimits) {
    this.#context = context
    this.#passwords = passwords
    this.#attempts = attempts
  }

  /**
   * Checks a password and adds a session.
   * @throws Refusal `wrong e-mail address or password`, `this account is disabled` if the password is right, `too many
   * attempts`
   */
  async signIn({ previous, browser, ...request }: SignInRequest): Promise<SignedInBrowser> {
    const { keys, random } = this.#context
    const email = normalizedEmail(request.email)
    const knownBrowser = keys.isKnownBrowser(browser, email) ? browser : undefined
    const parts = { context: this.#context, passwords: this.#passwords, attempts: this.#attempts }
    const account = await checkPassword(parts, { ...request, knownBrowser })
    if (account === undefined) throw new Refusal('wrong_credentials')
    const session = await this.open(account, previous)
    return { session, browser: knownBrowser ?? keys.knownBrowser(random.uuid(), email) }
  }

  /**
   * Adds a session for somebody who has just proved that they hold the account.
   * @throws Refusal `this account is disabled`, `wrong e-mail address or password` if the password was changed
   * meanwhile
   */
  async open(account: SignInCredentials, previous: string | undefined): Promise<string> {
    const { id, session } = newSession(this.#context, previous)
    const outcome = await this.#context.store.accountSessions.add(account, session)
    if (outcome === 'disabled') throw new Refusal('account_disabled')
    if (outcome === 'password_changed') throw new Refusal('wrong_credentials')
    return id
  }

  /** Whether the holder has proved their identity recently. */
  isVerified(holder: AccountHolder): boolean {
    return isRecentlyVerified(holder, this.#context.clock())
  }

  /** The e-mail address of the account. */
  emailOf(holder: AccountHolder): Promise<string> {
    return emailOf(this.#context, holder)
  }

  /** Ends the session of this request. */
  async signOut({ accountId, sessionHash }: AccountHolder): Promise<void> {
    if (sessionHash !== undefined) await this.#context.store.accountSessions.remove(accountId, sessionHash)
  }

  /**
   * Records that the signed-in person knows the password. Attempts are counted separately for each session.
   * @throws Refusal `wrong password`, `too many attempts`
   */
  async verify(holder: AccountHolder, password: string): Promise<void> {
    const { accountId, sessionHash } = holder
    const { store, clock } = this.#context
    const counted = `${accountId} ${sessionHash}`
    this.#attempts.consume('password', undefined, counted)
    const passwordHash = (await store.accounts.findPasswordHash(accountId)) ?? undefined
    if (!(await this.#passwords.verify(passwordHash, password))) throw new Refusal('wrong_password')
    this.#attempts.forgive('password', undefined, counted)
    if (sessionHash !== undefined) await store.accountSessions.recordVerification(sessionHash, clock())
  }

  /** The account's live sessions, newest first. */
  async list({ accountId }: AccountHolder): Promise<readonly AccountSession[]> {
    const sessions = await this.#context.store.accountSessions.list(accountId)
    return sessions.filter(session => isLive(session, this.#context.clock()))
  }

  /** Ends a session of the account. @throws Refusal `not found` */
  async revoke({ accountId }: AccountHolder, idHash: string): Promise<void> {
    const isEnded = isHash(idHash) && (await this.#context.store.accountSessions.remove(accountId, idHash))
    checkFound(isEnded)
  }

  /** Ends all sessions of the account but this one. */
  async revokeOthers({ accountId, sessionHash = '' }: AccountHolder): Promise<void> {
    await this.#context.store.accountSessions.removeOthers(accountId, sessionHash)
  }
}
