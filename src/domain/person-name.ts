import type { Json } from './json.ts'
import { NAME_LENGTH } from './limits.ts'
import { Refusal } from './refusal.ts'
import { isBlank, isLongerThan } from './text.ts'

/** Controls, invisible and unassigned characters, lone surrogates, line separators, and blanks that count as letters. */
const UNPRINTABLE = /[\p{C}\p{Zl}\p{Zp}\u115f\u1160\u3164\uffa0]/u
/**
 * Letters of these alphabets look alike; a word that mixes them is meant to deceive. Full-width letters look like ordinary
 * ones too.
 */
const ALPHABETS = [/\p{Script=Latin}/u, /\p{Script=Cyrillic}/u, /\p{Script=Greek}/u, /[\uff21-\uff3a\uff41-\uff5a]/]

/** The name of an account's holder or of a token, unchanged. @throws Refusal */
export function parsePersonName(name: string): string {
  if (isBlank(name) || isLongerThan(name, NAME_LENGTH) || UNPRINTABLE.test(name) || mixesAlphabets(name))
    throw new Refusal('invalid_name')
  return name
}

/** The same where null stands for no name. @throws Refusal */
export function parseOptionalName(input: Json): string | null {
  if (input === null) return null
  if (typeof input !== 'string') throw new Refusal('invalid_name')
  return parsePersonName(input)
}

function mixesAlphabets(name: string): boolean {
  return name.split(/[^\p{L}\p{M}]+/u).some(word => ALPHABETS.filter(one => one.test(word)).length > 1)
}
