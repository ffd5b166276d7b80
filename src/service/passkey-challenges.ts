import { CHALLENGE_LIFETIME_MS } from '../domain/limits.ts'
import type { PasskeyPurpose } from '../domain/passkey.ts'
import type { UsedChallenge } from '../store/passkeys.ts'
import type { Context } from './context.ts'
import { tokenHash } from './token.ts'

/** What a challenge is bound to: it is accepted for nothing else. */
export interface ChallengeBinding {
  readonly purpose: PasskeyPurpose
  /** Hash of the only session that may use it; undefined if nobody is signed in. */
  readonly session: string | undefined
}

/**
 * Challenges that passkeys sign. A challenge contains its expiry and a keyed hash, so that issuing one stores nothing:
 * every visitor of the sign-in page gets one. A challenge is stored only after it was answered correctly, until it
 * expires, so that it can be used only once.
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

  /** @returns what to store once it is used; undefined if it was not issued for this binding, or has expired */
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
