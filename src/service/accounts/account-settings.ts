import { parseNewEmail } from '../../domain/accounts/email.ts'
import { EXPORT_BYTES, TOKENS_PER_ACCOUNT } from '../../domain/accounts/limits.ts'
import { parseOptionalName } from '../../domain/accounts/person-name.ts'
import { parseExpiry } from '../../domain/surveys/lifecycle.ts'
import { SURVEYS_PER_ACCOUNT } from '../../domain/surveys/limits.ts'
import type { JsonObject } from '../../domain/values/json.ts'
import { Refusal } from '../../domain/values/refusal.ts'
import { isId } from '../../domain/values/text.ts'
import type { Token } from '../../store/access/tokens.ts'
import type { AccountProfile } from '../../store/accounts/accounts.ts'
import type { AttemptLimits } from '../access/attempt-limits.ts'
import type { AccountHolder } from '../access/authentication.ts'
import { FOREVER } from '../access/entitlement.ts'
import { type CreatedToken, createToken } from '../access/token-creation.ts'
import type { Context } from '../context.ts'
import { checkFound, orNotFound } from '../not-found.ts'
import type { AccountMail } from './account-mail.ts'
import { deletionJob } from './deletion.ts'
import { emailOf, normalizedEmail } from './email-lookup.ts'
import type { Passwords } from './passwords.ts'
import { isRecentlyVerified, requireVerification } from './verification.ts'

export { type CreatedToken, FOREVER, type Token }

/** An account as shown to its holder. */
export interface Profile extends AccountProfile {
  readonly isEntitled: boolean
  readonly isRecentlyVerified: boolean
  readonly surveysLeft: number
  readonly tokensLeft: number
}

interface SettingsParts {
  readonly context: Context
  readonly passwords: Passwords
  readonly mail: AccountMail
  readonly attempts: AttemptLimits
  /** Runs jobs that have just been added. */
  readonly wakeJobs: () => void
}

/** What an account's holder can read and change. */
export class AccountSettings {
  readonly #parts: SettingsParts

  constructor(parts: SettingsParts) {
    this.#parts = parts
  }

  /** @throws Refusal `not found` if it was deleted after authentication */
  async profile(holder: AccountHolder): Promise<Profile> {
    const { context, mail } = this.#parts
    const { store, clock } = context
    const [profile, used] = await Promise.all([
      store.accounts.findProfile(holder.accountId),
      store.accounts.countUsed(holder.accountId, clock()),
    ])
    const found = orNotFound(profile)
    return {
      ...found,
      // A service that sends no mail cannot confirm addresses.
      emailConfirmed: found.emailConfirmed || !mail.isSent,
      isEntitled: holder.isEntitled,
      isRecentlyVerified: isRecentlyVerified(holder, clock()),
      surveysLeft: Math.max(0, SURVEYS_PER_ACCOUNT - used.surveys),
      tokensLeft: Math.max(0, TOKENS_PER_ACCOUNT - used.tokens),
    }
  }

  /** @throws Refusal about the name, `nothing to change` */
  async rename({ accountId }: AccountHolder, { name }: JsonObject): Promise<void> {
    if (name === undefined) throw new Refusal('nothing_to_change', { reason: 'nothing to change: send name' })
    await this.#parts.context.store.accountChanges.setName(accountId, parseOptionalName(name))
  }

  /**
   * Changes the address. If the service sends mail, the change takes effect when somebody follows the link mailed to
   * the new address. If that address already has an account, only the mail says so.
   * @returns whether a mail is on its way
   * @throws Refusal `give your password again`, `not an e-mail address`, `this e-mail address already has an account`,
   * `too many attempts`
   */
  async changeEmail(holder: AccountHolder, { email: typed }: JsonObject): Promise<boolean> {
    const { context, mail, attempts } = this.#parts
    requireVerification(holder, context.clock())
    const email = parseNewEmail(typeof typed === 'string' ? typed : '')
    if (mail.isSent) {
      attempts.consume('address_by_mail', undefined, holder.accountId)
      attempts.consume('mail', undefined, email)
      await mail.confirmChange(holder, email)
      return true
    }
    // The response reveals whether an address has an account.
    attempts.consume('address_at_once', undefined, holder.accountId)
    attempts.consume('sign_up', undefined, email)
    const outcome = await context.store.accountChanges.setEmail(holder, email)
    if (outcome === 'email_taken') throw new Refusal('email_taken')
    return false
  }

  /**
   * Ends every other session, and all applications' access if the body says so.
   * @throws Refusal `give your password again`, or about the password
   */
  async changePassword(
    holder: AccountHolder,
    { password, disconnect_applications: disconnects }: JsonObject,
  ): Promise<void> {
    const { context, passwords, mail } = this.#parts
    requireVerification(holder, context.clock())
    const email = await emailOf(context, holder)
    const passwordHash = await passwords.hashNew(typeof password === 'string' ? password : '', email)
    await context.store.accountChanges.setPassword(holder, passwordHash, {
      notice: mail.notice('password_changed_mail'),
      disconnects: disconnects === true,
    })
    mail.wake()
  }

  /** Newest last. */
  tokens({ accountId }: AccountHolder): Promise<readonly Token[]> {
    return this.#parts.context.store.tokens.list(accountId)
  }

  /**
   * @throws Refusal `give your password again`, `upgrade required`, a reason about the body, `token limit reached`, in
   * this order
   */
  createToken(holder: AccountHolder, { name = null, expires_at = null }: JsonObject): Promise<CreatedToken> {
    const { context } = this.#parts
    requireVerification(holder, context.clock())
    if (!holder.isEntitled) throw new Refusal('entitlement_required')
    if (name !== null && typeof name !== 'string') throw new Refusal('invalid_name')
    const expiresAt = parseExpiry(expires_at)
    if (expiresAt !== null && expiresAt <= context.clock()) throw new Refusal('expiry_passed')
    return createToken(context, holder, { name, expiresAt })
  }

  /** Takes effect on the next call. @throws Refusal `not found` */
  async revokeToken({ accountId }: AccountHolder, id: string): Promise<void> {
    const isRevoked = isId(id) && (await this.#parts.context.store.tokens.remove(id, accountId))
    checkFound(isRevoked)
  }

  /** @throws Refusal if the account has too much data for one file */
  async checkExport({ accountId }: AccountHolder): Promise<void> {
    const bytes = await this.#parts.context.store.storedBytesOfAccount(accountId)
    if (bytes > EXPORT_BYTES) throw new Refusal('export_too_large')
  }

  /**
   * Deletes the account and everything in it. It is disabled at once, and its surveys are taken down before this
   * resolves; a job deletes the rest.
   * @throws Refusal `give your password again`, `this is not the e-mail address of the account`
   */
  async delete(holder: AccountHolder, { email: typed }: JsonObject): Promise<void> {
    const { context, wakeJobs } = this.#parts
    requireVerification(holder, context.clock())
    const email = await emailOf(context, holder)
    if (typeof typed !== 'string' || normalizedEmail(typed) !== email) throw new Refusal('wrong_email')
    const job = deletionJob(context, { id: holder.accountId, email })
    const { accountChanges, deletion } = context.store
    await accountChanges.scheduleDeletion(holder, job)
    // If this is interrupted, the job takes the remaining surveys down.
    while ((await deletion.takeDownSurveys(holder.accountId)) > 0);
    wakeJobs()
  }
}
