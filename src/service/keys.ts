import { createHmac, hash, type KeyObject, timingSafeEqual } from 'node:crypto'
import type { ProviderSecrets } from '../domain/accounts/identity.ts'
import type { InitialState } from '../domain/boards/board.ts'
import type { PartialLink } from '../store/access/survey-credentials.ts'
import { type DataKeys, derive, Keyring } from './keyring.ts'

const LINK_TOKEN = /^([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})[0-9a-f]{32}$/

/** The keys from which links are derived. Each secret of the keyring has its own. */
interface LinkKeys {
  /** Identifies the secret without revealing anything about it. */
  readonly id: string
  readonly adminToken: KeyObject
  /** Of the links that open a part of a survey: none opens what another does. */
  readonly partialLinks: Readonly<Record<PartialLink, KeyObject>>
  readonly oauthSigning: KeyObject
  readonly oauthCookies: KeyObject
  readonly passkeyChallenge: KeyObject
  readonly providerSignIn: KeyObject
  readonly knownBrowser: KeyObject
}

/** Everything that is derived from the installation's secret, with a separate key for each label. No key is stored. */
export class Keys {
  /** Current ones first. */
  readonly #links: readonly [LinkKeys, ...LinkKeys[]]
  readonly #data: DataKeys
  /**
   * Identifies the installation without revealing anything about its secret. It does not change when the secret is rotated.
   */
  readonly check: string

  /** @param secret as it is configured: a random text, or a keyring */
  constructor(secret: string) {
    const { secrets, data } = Keyring.parse(secret)
    const [current, ...earlier] = secrets
    this.#links = [linkKeysOf(current), ...earlier.map(linkKeysOf)]
    this.#data = data
    this.check = data.check.export().toString('base64url')
  }

