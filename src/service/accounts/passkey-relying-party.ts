import { isIP } from 'node:net'
import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  VerifiedRegistrationResponse,
} from '@simplewebauthn/server'
import { CHALLENGE_LIFETIME_MS } from '../../domain/accounts/limits.ts'
import type { Assertion, Registration } from '../../domain/accounts/passkey.ts'
import { Refusal } from '../../domain/values/refusal.ts'
import type { Passkey } from '../../store/accounts/passkeys.ts'
import type { UsedChallenge } from '../../store/accounts/used-challenges.ts'
import type { Context } from '../context.ts'
import { type ChallengeBinding, PasskeyChallenges } from './passkey-challenges.ts'

export type CreationOptions = PublicKeyCredentialCreationOptionsJSON
export type RequestOptions = PublicKeyCredentialRequestOptionsJSON

/** EdDSA with Ed25519, ECDSA with P-256, and RSA: together they cover all authenticators. */
const ALGORITHMS = [-8, -7, -257]

/** The key for checking an unknown passkey, so that it takes the same work. Nobody has the private half. */
const NOBODY: Pick<Passkey, 'publicKey' | 'signCount'> = {
  publicKey: 'pQECAyYgASFYIH4P6Ltugq-jCFIkE-zKyLeGK9A5xGrJewqe0uAww6toIlggOxc-L-Np1fKaECDznG0Imo8hhC5KvpbtLJlGOPr7iqc',
  signCount: 0,
}

/** A newly created passkey. */
export interface RegisteredPasskey extends Pick<Passkey, 'credentialId' | 'publicKey' | 'signCount' | 'backedUp'> {
  readonly challenge: UsedChallenge
}

/** What a valid signature proves. */
export interface VerifiedPasskey {
  readonly signCount: number
  readonly backedUp: boolean
  readonly challenge: UsedChallenge
}

interface Holder {
  readonly accountId: string
  readonly email: string
  readonly name: string | null
}

/**
 * Makes the options that browsers hand to authenticators, and checks the responses. Passkeys belong to the host of the
 * service's address.
 */
export class PasskeyRelyingParty {
  readonly #origin: string
  readonly #host: string
  readonly #challenges: PasskeyChallenges

  /** @param baseUrl public address of the service, without a trailing slash */
  constructor(context: Context, baseUrl: string) {
    this.#origin = baseUrl
    this.#host = new URL(baseUrl).hostname
    this.#challenges = new PasskeyChallenges(context)
  }

