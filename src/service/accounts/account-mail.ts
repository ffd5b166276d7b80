import type { Mail } from '../../domain/accounts/mail.ts'
import type { Holder } from '../../store/accounts/account-sessions.ts'
import { CHANGE_EMAIL, type NewJob, type Notice } from '../../store/jobs.ts'
import type { Context } from '../context.ts'
import type { JobHandler } from '../jobs.ts'
import * as texts from './mail-texts.ts'
import { OneTimeLinks } from './one-time-links.ts'

/** Renders a mail and hands it to a mail server. If retrying is pointless, the thrown error has `isPermanent`. */
type SendMail = (mail: Mail) => Promise<void>

interface AccountMailParts {
  readonly context: Context
  /** Undefined if the service sends no mail. */
  readonly send: SendMail | undefined
  /** Runs jobs that have just been added. */
  readonly wakeJobs: () => void
  /** Public address of the service, without a trailing slash. */
  readonly baseUrl: string
}

type NoticeKind =
  | 'email_changed_mail'
  | 'password_changed_mail'
  | 'passkey_added_mail'
  | 'passkey_removed_mail'
  | 'provider_connected_mail'

type MailKind = 'sign_up_mail' | 'password_reset_mail' | typeof CHANGE_EMAIL | NoticeKind

/** The payload of a job that mails a link to an account's new address. */
interface EmailChange {
  readonly account_id: string
  readonly new_email: string
}

/**
 * Mails about accounts. A request only adds a job, and the job checks whether there is an account, so neither the
 * response nor its duration reveals it. The job creates the link that it mails, so no link is ever stored.
 */
export class AccountMail {
  readonly #parts: AccountMailParts
  readonly #links: OneTimeLinks

  constructor(parts: AccountMailParts) {
    this.#parts = parts
    this.#links = new OneTimeLinks(parts.context)
  }

  /** Whether this service sends mail at all. */
  get isSent(): boolean {
    return this.#parts.send !== undefined
  }

  /** Mails a link to create an account, or a note that one exists. @param email a valid address */
  confirmSignUp(email: string): Promise<void> {
    return this.#add('sign_up_mail', email)
  }

  /** Mails a link to set a new password, if there is an account. */
  resetPassword(email: string): Promise<void> {
    return this.#add('password_reset_mail', email)
  }

  /**
   * Mails a link to confirm an account's new address, or a note that the address already has an account.
   * @throws Refusal `authentication required`
   */
  async confirmChange(holder: Holder, newEmail: string): Promise<void> {
    const payload: EmailChange = { account_id: holder.accountId, new_email: newEmail }
    const { accountChanges } = this.#parts.context.store
    await accountChanges.requestEmail(holder, email => this.#job(CHANGE_EMAIL, email, JSON.stringify(payload)))
    this.#parts.wakeJobs()
  }

  /**
   * Notifies an account's holder of a change that somebody else may have made. The job is added in the transaction that
   * makes the change.
   * @returns undefined if the service sends no mail
   */
  notice(kind: NoticeKind): Notice | undefined {
    return this.isSent ? email => this.#job(kind, email) : undefined
  }

  /** Sends mails that a transaction has just added. */
  wake(): void {
    this.#parts.wakeJobs()
  }

  /** The job handlers by kind; none if the service sends no mail. */
  handlers(): Readonly<Partial<Record<MailKind, JobHandler>>> {
    return this.isSent ? this.#handlers() : {}
  }

  #handlers(): Readonly<Record<MailKind, JobHandler>> {
    const { baseUrl } = this.#parts
    const account = (email: string) => this.#parts.context.store.accounts.findByEmail(email)
    return {
      sign_up_mail: async ({ email }) => {
        if ((await account(email)) !== undefined) return this.#send(email, texts.accountExists(baseUrl))
        const path = await this.#links.create('confirm_email', { accountId: null, email })
        await this.#send(email, texts.confirmSignUp(baseUrl + path))
      },
      password_reset_mail: async ({ email }) => {
        const found = await account(email)
        if (found === undefined || found.disabled) return
        const path = await this.#links.create('reset_password', { accountId: found.id, email })
        await this.#send(email, texts.resetPassword(baseUrl + path))
      },
      [CHANGE_EMAIL]: async job => {
        const { account_id: accountId, new_email: email }: EmailChange = JSON.parse(job.payload)
        const found = await account(email)
        if (found !== undefined && found.id !== accountId) return this.#send(email, texts.accountExists(baseUrl))
        const path = await this.#links.createForJob(job, 'confirm_email', { accountId, email })
        if (path !== undefined) await this.#send(email, texts.confirmChange(baseUrl + path))
      },
      email_changed_mail: ({ email }) => this.#send(email, texts.emailChanged()),
      password_changed_mail: ({ email }) => this.#send(email, texts.passwordChanged(baseUrl)),
      passkey_added_mail: ({ email }) => this.#send(email, texts.passkeyAdded(baseUrl)),
      passkey_removed_mail: ({ email }) => this.#send(email, texts.passkeyRemoved(baseUrl)),
      provider_connected_mail: ({ email }) => this.#send(email, texts.providerConnected()),
    }
  }

  async #add(kind: MailKind, email: string): Promise<void> {
    await this.#parts.context.store.jobs.add(this.#job(kind, email))
    this.#parts.wakeJobs()
  }

  #job(kind: MailKind, email: string, payload = '{}'): NewJob {
    return { kind, email, payload, createdAt: this.#parts.context.clock() }
  }

  async #send(to: string, text: texts.MailText): Promise<void> {
    await this.#parts.send?.({ to, ...text })
  }
}