  /** A survey's admin token. It changes with the nonce and with the secret. */
  adminToken(slug: string, nonce: string): string {
    return uuidOf(this.#links[0].adminToken, [slug, nonce])
  }

  /**
   * Whether a token opens a survey's dashboard, in constant time.
   * @returns the id of the secret that it was derived from; undefined if it opens nothing
   */
  adminTokenSecret(token: string, slug: string, nonce: string): string | undefined {
    const matches = this.#links.filter(({ adminToken }) => isSame(token, uuidOf(adminToken, [slug, nonce])))
    return matches[0]?.id
  }

  /** Whether links derived from the secret with this id still work. */
  hasSecret(id: string): boolean {
    return this.#links.some(keys => keys.id === id)
  }

  /** The token of a link that opens a part of a survey: the nonce that identifies the survey, and a keyed hash of it. */
  linkToken(link: PartialLink, nonce: string): string {
    return linkTokenOf(this.#links[0], link, nonce)
  }

  /**
   * Whether such a token is right, in constant time.
   * @param nonce as in the token
   */
  isLinkToken(link: PartialLink, token: string, nonce: string): boolean {
    return this.#links.filter(keys => isSame(token, linkTokenOf(keys, link, nonce))).length > 0
  }

  /** The nonce in such a token; for malformed text, one that no survey has. */
  linkNonce(token: string): string {
    return LINK_TOKEN.exec(token)?.slice(1).join('-') ?? ''
  }

  /**
   * Signing material of the authorization server: the seed of an Ed25519 key, and cookie keys, the current one first.
   */
  get oauth(): { readonly seed: Buffer; readonly cookies: readonly string[] } {
    const cookies = this.#links.map(({ oauthCookies }) => oauthCookies.export().toString('base64url'))
    return { seed: this.#links[0].oauthSigning.export(), cookies }
  }

  /** Proves that we issued a passkey challenge, and for what. */
  challengeProof(parts: readonly string[]): string {
    return uuidOf(this.#links[0].passkeyChallenge, parts)
  }

  /** Whether a challenge is ours, in constant time. */
  isChallengeProof(proof: string, parts: readonly string[]): boolean {
    return isSame(proof, this.challengeProof(parts))
  }

  /** The values that a browser takes to the sign-in provider, derived from the attempt that it remembers. */
  providerSecrets(attempt: string): ProviderSecrets {
    const secret = (name: string) => textOf(this.#links[0].providerSignIn, [name, attempt])
    return { state: secret('state'), nonce: secret('nonce'), verifier: secret('verifier') }
  }

  /** Whether the state that a browser brings back belongs to the attempt that it remembers, in constant time. */
  isProviderState(state: string, attempt: string): boolean {
    return isSame(state, this.providerSecrets(attempt).state)
  }

  /** A text for a browser to keep, followed by a proof that we issued it. */
  seal(text: string): string {
    return `${text}.${textOf(this.#links[0].providerSignIn, ['seal', text])}`
  }

  /** @returns the sealed text; undefined if we did not seal it */
  unseal(sealed: string): string | undefined {
    const text = sealed.slice(0, Math.max(0, sealed.lastIndexOf('.')))
    return isSame(sealed, this.seal(text)) ? text : undefined
  }

  /**
   * A value kept by a browser that has signed in to this account with this e-mail address. The address cannot be read
   * from it.
   */
  knownBrowser(id: string, email: string): string {
    return knownBrowserOf(this.#links[0], id, email)
  }

  /** Whether a browser has signed in to this account with this e-mail address, in constant time. */
  isKnownBrowser(kept: string, email: string): boolean {
    const [id = ''] = kept.split('.')
    return this.#links.filter(keys => isSame(kept, knownBrowserOf(keys, id, email))).length > 0
  }

  /** Hash under which a slug stays reserved after its survey is deleted. */
  slugHash(slug: string): string {
    return uuidOf(this.#data.slug, [slug])
  }

  /**
   * The id of a response that was sent with a key. The same key with the same answers gives the same row, and neither
   * can be read from the id.
   */
  responseId(surveyId: number, key: string, answers: string): string {
    return uuidOf(this.#data['response id'], [String(surveyId), key.toLowerCase(), answers])
  }

  /**
   * The id of a board question that was sent with a key, derived in the same way. It also depends on the question's
   * initial state, so that a repeated request returns the same question. No list of answers has this form.
   */
  boardItemId(surveyId: number, index: number, key: string, text: string, state: InitialState): string {
    const board = state === 'held' ? 'moderated board' : 'board'
    return uuidOf(this.#data['response id'], [String(surveyId), key.toLowerCase(), `${board} ${index} ${text}`])
  }

  /** What identifies a revision of a survey's boards outside, where nobody can count revisions. No item has such an id. */
  boardsRevision(surveyId: number, revision: string): string {
    return textOf(this.#data.vote, [String(surveyId), 'boards', revision]).slice(0, 16)
  }

  /** Identifies a voter for one item. The same voter cannot be recognised on another item. */
  vote(surveyId: number, itemId: string, voter: string): string {
    return uuidOf(this.#data.vote, [String(surveyId), itemId, voter.toLowerCase()])
  }
}

function linkKeysOf(secret: string): LinkKeys {
  return {
    id: derive(secret, 'link secret').export().toString('base64url'),
    adminToken: derive(secret, 'admin token'),
    partialLinks: { projector: derive(secret, 'view token'), remote: derive(secret, 'remote token') },
    oauthSigning: derive(secret, 'oauth signing'),
    oauthCookies: derive(secret, 'oauth cookies'),
    passkeyChallenge: derive(secret, 'passkey challenge'),
    providerSignIn: derive(secret, 'provider sign-in'),
    knownBrowser: derive(secret, 'known browser'),
  }
}

function knownBrowserOf({ knownBrowser }: LinkKeys, id: string, email: string): string {
  return `${id}.${textOf(knownBrowser, [id, email])}`
}

function linkTokenOf({ partialLinks }: LinkKeys, link: PartialLink, nonce: string): string {
  return `${nonce}${uuidOf(partialLinks[link], [nonce])}`.replaceAll('-', '')
}

/** A keyed hash: 43 characters of base64url. Only the last part may contain a NUL. */
function textOf(key: KeyObject, parts: readonly string[]): string {
  return createHmac('sha256', key).update(parts.join('\0')).digest('base64url')
}

/** A keyed hash in the form of a random UUID: version 4 and variant bits set. No part may contain a NUL. */
function uuidOf(key: KeyObject, parts: readonly string[]): string {
  // A hexadecimal digest takes two thirds of the time that a buffer takes.
  const hex = createHmac('sha256', key).update(parts.join('\0')).digest('hex')
  const variant = '89ab'[Number.parseInt(hex.charAt(16), 16) % 4]
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

/** Compares two texts in constant time. */
function isSame(a: string, b: string): boolean {
  return timingSafeEqual(hash('sha256', a, 'buffer'), hash('sha256', b, 'buffer'))
}
