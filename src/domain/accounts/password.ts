import { Refusal } from '../values/refusal.ts'
import { isLongerThan } from '../values/text.ts'
import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from './limits.ts'

/** Minimum number of different characters in a password. */
const MIN_VARIETY = 5
/** Code points of the longest password in its longest encoding: no character is encoded with more than four. */
const MAX_SPELLING_LENGTH = 4 * MAX_PASSWORD_LENGTH

/**
 * Normalizes a password, so that it is the same however a keyboard encodes it. Texts that are too long for a password
 * are returned unchanged: the cost of normalization grows with the square of a run of combining marks, and a body full
 * of them would take minutes.
 */
export function normalizePassword(password: string): string {
  return isLongerThan(password, MAX_SPELLING_LENGTH) ? password : password.normalize('NFC')
}

/**
 * Validates a new password: its length, and that it is not easy to guess.
 * @param email of the account
 * @param isCommon whether a lower-case word is on a list of common passwords
 * @throws Refusal
 */
export function parseNewPassword(password: string, email: string, isCommon: (word: string) => boolean): string {
  const text = normalizePassword(password)
  if (!isLongerThan(text, MIN_PASSWORD_LENGTH - 1) || isLongerThan(text, MAX_PASSWORD_LENGTH))
    throw new Refusal('invalid_password')
  if (isGuessable(text.toLowerCase(), email, isCommon)) throw new Refusal('common_password')
  return text
}

/** Common words, and parts of the address, are easy to guess even with digits and signs around them. */
function isGuessable(text: string, email: string, isCommon: (word: string) => boolean): boolean {
  const word = text.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '')
  const [local = '', domain = ''] = email.split('@')
  const own = ['soundings', email, local, domain, domain.split('.')[0] ?? '']
  return new Set(text).size < MIN_VARIETY || [text, word].some(one => isCommon(one) || own.includes(one))
}
