import { SESSIONS_PER_ACCOUNT } from '../domain/limits.ts'
import { Refusal } from '../domain/refusal.ts'
import { hourOf } from '../domain/session.ts'
import type { AccountHolder } from './authentication.ts'
import type { Context } from './context.ts'
import { findEmail } from './email-lookup.ts'
import type { Passwords } from './passwords.ts'
import { tokenHash } from './token.ts'

export interface SignInRequest {
  readonly email: string
  readonly password: string
  /** Id of the session that the browser had, which ends. */
  readonly previous: string | undefined
}

/** Signs browsers in to accounts and out. A session is a row, so it ends everywhere at once, and no id of one is stored. */
export class AccountSessions {
  readonly #context: Context
  readonly #passwords: Passwords

  constructor(context: Context, passwords: Passwords) {
    this.#context = context
    this.#passwords = passwords
  }

  /**
   * A new session, with an id of its own. An unknown address and a wrong password take the same work.
   * @returns the id, which is stored nowhere
   * @throws Refusal `wrong e-mail address or password`, `this account is disabled` to who knows its password
   */
  async signIn({ email, password, previous }: SignInRequest): Promise<string> {
    const account = await findEmail(this.#context, email)
    const passwordHash = account?.passwordHash ?? undefined
    const isRight = await this.#passwords.verify(passwordHash, password.normalize('NFC'))
    if (!isRight || account === undefined || passwordHash === undefined) throw new Refusal('wrong_credentials')
    return this.open({ id: account.id, passwordHash }, previous)
  }

  /**
   * A session for somebody who has just proved to be the holder of an account.
   * @throws Refusal `this account is disabled`, `wrong e-mail address or password` if the password was changed meanwhile
   */
  async open(account: { id: string; passwordHash: string }, previous: string | undefined): Promise<string> {
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
}
