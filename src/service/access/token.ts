import { hash } from 'node:crypto'
import { crc32 } from 'node:zlib'
import type { Random } from '../context.ts'

const PREFIX = 'snd_pat_'
const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const SECRET_LENGTH = 40
const CHECKSUM_LENGTH = 6
const SHAPE = new RegExp(`^${PREFIX}[0-9A-Za-z]{${SECRET_LENGTH + CHECKSUM_LENGTH}}$`)

/** A personal token: a prefix that secret scanners recognise, 40 random characters (238 bits) and a checksum. */
export function makeToken(random: Random): string {
  const secret = Array.from({ length: SECRET_LENGTH }, () => BASE62[random.integer(BASE62.length)]).join('')
  return PREFIX + secret + checksum(PREFIX + secret)
}

/** Whether a text can be a token, so that a mistyped personal token is recognised without a query. */
export function couldBeToken(text: string): boolean {
  if (!text.startsWith(PREFIX)) return true
  return SHAPE.test(text) && checksum(text.slice(0, -CHECKSUM_LENGTH)) === text.slice(-CHECKSUM_LENGTH)
}

/** The form in which a token is stored. */
export function tokenHash(token: string): string {
  return hash('sha256', token, 'base64url')
}

/** Whether a text can be such a hash. Other texts match no row, and PostgreSQL cannot even compare some of them. */
export function isHash(text: string): boolean {
  return /^[\w-]{43}$/.test(text)
}

/** CRC32 in base62, padded to six characters. */
function checksum(text: string): string {
  let rest = crc32(text)
  let digits = ''
  for (let digit = 0; digit < CHECKSUM_LENGTH; digit++) {
    digits = BASE62[rest % BASE62.length] + digits
    rest = Math.floor(rest / BASE62.length)
  }
  return digits
}
