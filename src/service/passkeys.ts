import type { JsonObject } from '../domain/json.ts'
import { PASSKEYS_PER_ACCOUNT } from '../domain/limits.ts'
import { parseRegistration } from '../domain/passkey.ts'
import { parseOptionalName } from '../domain/person-name.ts'
import { Refusal } from '../domain/refusal.ts'
import { isId } from '../domain/text.ts'
import type { Passkey, SignInMethods } from '../store/passkeys.ts'
import type { AccountMail } from './account-mail.ts'
import type { AccountHolder } from './authentication.ts'
import { type Context, timestamp } from './context.ts'
import { checkFound, orNotFound } from './not-found.ts'
import type { ChallengeBinding } from './passkey-challenges.ts'
import type { CreationOptions, PasskeyRelyingParty } from './passkey-relying-party.ts'
import { requireVerification } from './verification.ts'

export type { CreationOptions, Passkey }

interface PasskeysParts {
  readonly context: Context
  readonly relyingParty: PasskeyRelyingParty
  readonly mail: AccountMail
  readonly methods: SignInMethods
}

/** The passkeys of an account, as its holder manages them. */
export class Passkeys {
  readonly #parts: PasskeysParts

  constructor(parts: PasskeysParts) {
    this.#parts = parts
  }

  /** The oldest first. */
  list({ accountId }: AccountHolder): Promise<readonly Passkey[]> {
    return this.#parts.context.store.passkeys.list(accountId)
  }

  /** Options with which a browser makes a passkey. @throws Refusal `give your password again` */
  async creationOptions(holder: AccountHolder): Promise<CreationOptions> {
    const { context, relyingParty } = this.#parts
    requireVerification(holder, context.clock())
    const { accountId } = holder
    const { email, name } = orNotFound(await context.store.accounts.findProfile(accountId))
    return relyingParty.creationOptions({ accountId, email, name }, await this.list(holder), bindingFor(holder))
  }

  /**
   * Adds a passkey that a browser has just made.
   * @throws Refusal `give your password again`, `this passkey was not accepted`, `an account has at most 10 passkeys`, or about the
   *   name
   */
  async add(holder: AccountHolder, { credential, name = null }: JsonObject): Promise<Passkey> {
    const { context, relyingParty, mail } = this.#parts
    requireVerification(holder, context.clock())
    const registration = parseRegistration(credential)
    const { challenge, ...made } = await relyingParty.checkRegistration(registration, bindingFor(holder))
    const passkey: Passkey = {
      id: context.random.uuid(),
      accountId: holder.accountId,
      ...made,
      transports: registration.response.transports,
      name: parseOptionalName(name),
      createdAt: timestamp(context),
      lastUsedHour: null,
    }
    const { sessionHash } = holder
    const more = { challenge, notice: mail.notice('passkey_added_mail'), max: PASSKEYS_PER_ACCOUNT, sessionHash }
    const outcome = await context.store.passkeys.add(passkey, more)
    if (outcome !== 'added') throw new Refusal(outcome === 'refused' ? 'wrong_passkey' : 'passkey_limit')
    mail.wake()
    return passkey
  }

  /** @throws Refusal `not found`, `nothing to change`, or about the name */
  async rename({ accountId }: AccountHolder, id: string, { name }: JsonObject): Promise<void> {
    if (name === undefined) throw new Refusal('nothing_to_change', { reason: 'nothing to change: send name' })
    const { passkeys } = this.#parts.context.store
    const isRenamed = isId(id) && (await passkeys.rename(accountId, id, parseOptionalName(name)))
    checkFound(isRenamed)
  }

  /**
   * Removes a passkey. Browsers that were signed in with it stay signed in.
   * @throws Refusal `give your password again`, `not found`, `this passkey is the only way into the account`
   */
  async remove(holder: AccountHolder, id: string): Promise<void> {
    const { context, mail, methods } = this.#parts
    requireVerification(holder, context.clock())
    const notice = mail.notice('passkey_removed_mail')
    const outcome = await context.store.passkeys.remove(holder, id, methods, notice)
    if (outcome === 'last_way_in') throw new Refusal('last_way_in')
    checkFound(outcome === 'removed')
    mail.wake()
  }
}

function bindingFor({ sessionHash }: AccountHolder): ChallengeBinding {
  return { purpose: 'register', session: sessionHash }
}
