import { createHmac, createSecretKey, hkdfSync, type KeyObject } from 'node:crypto'

const VIEW_TOKEN = /^([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})[0-9a-f]{32}$/

/** Everything that is derived from the installation's secret, each with a key of its own label. None of it is stored. */
export class Keys {
  readonly #adminToken: KeyObject
  readonly #responseId: KeyObject
  readonly #vote: KeyObject
  readonly #adminSession: KeyObject
  readonly #viewToken: KeyObject
  readonly #slug: KeyObject
  /** Identifies the secret without revealing anything about it. */
  readonly check: string

  constructor(secret: string) {
    this.#adminToken = derive(secret, 'admin token')
    this.#responseId = derive(secret, 'response id')
    this.#vote = derive(secret, 'vote')
    this.#adminSession = derive(secret, 'admin session')
    this.#viewToken = derive(secret, 'view token')
    this.#slug = derive(secret, 'slug')
    this.check = derive(secret, 'check').export().toString('base64url')
  }

  /** A survey's admin token. A new nonce makes a new one. */
  adminToken(slug: string, nonce: string): string {
    return uuidOf(this.#adminToken, [slug, nonce])
  }

  /** The session of a browser that was admitted with an admin token. It ends when the nonce is replaced. */
  adminSession(slug: string, nonce: string): string {
    return uuidOf(this.#adminSession, [slug, nonce])
  }

  /** The token of a projector link: the nonce that identifies the survey, and a keyed hash of it. */
  viewToken(nonce: string): string {
    return `${nonce}${uuidOf(this.#viewToken, [nonce])}`.replaceAll('-', '')
  }

  /** The nonce in a view token; for malformed text, one that no survey has. */
  viewNonce(token: string): string {
    return VIEW_TOKEN.exec(token)?.slice(1).join('-') ?? ''
  }

  /** A hash under which a slug stays taken after its survey is deleted. */
  slugHash(slug: string): string {
    return uuidOf(this.#slug, [slug])
  }

  /**
   * The id of a response that was sent with a key: the same key with the same answers is the same row, and neither can
   * be read from it.
   */
  responseId(surveyId: number, key: string, answers: string): string {
    return uuidOf(this.#responseId, [String(surveyId), key.toLowerCase(), answers])
  }

  /** Identifies a voter on one item. The same voter cannot be recognised on another item. */
  vote(surveyId: number, itemId: string, voter: string): string {
    return uuidOf(this.#vote, [String(surveyId), itemId, voter.toLowerCase()])
  }
}

/** A key object, because passing bytes would create one for each hash, at four times the cost. */
function derive(secret: string, label: string): KeyObject {
  return createSecretKey(Buffer.from(hkdfSync('sha256', secret, '', `soundings ${label}`, 32)))
}

/** A keyed hash shaped as a random UUID: version 4 and variant bits set. No part may hold a NUL. */
function uuidOf(key: KeyObject, parts: readonly string[]): string {
  const hash = createHmac('sha256', key).update(parts.join('\0')).digest().subarray(0, 16)
  hash[6] = ((hash[6] ?? 0) & 0x0f) | 0x40
  hash[8] = ((hash[8] ?? 0) & 0x3f) | 0x80
  const hex = hash.toString('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}
