import { PASSKEYS_PER_ACCOUNT } from '../../domain/accounts/limits.ts'
import { parseRegistration } from '../../domain/accounts/passkey.ts'
import { parseOptionalName } from '../../domain/accounts/person-name.ts'
import type { JsonObject } from '../../domain/values/json.ts'
import { Refusal } from '../../domain/values/refusal.ts'
import { isId } from '../../domain/values/text.ts'
import type { Passkey, SignInMethods } from '../../store/accounts/passkeys.ts'
import type { AccountHolder } from '../access/authentication.ts'
import { type Context, timestamp } from '../context.ts'
import { checkFound, orNotFound } from '../not-found.ts'
import type { AccountMail } from './account-mail.ts'
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

/** An account's passkeys, as managed by its holder. */
export class Passkeys {
  readonly #parts: PasskeysParts

  constructor(parts: PasskeysParts) {
    this.#parts = parts
  }

  /** Oldest first. */
  list({ accountId }: AccountHolder): Promise<readonly Passkey[]> {
    return this.#parts.context.store.passkeys.list(accountId)
  }

  /** Options with which a browser creates a passkey. @throws Refusal `give your password again` */
  async creationOptions(holder: AccountHolder): Promise<CreationOptions> {
    const { context, relyingParty } = this.#parts
    requireVerification(holder, context.clock())
    const { accountId } = holder
    const { email, name } = orNotFound(await context.store.accounts.findProfile(accountId))
    return relyingParty.creationOptions({ accountId, email, name }, await this.list(holder), bindingFor(holder))
  }

  /**
   * Adds a passkey that a browser has just created.
   * @throws Refusal `give your password again`, `this passkey was not accepted`, `an account has at most 10 passkeys`,
   * or about the name
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
   * Removes a passkey. Browsers signed in with it stay signed in.
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
