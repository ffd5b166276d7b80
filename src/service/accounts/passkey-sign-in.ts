import { type Assertion, parseAssertion } from '../../domain/accounts/passkey.ts'
import { hourOf } from '../../domain/accounts/session.ts'
import type { JsonObject } from '../../domain/values/json.ts'
import { Refusal } from '../../domain/values/refusal.ts'
import type { Passkey, PasskeyUse } from '../../store/accounts/passkeys.ts'
import type { AttemptLimits } from '../access/attempt-limits.ts'
import type { AccountHolder } from '../access/authentication.ts'
import type { Context } from '../context.ts'
import { newSession } from './new-session.ts'
import type { ChallengeBinding } from './passkey-challenges.ts'
import { type PasskeyRelyingParty, type RequestOptions, userHandle } from './passkey-relying-party.ts'

export type { RequestOptions }

interface PasskeySignInParts {
  readonly context: Context
  readonly relyingParty: PasskeyRelyingParty
  readonly attempts: AttemptLimits
}

/** Signs browsers in with passkeys, and uses them to verify that an account's holder is present. */
export class PasskeySignIn {
  readonly #parts: PasskeySignInParts

  constructor(parts: PasskeySignInParts) {
    this.#parts = parts
  }

  /** Whether browsers support passkeys at this service's address. */
  get isPossible(): boolean {
    return this.#parts.relyingParty.isPossible
  }

  /** Options for requesting any passkey of this service. */
  requestOptions(): RequestOptions {
    return this.#parts.relyingParty.requestOptions([], SIGN_IN)
  }

  /**
   * Starts a session for the account that a passkey belongs to.
   * @param previous id of the browser's previous session, which ends
   * @param sender network address of the request
   * @returns the id, which is not stored
   * @throws Refusal `this passkey was not accepted`, `this account is disabled` if the passkey is right, `too many
   * attempts`
   */
  async signIn(
    { credential }: JsonObject,
    { previous, sender }: { previous: string | undefined; sender: string },
  ): Promise<string> {
    const { context } = this.#parts
    const { store } = context
    const assertion = parseAssertion(credential)
    const passkey = await store.passkeys.findByCredential(assertion.id)
    const account = passkey?.accountId ?? assertion.id
    const use = await this.#check(passkey, assertion, SIGN_IN, { sender, account })
    // A discoverable passkey always names its account.
    if (assertion.response.userHandle !== userHandle(use.passkey.accountId)) throw new Refusal('wrong_passkey')
    const { id, session } = newSession(context, previous)
    const outcome = await store.passkeys.signIn(use, session)
    if (outcome !== 'added') throw new Refusal(outcome === 'refused' ? 'wrong_passkey' : 'account_disabled')
    this.#parts.attempts.forgive('passkey', sender, account)
    return id
  }

  /** Options for requesting a passkey of the account; undefined if it has none. */
  async verificationOptions(holder: AccountHolder): Promise<RequestOptions | undefined> {
    const { context, relyingParty } = this.#parts
    const passkeys = await context.store.passkeys.list(holder.accountId)
    return passkeys.length === 0 ? undefined : relyingParty.requestOptions(passkeys, bindingFor(holder))
  }

  /**
   * Records in the session that its holder has used a passkey of the account.
   * @throws Refusal `this passkey was not accepted`, `too many attempts`
   */
  async verify(holder: AccountHolder, { passkey: credential }: JsonObject): Promise<void> {
    const { store, clock } = this.#parts.context
    const assertion = parseAssertion(credential)
    const own = (await store.passkeys.list(holder.accountId)).find(one => one.credentialId === assertion.id)
    const attempt = { sender: undefined, account: holder.accountId }
    const use = await this.#check(own, assertion, bindingFor(holder), attempt)
    const isRecorded = await store.passkeys.verify(use, holder.sessionHash ?? '', clock())
    if (!isRecorded) throw new Refusal('wrong_passkey')
    this.#parts.attempts.forgive('passkey', attempt.sender, attempt.account)
  }

  /** Attempts are counted before anything is checked. The caller clears them once the use is recorded. */
  async #check(
    passkey: Passkey | undefined,
    assertion: Assertion,
    binding: ChallengeBinding,
    { sender, account }: { readonly sender: string | undefined; readonly account: string },
  ): Promise<PasskeyUse> {
    const { context, relyingParty, attempts } = this.#parts
    attempts.consume('passkey', sender, account)
    const shown = await relyingParty.checkAssertion(passkey, assertion, binding)
    if (passkey === undefined) throw new Refusal('wrong_passkey')
    return { passkey, ...shown, hour: hourOf(context.clock()) }
  }
}

const SIGN_IN: ChallengeBinding = { purpose: 'sign_in', session: undefined }

function bindingFor({ sessionHash }: AccountHolder): ChallengeBinding {
  return { purpose: 'verify', session: sessionHash }
}
