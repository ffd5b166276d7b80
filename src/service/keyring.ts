import { createSecretKey, hkdfSync, type KeyObject } from 'node:crypto'

const PREFIX = 'soundings-keyring-1:'
const KEY_BYTES = 32

/**
 * Keys of stored data: ids of responses, votes, slugs of deleted surveys, and the check value in the database. They are
 * derived from the first secret for ever, because stored rows must be recognised after any number of rotations. None of
 * them gives access to anything.
 */
const DATA_LABELS = ['response id', 'vote', 'slug', 'check'] as const
type DataLabel = (typeof DATA_LABELS)[number]
export type DataKeys = Readonly<Record<DataLabel, KeyObject>>

/**
 * The installation's secret, as its operator keeps it. Until the first rotation it is a single random text; after that,
 * a text with the secrets whose links work and the keys of stored data.
 */
export class Keyring {
  /** New links are derived from the first; links derived from the others work as well. */
  readonly secrets: readonly [string, ...string[]]
  readonly data: DataKeys

  private constructor(secrets: readonly [string, ...string[]], data: DataKeys) {
    this.secrets = secrets
    this.data = data
  }

  /** @throws DamagedKeyringError if the text is a truncated or altered keyring */
  static parse(text: string): Keyring {
    if (!text.startsWith(PREFIX))
      return new Keyring(
        [text],
        dataKeys(label => derive(text, label)),
      )
    try {
      const bytes = Buffer.from(text.slice(PREFIX.length), 'base64url')
      const { secrets, data } = JSON.parse(bytes.toString())
      if (!isSecrets(secrets)) throw new Error('no secrets')
      return new Keyring(
        secrets,
        dataKeys(label => importKey(data[label])),
      )
    } catch (error) {
      throw new DamagedKeyringError(error)
    }
  }

  /** Number of earlier secrets that still open links. */
  get earlierSecrets(): number {
    return this.secrets.length - 1
  }

  /** A keyring with a new secret for links. Links derived from earlier secrets still work. */
  rotated(secret: string): Keyring {
    return new Keyring([secret, ...this.secrets], this.data)
  }

  /** A keyring with only the current secret. */
  retired(): Keyring {
    return new Keyring([this.secrets[0]], this.data)
  }

  toString(): string {
    const data = Object.fromEntries(DATA_LABELS.map(label => [label, this.data[label].export().toString('base64url')]))
    return PREFIX + Buffer.from(JSON.stringify({ secrets: this.secrets, data })).toString('base64url')
  }
}

/** A key object, because passing bytes would create one for each hash, at four times the cost. */
export function derive(secret: string, label: string): KeyObject {
  return createSecretKey(Buffer.from(hkdfSync('sha256', secret, '', `soundings ${label}`, KEY_BYTES)))
}

function dataKeys(keyOf: (label: DataLabel) => KeyObject): DataKeys {
  return {
    'response id': keyOf('response id'),
    vote: keyOf('vote'),
    slug: keyOf('slug'),
    check: keyOf('check'),
  }
}

/** The secret is a truncated or altered keyring. */
export class DamagedKeyringError extends Error {
  constructor(cause: unknown) {
    super('SECRET is a damaged keyring: restore the text that `soundings secret rotate` wrote', { cause })
  }
}

function importKey(text: unknown): KeyObject {
  const bytes = Buffer.from(String(text), 'base64url')
  if (bytes.length !== KEY_BYTES) throw new Error('a key is incomplete')
  return createSecretKey(bytes)
}

function isSecrets(value: unknown): value is readonly [string, ...string[]] {
  return Array.isArray(value) && value.length > 0 && value.every(secret => typeof secret === 'string' && secret !== '')
}