  /** Whether browsers support passkeys at this address: only for host names, and only over https or on this machine. */
  get isPossible(): boolean {
    const isNamed = isIP(this.#host.replace(/^\[|\]$/g, '')) === 0
    return isNamed && (this.#origin.startsWith('https:') || /(^|\.)localhost$/.test(this.#host))
  }

  creationOptions(
    { accountId, email, name }: Holder,
    known: readonly Passkey[],
    binding: ChallengeBinding,
  ): CreationOptions {
    return {
      challenge: this.#challenges.issue(binding),
      rp: { id: this.#host, name: 'Soundings' },
      user: { id: userHandle(accountId), name: email, displayName: name ?? email },
      pubKeyCredParams: ALGORITHMS.map(alg => ({ type: 'public-key', alg })),
      timeout: CHALLENGE_LIFETIME_MS,
      attestation: 'none',
      excludeCredentials: known.map(describe),
      authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
    }
  }

  /** @param allowed the account's passkeys if the account is known; empty if the passkey is to identify it */
  requestOptions(allowed: readonly Passkey[], binding: ChallengeBinding): RequestOptions {
    return {
      challenge: this.#challenges.issue(binding),
      rpId: this.#host,
      timeout: CHALLENGE_LIFETIME_MS,
      userVerification: 'required',
      allowCredentials: allowed.map(describe),
    }
  }

  /** @throws Refusal `this passkey was not accepted` */
  async checkRegistration(response: Registration, binding: ChallengeBinding): Promise<RegisteredPasskey> {
    const { verifyRegistrationResponse } = await import('@simplewebauthn/server')
    const { expectedChallenge, challenge } = await this.#findChallenge(response, binding)
    await requireNoCertificate(response)
    const { registrationInfo } = await orRefused<VerifiedRegistrationResponse>(
      verifyRegistrationResponse({ response, expectedChallenge, ...this.#expected, supportedAlgorithmIDs: ALGORITHMS }),
    )
    if (registrationInfo === undefined) throw new Refusal('wrong_passkey')
    const { credential, credentialBackedUp: backedUp } = registrationInfo
    const publicKey = Buffer.from(credential.publicKey).toString('base64url')
    return { credentialId: credential.id, publicKey, signCount: credential.counter, backedUp, challenge }
  }

  /**
   * Verifies a passkey's signature. An unknown passkey takes the same work and is refused in the same way.
   * @throws Refusal `this passkey was not accepted`
   */
  async checkAssertion(
    passkey: Passkey | undefined,
    response: Assertion,
    binding: ChallengeBinding,
  ): Promise<VerifiedPasskey> {
    const { verifyAuthenticationResponse } = await import('@simplewebauthn/server')
    const { expectedChallenge, challenge } = await this.#findChallenge(response, binding)
    const { publicKey, signCount: counter } = passkey ?? NOBODY
    const credential = { id: response.id, publicKey: Buffer.from(publicKey, 'base64url'), counter }
    const { verified, authenticationInfo } = await orRefused(
      verifyAuthenticationResponse({ response, expectedChallenge, ...this.#expected, credential }),
    )
    if (!verified || passkey === undefined) throw new Refusal('wrong_passkey')
    const { newCounter, credentialBackedUp: backedUp } = authenticationInfo
    return { signCount: newCounter, backedUp, challenge }
  }

  get #expected() {
    return { expectedOrigin: this.#origin, expectedRPID: this.#host, requireUserVerification: true }
  }

  /** The challenge that was signed, according to the browser. */
  async #findChallenge({ response }: Registration | Assertion, binding: ChallengeBinding) {
    const { decodeClientDataJSON } = await import('@simplewebauthn/server/helpers')
    // The client data may be any JSON, even `null`.
    const readChallenge = () => String(decodeClientDataJSON(response.clientDataJSON).challenge)
    const expectedChallenge = await orRefused(Promise.try(readChallenge))
    const challenge = this.#challenges.check(expectedChallenge, binding)
    if (challenge === undefined) throw new Refusal('wrong_passkey')
    return { expectedChallenge, challenge }
  }
}

/** The account's identifier in authenticators. It reveals nothing about its holder. */
export function userHandle(accountId: string): string {
  return Buffer.from(accountId).toString('base64url')
}

function describe({ credentialId, transports }: Passkey) {
  return { id: credentialId, type: 'public-key' as const, transports: [...transports] }
}

/**
 * Refuses attestations with certificates. Browsers send none, since none are requested; for some, the library would
 * load revocation lists from addresses in the certificates.
 */
async function requireNoCertificate({ response }: Registration): Promise<void> {
  const { decodeAttestationObject } = await import('@simplewebauthn/server/helpers')
  const bytes = Buffer.from(response.attestationObject, 'base64url')
  // The attestation may be any CBOR, even a bare number.
  const hasNone = () => {
    const statement = decodeAttestationObject(bytes)
    const format = statement.get('fmt')
    return format === 'none' || (format === 'packed' && statement.get('attStmt').get('x5c') === undefined)
  }
  if (!(await orRefused(Promise.try(hasNone)))) throw new Refusal('wrong_passkey')
}

/** The library throws an `Error` for anything wrong with a response, including malformed ones. */
async function orRefused<Result>(check: Promise<Result>): Promise<Result> {
  try {
    return await check
  } catch {
    throw new Refusal('wrong_passkey')
  }
}
