import { hash } from '@node-rs/argon2'
import { TOKENS_PER_ACCOUNT } from '../domain/limits.ts'
import { Refusal } from '../domain/refusal.ts'
import type { Account } from '../store/accounts.ts'
import type { Token } from '../store/tokens.ts'
import type { Operator } from './authentication.ts'
import { type Context, timestamp } from './context.ts'
import { isEntitled } from './entitlement.ts'
import { SCOPES } from './scope.ts'
import { makeToken, tokenHash } from './token.ts'

export type { Account }

/** What an account is made with. */
export interface AccountDetails {
  readonly email: string
  readonly name: string | null
  readonly password: string | null
  /** Milliseconds since the epoch; null for no subscription. */
  readonly entitledUntil: number | null
}

/** A subscription without an end: the last millisecond of the year 9999. */
export const FOREVER = 253_402_300_799_999

/** The operations on accounts, their subscription and their personal tokens: the operator's, so far. */
export class Accounts {
  readonly #context: Context

  constructor(context: Context) {
    this.#context = context
  }

  /**
   * @throws Refusal where the address is none, or has an account already
   */
  async create(_: Operator, details: AccountDetails): Promise<Account> {
    const { name, password, entitledUntil } = details
    const email = details.email.trim().toLowerCase()
    if (!/^[^\s@]+@[^\s@]+$/.test(email)) throw new Refusal('invalid_email')
    const id = this.#context.random.uuid()
    const account = { id, email, name, entitledUntil, createdAt: timestamp(this.#context) }
    const passwordHash = password === null ? null : await hash(password)
    const outcome = await this.#context.store.accounts.add({ ...account, passwordHash })
    if (outcome === 'email_taken') throw new Refusal('email_taken')
    return { ...account, disabled: false }
  }

  list(_: Operator): Promise<readonly Account[]> {
    return this.#context.store.accounts.list()
  }

  /** @throws Refusal `not found` */
  async find(_: Operator, email: string): Promise<Account> {
    const account = await this.#context.store.accounts.findByEmail(email.trim().toLowerCase())
    if (account === undefined) throw new Refusal('no_such_account')
    return account
  }

  /**
   * A disabled account's tokens are refused and its surveys read as closed, from the next call on, until it is enabled.
   * @returns how many surveys it has
   */
  setDisabled(_: Operator, account: Account, disabled: boolean): Promise<number> {
    return this.#context.store.suspension.setDisabled(account.id, disabled)
  }

  /** Read on every call from then on. @param until milliseconds since the epoch; null ends it at once */
  async subscribe(_: Operator, account: Account, until: number | null): Promise<void> {
    await this.#context.store.accounts.setEntitledUntil(account.id, until)
  }

  /**
   * A personal token, which acts on the whole account. Its text is in the answer and nowhere else.
   * @param details.expiresAt milliseconds since the epoch; null never
   * @throws Refusal `this account is disabled`, `upgrade required` without a current subscription, `token limit reached` at ten
   */
  async createToken(
    _: Operator,
    account: Account,
    { name, expiresAt }: { name: string | null; expiresAt: number | null },
  ): Promise<{ id: string; token: string }> {
    const { store, random, clock } = this.#context
    if (account.disabled) throw new Refusal('account_disabled')
    if (!isEntitled(account, clock())) throw new Refusal('entitlement_required')
    const token = makeToken(random)
    const row = {
      id: random.uuid(),
      accountId: account.id,
      kind: 'pat',
      name,
      hash: tokenHash(token),
      lastFour: token.slice(-4),
      scope: SCOPES.join(' '),
      expiresAt,
      createdAt: timestamp(this.#context),
    } as const
    const outcome = await store.tokens.add(row, TOKENS_PER_ACCOUNT, clock())
    if (outcome === 'limit_reached') throw new Refusal('token_limit')
    return { id: row.id, token }
  }

  /** The tokens of an account, or of all accounts. */
  tokens(_: Operator, account?: Account): Promise<readonly Token[]> {
    return this.#context.store.tokens.list(account?.id)
  }

  /** Works on the next call. @throws Refusal where there is no such token */
  async revokeToken(_: Operator, id: string): Promise<void> {
    if (!(await this.#context.store.tokens.remove(id))) throw new Refusal('no_such_token')
  }
}
