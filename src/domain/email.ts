import { EMAIL_LENGTH, EMAIL_LOCAL_LENGTH, NAME_LENGTH } from './limits.ts'
import { Refusal } from './refusal.ts'
import { isBlank, isLongerThan } from './text.ts'

/** RFC 5322's dot-atom. ASCII only, so that no letter of another alphabet can pass for one of an existing address. */
const LOCAL_PART = /^[\w!#$%&'*+/=?^`{|}~-]+(?:\.[\w!#$%&'*+/=?^`{|}~-]+)*$/
/** Letters and digits of any alphabet, hyphens, and what separates labels in some of them. */
const DOMAIN = /^[\p{L}\p{M}\p{N}.。．｡-]+$/u
const ASCII_DOMAIN = /^(?!-)[a-z0-9-]{1,63}(?<!-)(?:\.(?!-)[a-z0-9-]{1,63}(?<!-))*$/
/** UTF-16 code units of an address in any spelling. The cost of finding the ASCII form of a domain grows with the square of its length. */
const LONGEST_SPELLING = 4 * EMAIL_LENGTH
/** URLs have an IPv4 address for what ends in a number. */
const ENDS_IN_NUMBER = /(?:^|\.)\d+$/

/**
 * An e-mail address in the one form in which it is stored and compared: lower case, its domain in ASCII (punycode), so that
 * a look-alike of a known domain shows as what it is.
 * @throws Refusal `not an e-mail address`
 */
export function parseEmail(input: string): string {
  if (input.length > LONGEST_SPELLING) throw new Refusal('invalid_email')
  const [, local = '', domain = ''] = /^([^@]*)@([^@]*)$/.exec(input.trim().toLowerCase()) ?? []
  const ascii = DOMAIN.test(domain) ? toAscii(domain) : ''
  const email = `${local}@${ascii}`
  if (!LOCAL_PART.test(local) || local.length > EMAIL_LOCAL_LENGTH) throw new Refusal('invalid_email')
  if (!ASCII_DOMAIN.test(ascii) || ENDS_IN_NUMBER.test(ascii) || email.length > EMAIL_LENGTH)
    throw new Refusal('invalid_email')
  return email
}

export function isEmail(text: string): boolean {
  try {
    parseEmail(text)
    return true
  } catch (error) {
    if (error instanceof Refusal) return false
    throw error
  }
}

function toAscii(domain: string): string {
  return URL.parse(`http://${domain}`)?.hostname ?? ''
}

/** Controls, invisible and unassigned characters, lone surrogates, line separators, and blanks that count as letters. */
const UNPRINTABLE = /[\p{C}\p{Zl}\p{Zp}\u115f\u1160\u3164\uffa0]/u
/** Letters of these alphabets look alike; in one word they stand together only to deceive. Full-width ones look alike too. */
const ALPHABETS = [/\p{Script=Latin}/u, /\p{Script=Cyrillic}/u, /\p{Script=Greek}/u, /[\uff21-\uff3a\uff41-\uff5a]/]

/** The name of an account's holder or of a token, unchanged. @throws Refusal */
export function parsePersonName(name: string): string {
  if (isBlank(name) || isLongerThan(name, NAME_LENGTH) || UNPRINTABLE.test(name) || mixesAlphabets(name))
    throw new Refusal('invalid_name')
  return name
}

function mixesAlphabets(name: string): boolean {
  return name.split(/[^\p{L}\p{M}]+/u).some(word => ALPHABETS.filter(one => one.test(word)).length > 1)
}
