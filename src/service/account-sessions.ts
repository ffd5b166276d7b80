import { SESSIONS_PER_ACCOUNT } from '../domain/limits.ts'
import { Refusal } from '../domain/refusal.ts'
import { hourOf, isLive } from '../domain/session.ts'
import type { AccountSession } from '../store/account-sessions.ts'
import type { AttemptLimits } from './attempt-limits.ts'
import type { AccountHolder } from './authentication.ts'
import type { Context } from './context.ts'
import { emailOf, findEmail, normalizedEmail } from './email-lookup.ts'
import { orNotFound } from './not-found.ts'
import type { Passwords } from './passwords.ts'
import { isHash, tokenHash } from './token.ts'

export interface SignInRequest {
  readonly email: string
  readonly password: string
  /** Id of the session that the browser had, which ends. */
  readonly previous: string | undefined
  /** Address of the network that the request comes from. */
  readonly sender: string
}

/** An account, and the password that its holder has just given or chosen. */
export interface SignInCredentials {
  readonly id: string
  readonly passwordHash: string
}

export type { AccountSession }

/** Signs browsers in to accounts and out. A session is a row, so it ends everywhere at once, and no id of one is stored. */
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
   * A new session, with an id of its own. An unknown address and a wrong password take the same work.
   * @returns the id, which is stored nowhere
   * @throws Refusal `wrong e-mail address or password`, `this account is disabled` to who knows its password,
   *   `too many attempts`
   */
  async signIn({ email: typed, password, previous, sender }: SignInRequest): Promise<string> {
    // A domain can be spelled in several ways, which must not have limits of their own.
    const email = normalizedEmail(typed)
    this.#attempts.consume('password', sender, email)
    const account = await findEmail(this.#context, email)
    const passwordHash = account?.passwordHash ?? undefined
    const isRight = await this.#passwords.verify(passwordHash, password)
    if (!isRight || account === undefined || passwordHash === undefined) throw new Refusal('wrong_credentials')
    this.#attempts.forgive('password', sender, email)
    return this.open({ id: account.id, passwordHash }, previous)
  }

  /**
   * A session for somebody who has just proved to be the holder of an account.
   * @throws Refusal `this account is disabled`, `wrong e-mail address or password` if the password was changed meanwhile
   */
  async open(account: SignInCredentials, previous: string | undefined): Promise<string> {
    const { store, random, clock } = this.#context
    const id = random.uuid()
    const now = clock()
    const times = { createdAt: now, lastUsedHour: hourOf(now), verifiedAt: now }
    const outcome = await store.accountSessions.add(
      { idHash: tokenHash(id), accountId: account.id, ...times },
      {
        replaced: previous === undefined ? undefined : tokenHash(previous),
        max: SESSIONS_PER_ACCOUNT,
        passwordHash: account.passwordHash,
      },
    )
    if (outcome === 'disabled') throw new Refusal('account_disabled')
    if (outcome === 'password_changed') throw new Refusal('wrong_credentials')
    return id
  }

  /** Ends the session of this request. */
  async signOut({ accountId, sessionHash }: AccountHolder): Promise<void> {
    if (sessionHash !== undefined) await this.#context.store.accountSessions.remove(accountId, sessionHash)
  }

  /**
   * Records that who is signed in knows the password. Attempts count as those of signing in do.
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
    orNotFound(isEnded || undefined)
  }

  /** Ends all sessions of the account but this one. */
  async revokeOthers({ accountId, sessionHash = '' }: AccountHolder): Promise<void> {
    await this.#context.store.accountSessions.removeOthers(accountId, sessionHash)
  }
}
