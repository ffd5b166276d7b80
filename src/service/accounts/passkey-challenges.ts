import { CHALLENGE_LIFETIME_MS } from '../../domain/accounts/limits.ts'
import type { PasskeyPurpose } from '../../domain/accounts/passkey.ts'
import type { UsedChallenge } from '../../store/accounts/used-challenges.ts'
import { tokenHash } from '../access/token.ts'
import type { Context } from '../context.ts'

/** What a challenge is bound to; it is accepted for nothing else. */
export interface ChallengeBinding {
  readonly purpose: PasskeyPurpose
  /** Hash of the only session that may use the challenge; undefined if nobody is signed in. */
  readonly session: string | undefined
}

/**
 * Challenges that passkeys sign. A challenge contains its expiry and a keyed hash, so issuing one stores nothing; every
 * visitor of the sign-in page gets one. Only a correctly answered challenge is stored, until it expires, so that it can
 * be used only once.
 */
export class PasskeyChallenges {
  readonly #context: Context

  constructor(context: Context) {
    this.#context = context
  }

  /** @returns base64url */
  issue(binding: ChallengeBinding): string {
    const { keys, random, clock } = this.#context
    const nonce = random.uuid()
    const expires = String(clock() + CHALLENGE_LIFETIME_MS)
    const proof = keys.challengeProof(partsOf(nonce, expires, binding))
    return Buffer.from(`${nonce}.${expires}.${proof}`).toString('base64url')
  }

  /** @returns what to store once it is used; undefined if it has expired or was not issued for this binding */
  check(challenge: string, binding: ChallengeBinding): UsedChallenge | undefined {
    const { keys, clock } = this.#context
    const [nonce = '', expires = '', proof = ''] = Buffer.from(challenge, 'base64url').toString().split('.')
    const isOurs = keys.isChallengeProof(proof, partsOf(nonce, expires, binding))
    const expiresAt = Number(expires)
    return isOurs && expiresAt > clock() ? { hash: tokenHash(nonce), expiresAt } : undefined
  }
}

function partsOf(nonce: string, expires: string, { purpose, session = '' }: ChallengeBinding): string[] {
  return [nonce, expires, purpose, session]
}
