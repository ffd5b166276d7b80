import { Refusal, refusalOf } from '../values/refusal.ts'
import { EMAIL_LENGTH, EMAIL_LOCAL_LENGTH } from './limits.ts'

/** RFC 5322's dot-atom. ASCII only, so that a letter of another alphabet cannot imitate an existing address. */
const LOCAL_PART = /^[\w!#$%&'*+/=?^`{|}~-]+(?:\.[\w!#$%&'*+/=?^`{|}~-]+)*$/
/** Letters and digits of any alphabet, hyphens, and the characters that separate labels in some of them. */
const DOMAIN = /^[\p{L}\p{M}\p{N}.。．｡-]+$/u
const ASCII_DOMAIN = /^(?!-)[a-z0-9-]{1,63}(?<!-)(?:\.(?!-)[a-z0-9-]{1,63}(?<!-))*$/
/**
 * Length of an address in any spelling, in UTF-16 code units. The cost of finding the ASCII form of a domain grows with
 * the square of its length.
 */
const MAX_SPELLING_LENGTH = 4 * EMAIL_LENGTH
/** In a URL, a host that ends in a number is parsed as an IPv4 address. */
const ENDS_IN_NUMBER = /(?:^|\.)\d+$/

/** The domain of accounts that hold what is being restored. It is registered nowhere, so that no mail reaches anybody. */
const TEMPORARY_DOMAIN = 'restoring.invalid'

/** The address of a temporary account. @param id of that account */
export function temporaryEmail(id: string): string {
  return `${id}@${TEMPORARY_DOMAIN}`
}

/**
 * An e-mail address in the only form in which it is stored and compared: lower case, with its domain in ASCII
 * (punycode), so that a look-alike of a known domain can be recognised.
 * @throws Refusal `not an e-mail address`
 */
export function parseEmail(input: string): string {
  if (input.length > MAX_SPELLING_LENGTH) throw new Refusal('invalid_email')
  const [, local = '', domain = ''] = /^([^@]*)@([^@]*)$/.exec(input.trim().toLowerCase()) ?? []
  const ascii = DOMAIN.test(domain) ? toAscii(domain) : ''
  const email = `${local}@${ascii}`
  if (!LOCAL_PART.test(local) || local.length > EMAIL_LOCAL_LENGTH) throw new Refusal('invalid_email')
  if (!ASCII_DOMAIN.test(ascii) || ENDS_IN_NUMBER.test(ascii) || email.length > EMAIL_LENGTH)
    throw new Refusal('invalid_email')
  return email
}

/**
 * The address of a new account, or a new address of an account.
 * @throws Refusal `not an e-mail address`, also for those that the service itself gives to temporary accounts
 */
export function parseNewEmail(input: string): string {
  const email = parseEmail(input)
  if (email.endsWith(`@${TEMPORARY_DOMAIN}`)) throw new Refusal('invalid_email')
  return email
}

export function isEmail(text: string): boolean {
  return refusalOf(() => parseEmail(text)) === undefined
}

function toAscii(domain: string): string {
  return URL.parse(`http://${domain}`)?.hostname ?? ''
}
