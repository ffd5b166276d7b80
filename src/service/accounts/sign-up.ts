import { parseNewEmail } from '../../domain/accounts/email.ts'
import type { SignUpLink } from '../../domain/accounts/one-time-link.ts'
import { parsePersonName } from '../../domain/accounts/person-name.ts'
import type { SignUpMode } from '../../domain/accounts/sign-up.ts'
import { Refusal } from '../../domain/values/refusal.ts'
import { isBlank } from '../../domain/values/text.ts'
import type { AttemptLimits } from '../access/attempt-limits.ts'
import { tokenHash } from '../access/token.ts'
import { type Context, timestamp } from '../context.ts'
import type { AccountMail } from './account-mail.ts'
import type { SignInCredentials } from './account-sessions.ts'
import { type OneTimeLink, OneTimeLinks } from './one-time-links.ts'
import type { Passwords } from './passwords.ts'

/** What people enter when they sign up. */
export interface NewHolder {
  readonly name: string
  readonly password: string
}

export interface SignUpParts {
  readonly context: Context
  readonly passwords: Passwords
  readonly attempts: AttemptLimits
  readonly mail: AccountMail
  readonly mode: SignUpMode
}

/**
 * Creates accounts for people who sign up. If the service sends mail, only a person who reads an address's mail can
 * create its account, and chooses the password at that point: nobody can prepare an account for somebody else, or learn
 * who has one.
 */
export class SignUp {
  readonly #parts: SignUpParts
  readonly #links: OneTimeLinks

  constructor(parts: SignUpParts) {
    this.#parts = parts
    this.#links = new OneTimeLinks(parts.context)
  }

  get mode(): SignUpMode {
    return this.#parts.mode
  }

  /** Whether signing up starts with a mail. */
  get byMail(): boolean {
    return this.#parts.mail.isSent
  }

  /**
   * Mails a link to an address, or a note that it has an account.
   * @throws Refusal `not an e-mail address`, `too many attempts`
   */
  async begin(email: string, sender: string): Promise<void> {
    const { attempts, mail, passwords } = this.#parts
    this.#requireOpen()
    passwords.requireEnabled()
    const parsed = parseNewEmail(email)
    attempts.consume('mail', sender, parsed)
    await mail.confirmSignUp(parsed)
  }

  /**
   * Creates an account at once; for services that send no mail.
   * @throws Refusal if anything is invalid or the address already has an account; `too many attempts`
   */
  async create(email: string, holder: NewHolder, sender: string): Promise<SignInCredentials> {
    const { context, attempts } = this.#parts
    this.#requireOpen()
    if (this.byMail) throw new Refusal('not_found')
    const parsed = parseNewEmail(email)
    attempts.consume('sign_up', sender, parsed)
    const account = await this.#parse(parsed, holder)
    const outcome = await context.store.accounts.add({ ...account, email: parsed, entitledUntil: null })
    if (outcome === 'email_taken') throw new Refusal('email_taken')
    return account
  }

  /** The link of a token, if an account can be created with it. */
  async findLink(kind: SignUpLink, token: string): Promise<OneTimeLink | undefined> {
    const link = this.#admits(kind) ? await this.#links.find(kind, token) : undefined
    return link?.accountId === null ? link : undefined
  }

  /**
   * Creates the account for a link. The link stays valid if the input is refused.
   * @throws Refusal `this link has expired or was used`, otherwise as `create`
   */
  async createByLink(kind: SignUpLink, token: string, holder: NewHolder): Promise<SignInCredentials> {
    const { context } = this.#parts
    const link = await this.findLink(kind, token)
    if (link === undefined) throw new Refusal('link_ended')
    const account = await this.#parse(link.email, holder)
    const outcome = await context.store.accountChanges.addByLink(
      { ...account, entitledUntil: null },
      { kind, hash: tokenHash(token) },
      context.clock(),
    )
    if (outcome !== 'added') throw new Refusal(outcome)
    return account
  }

  async #parse(email: string, { name, password }: NewHolder) {
    const { context, passwords } = this.#parts
    const parsedName = isBlank(name) ? null : parsePersonName(name)
    const passwordHash = await passwords.hashNew(password, email)
    return { id: context.random.uuid(), name: parsedName, passwordHash, createdAt: timestamp(context) }
  }

  #admits(kind: SignUpLink): boolean {
    return kind === 'confirm_email' ? this.mode === 'open' : this.mode !== 'closed'
  }

  #requireOpen(): void {
    if (this.mode !== 'open') throw new Refusal('sign_up_closed')
  }
}
