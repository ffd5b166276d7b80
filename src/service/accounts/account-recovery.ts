import { parseEmail } from '../../domain/accounts/email.ts'
import { Refusal } from '../../domain/values/refusal.ts'
import type { AttemptLimits } from '../access/attempt-limits.ts'
import type { AccountHolder } from '../access/authentication.ts'
import { tokenHash } from '../access/token.ts'
import type { Context } from '../context.ts'
import type { AccountMail } from './account-mail.ts'
import type { SignInCredentials } from './account-sessions.ts'
import { type OneTimeLink, OneTimeLinks } from './one-time-links.ts'
import type { Passwords } from './passwords.ts'

interface RecoveryParts {
  readonly context: Context
  readonly passwords: Passwords
  readonly attempts: AttemptLimits
  readonly mail: AccountMail
}

/** What people do with links that they were mailed: set a new password, or confirm a new address. */
export class AccountRecovery {
  readonly #parts: RecoveryParts
  readonly #links: OneTimeLinks

  constructor(parts: RecoveryParts) {
    this.#parts = parts
    this.#links = new OneTimeLinks(parts.context)
  }

  /** Whether a password can be reset by mail. */
  get byMail(): boolean {
    return this.#parts.mail.isSent
  }

  /**
   * Requests a mail with a link, which is sent if there is an account.
   * @throws Refusal `not an e-mail address`, `too many attempts`
   */
  async requestReset(email: string, sender: string): Promise<void> {
    const { attempts, mail, passwords } = this.#parts
    passwords.requireEnabled()
    const parsed = parseEmail(email)
    attempts.consume('mail', sender, parsed)
    await mail.resetPassword(parsed)
  }

  findReset(token: string): Promise<OneTimeLink | undefined> {
    return this.#links.find('reset_password', token)
  }

  /**
   * Sets a new password, ends all sessions and disconnects all applications. The link stays valid if the password is
   * refused.
   * @returns the credentials with which a session is opened
   * @throws Refusal `this link has expired or was used`, or about the password
   */
  async reset(token: string, password: string): Promise<SignInCredentials> {
    const { context, passwords, attempts, mail } = this.#parts
    const link = await this.findReset(token)
    if (link === undefined) throw new Refusal('link_ended')
    const passwordHash = await passwords.hashNew(password, link.email)
    const notice = mail.notice('password_changed_mail')
    const { accountChanges } = context.store
    const id = await accountChanges.resetPassword(tokenHash(token), passwordHash, context.clock(), notice)
    if (id === undefined) throw new Refusal('link_ended')
    mail.wake()
    attempts.forgive('password', undefined, `${link.email} `)
    return { id, passwordHash }
  }

  /** The link for an existing account's new address. */
  async findChange(token: string): Promise<OneTimeLink | undefined> {
    const link = await this.#links.find('confirm_email', token)
    return link?.accountId === null ? undefined : link
  }

  /**
   * Requires the holder's session as well as the link: a stranger who reads the mail of a mistyped address must not get the
   * account, and a person who is mailed a link for somebody else's account must not take it over.
   * @throws Refusal `this link has expired or was used`, `this e-mail address already has an account`
   */
  async confirmChange(holder: AccountHolder, token: string): Promise<void> {
    const { context, mail } = this.#parts
    const { accountChanges } = context.store
    const notice = mail.notice('email_changed_mail')
    const outcome = await accountChanges.setEmailByLink(holder, tokenHash(token), context.clock(), notice)
    if (outcome === 'email_taken') throw new Refusal('email_taken')
    mail.wake()
  }
}
