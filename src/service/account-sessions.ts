import { Refusal } from '../domain/refusal.ts'
import { isLive } from '../domain/session.ts'
import type { AccountSession } from '../store/account-sessions.ts'
import type { AttemptLimits } from './attempt-limits.ts'
import type { AccountHolder } from './authentication.ts'
import type { Context } from './context.ts'
import { emailOf } from './email-lookup.ts'
import { newSession } from './new-session.ts'
import { checkFound } from './not-found.ts'
import { checkPassword, type SignInCredentials } from './password-check.ts'
import type { Passwords } from './passwords.ts'
import { isHash } from './token.ts'

export interface SignInRequest {
  readonly email: string
  readonly password: string
  /** Id of the session that the browser had, which ends. */
  readonly previous: string | undefined
  /** Address of the network that the request comes from. */
  readonly sender: string
}

export type { AccountSession, SignInCredentials }

/**
 * Signs browsers in to and out of accounts. A session is a row, so it ends everywhere at once. Its id is stored only as a
 * hash.
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
   * @returns the id, which is stored nowhere
   * @throws Refusal `wrong e-mail address or password`, `this account is disabled` if the password is right, `too many
   *   attempts`
   */
  async signIn({ previous, ...request }: SignInRequest): Promise<string> {
    const parts = { context: this.#context, passwords: this.#passwords, attempts: this.#attempts }
    const account = await checkPassword(parts, request)
    if (account === undefined) throw new Refusal('wrong_credentials')
    return this.open(account, previous)
  }

  /**
   * A session for somebody who has just proved that they hold the account.
   * @throws Refusal `this account is disabled`, `wrong e-mail address or password` if the password was changed meanwhile
   */
  async open(account: SignInCredentials, previous: string | undefined): Promise<string> {
    const { id, session } = newSession(this.#context, previous)
    const outcome = await this.#context.store.accountSessions.add(account, session)
    if (outcome === 'disabled') throw new Refusal('account_disabled')
    if (outcome === 'password_changed') throw new Refusal('wrong_credentials')
    return id
  }

  /** Ends the session of this request. */
  async signOut({ accountId, sessionHash }: AccountHolder): Promise<void> {
    if (sessionHash !== undefined) await this.#context.store.accountSessions.remove(accountId, sessionHash)
  }

  /**
   * Records that the person who is signed in knows the password. Attempts count like those of signing in.
   * @throws Refusal `wrong password`, `too many attempts`
   */
  async verify(holder: AccountHolder, password: string): Promise<void> {
    const { accountId, sessionHash } = holder
    const { store, clock } = this.#context
    const email = await emailOf(this.#context, holder)
    this.#attempts.consume('password', undefined, email)
    const passwordHash = (await store.accounts.findPasswordHash(accountId)) ?? undefined
    if (!(await this.#passwords.verify(passwordHash, password))) throw new Refusal('wrong_password')
    this.#attempts.forgive('password', undefined, email)
    if (sessionHash !== undefined) await store.accountSessions.recordVerification(sessionHash, clock())
  }

  /** The sessions of an account that have not ended, newest first. */
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
