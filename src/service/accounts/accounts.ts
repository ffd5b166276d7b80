import { setTimeout as delay } from 'node:timers/promises'
import { parseEmail, parseNewEmail } from '../../domain/accounts/email.ts'
import { parseOptionalName } from '../../domain/accounts/person-name.ts'
import { Refusal } from '../../domain/values/refusal.ts'
import type { Token } from '../../store/access/tokens.ts'
import type { Account } from '../../store/accounts/accounts.ts'
import type { Operator } from '../access/authentication.ts'
import { FOREVER, isEntitled } from '../access/entitlement.ts'
import { type CreatedToken, createToken, type TokenDetails } from '../access/token-creation.ts'
import { type Context, timestamp } from '../context.ts'
import { OneTimeLinks } from './one-time-links.ts'
import { Passwords } from './passwords.ts'

export { type Account, FOREVER }

/**
 * Minimum pause between two steps, in milliseconds. During it, a server that waits for the write lock polls a few
 * times.
 */
const MIN_REST_MS = 20

/** The details of a new account. */
export interface AccountDetails {
  readonly email: string
  readonly name: string | null
  readonly password: string | null
  /** Milliseconds since the epoch; null if the account has no subscription. */
  readonly entitledUntil: number | null
}

/** The operator's operations on accounts, subscriptions and personal tokens. */
export class Accounts {
  readonly #context: Context
  readonly #passwords: Passwords

  constructor(context: Context) {
    this.#context = context
    this.#passwords = new Passwords(context.passwordCost)
  }

  /** @throws Refusal if the e-mail address or the name is invalid, or the address already has an account */
  async create(_: Operator, details: AccountDetails): Promise<Account> {
    const { password, entitledUntil } = details
    const email = parseNewEmail(details.email)
    const name = parseOptionalName(details.name)
    const id = this.#context.random.uuid()
    const account = { id, email, name, entitledUntil, createdAt: timestamp(this.#context) }
    const passwordHash = password === null ? null : await this.#passwords.hashNew(password, email)
    const outcome = await this.#context.store.accounts.add({ ...account, passwordHash })
    if (outcome === 'email_taken') throw new Refusal('email_taken')
    return { ...account, disabled: false }
  }

  /** All accounts, except the temporary ones that hold a survey while it is being restored. */
  list(_: Operator): Promise<readonly Account[]> {
    return this.#context.store.accounts.list()
  }

  /** @throws Refusal `not an e-mail address`, `no account has this e-mail address` */
  async find(_: Operator, email: string): Promise<Account> {
    const account = await this.#context.store.accounts.findByEmail(parseEmail(email))
    if (account === undefined) throw new Refusal('no_such_account')
    return account
  }

  /**
   * Disables or enables an account. While it is disabled, its tokens and links are refused, from the next call on. Its
   * surveys are closed by the time this resolves. It can be repeated if interrupted.
   * @returns the number of surveys closed or reopened
   * @throws Refusal `this account is being deleted, as its holder has asked` when enabling such an account
   */
  async setDisabled(_: Operator, { id }: Pick<Account, 'id'>, disabled: boolean): Promise<number> {
    const { suspension } = this.#context.store
    await suspension.setDisabled(id, disabled)
    let surveys = 0
    for (let count = 1; count > 0; surveys += count) {
      const since = performance.now()
      count = await suspension.suspendSurveys(id, disabled)
      // Lets a running server write between two steps.
      if (count > 0) await delay(Math.max(MIN_REST_MS, performance.now() - since))
    }
    return surveys
  }

  /**
   * Grants a subscription, or ends the grant. Every later call reads it. A grant clears the automatic expiry of
   * surveys.
   * @param until milliseconds since the epoch; null ends the grant at once
   * @returns until when the account is now subscribed; purchases count too, and the latest end applies
   */
  subscribe(_: Operator, account: Account, until: number | null): Promise<number | null> {
    const { store, clock } = this.#context
    return store.billing.grant(account.id, until, clock())
  }

  /**
   * Creates a personal token, which acts for the whole account. Its text is returned here and not stored.
   * @param details.expiresAt milliseconds since the epoch; null for no expiry
   * @throws Refusal `this account is disabled`, `upgrade required` without a current subscription, `token limit
   * reached` at ten
   */
  async createToken(_: Operator, account: Account, details: TokenDetails): Promise<CreatedToken> {
    if (account.disabled) throw new Refusal('account_disabled')
    const owner = { accountId: account.id, isEntitled: isEntitled(account, this.#context) }
    return createToken(this.#context, owner, details)
  }

  /** The tokens of an account, or of all accounts. */
  tokens(_: Operator, account?: Account): Promise<readonly Token[]> {
    return this.#context.store.tokens.list(account?.id)
  }

  /** Takes effect on the next call. @throws Refusal if there is no such token */
  async revokeToken(_: Operator, id: string): Promise<void> {
    if (!(await this.#context.store.tokens.remove(id))) throw new Refusal('no_such_token')
  }

  /** The path of a link for setting a new password. @throws Refusal `this account is disabled` */
  async createResetLink(_: Operator, { id, email, disabled }: Account): Promise<string> {
    if (disabled) throw new Refusal('account_disabled')
    return new OneTimeLinks(this.#context).create('reset_password', { accountId: id, email })
  }

  /**
   * The path of a link with which the holder of an address creates an account.
   * @throws Refusal `not an e-mail address`, `this e-mail address already has an account`
   */
  async invite(_: Operator, address: string): Promise<string> {
    const email = parseNewEmail(address)
    if ((await this.#context.store.accounts.findByEmail(email)) !== undefined) throw new Refusal('email_taken')
    return new OneTimeLinks(this.#context).create('invitation', { accountId: null, email })
  }
}
