import { type Argon2Parameters, argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'

/** What hashing a password costs. */
export interface PasswordCost {
  /** KiB; at least 8 for each lane. */
  readonly memory: number
  readonly passes: number
  readonly parallelism: number
}

/** Argon2id with 19 MiB of memory and two passes, as OWASP recommends: about 50 ms of one core. */
export const PASSWORD_COST: PasswordCost = { memory: 19_456, passes: 2, parallelism: 1 }
const SALT_BYTES = 16
const TAG_BYTES = 32

/** A hash in PHC format: `$argon2id$v=19$m=19456,t=2,p=1$salt$tag`, both in Base64 without padding. */
const PHC = /^\$argon2id\$v=19\$m=(\d{1,7}),t=(\d{1,3}),p=(\d{1,3})\$([\w+/]+)\$([\w+/]+)$/

const derive = promisify(argon2)

/** Hashes a password, with a random salt. */
export async function hashPassword(password: string | Buffer, cost: PasswordCost): Promise<string> {
  const nonce = randomBytes(SALT_BYTES)
  const tag = await derive('argon2id', { message: password, nonce, tagLength: TAG_BYTES, ...cost })
  const { memory, passes, parallelism } = cost
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${encode(nonce)}$${encode(tag)}`
}

/** Whether a password has this hash. @throws Error if the hash is not in our format */
export async function hasHash(password: string, hash: string): Promise<boolean> {
  const [, memory, passes, parallelism, salt = '', tag = ''] = PHC.exec(hash) ?? []
  if (memory === undefined) throw new Error('a stored password hash cannot be read')
  const expected = Buffer.from(tag, 'base64')
  const parameters: Argon2Parameters = {
    message: password,
    nonce: Buffer.from(salt, 'base64'),
    tagLength: expected.length,
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
  }
  return timingSafeEqual(await derive('argon2id', parameters), expected)
}

function encode(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64').replaceAll('=', '')
}
