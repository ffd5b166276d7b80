import { CHALLENGE_LIFETIME_MS } from '../domain/limits.ts'
import type { PasskeyPurpose } from '../domain/passkey.ts'
import type { UsedChallenge } from '../store/passkeys.ts'
import type { Context } from './context.ts'
import { tokenHash } from './token.ts'

/** What a challenge is issued for. */
export interface ChallengeUse {
  readonly purpose: PasskeyPurpose
  /** Hash of the session that it serves alone; undefined where nobody is signed in. */
  readonly session: string | undefined
}

/**
 * Challenges that passkeys sign. A challenge shows by itself that it is ours, until when, and what for, so that
 * issuing one stores nothing: whoever opens the sign-in page may do that. Only one that was answered rightly is stored,
 * until it would have expired, so that it is answered once.
 */
export class PasskeyChallenges {
  readonly #context: Context

  constructor(context: Context) {
    this.#context = context
  }

  /** @returns base64url */
  issue(use: ChallengeUse): string {
    const { keys, random, clock } = this.#context
    const nonce = random.uuid()
    const expires = String(clock() + CHALLENGE_LIFETIME_MS)
    const proof = keys.challengeProof(partsOf(nonce, expires, use))
    return Buffer.from(`${nonce}.${expires}.${proof}`).toString('base64url')
  }

  /** @returns what is stored once it is answered; undefined if it was not issued for this, or has expired */
  check(challenge: string, use: ChallengeUse): UsedChallenge | undefined {
    const { keys, clock } = this.#context
    const [nonce = '', expires = '', proof = ''] = Buffer.from(challenge, 'base64url').toString().split('.')
    const isOurs = keys.isChallengeProof(proof, partsOf(nonce, expires, use))
    const expiresAt = Number(expires)
    return isOurs && expiresAt > clock() ? { hash: tokenHash(nonce), expiresAt } : undefined
  }
}

function partsOf(nonce: string, expires: string, { purpose, session = '' }: ChallengeUse): string[] {
  return [nonce, expires, purpose, session]
}
