import { characterName, codePoint } from '../values/character.ts'
import type { Json } from '../values/json.ts'
import { Refusal, refusalOf } from '../values/refusal.ts'
import { isBlank, isLongerThan, sentence } from '../values/text.ts'
import { NAME_LENGTH } from './limits.ts'

/** White space, and what address books add before or after a name: direction marks and zero-width characters. */
const EDGES = /^[\s\u061c\u200b\u200e\u200f\ufeff]+|[\s\u061c\u200b\u200e\u200f\ufeff]+$/g
const SOFT_HYPHEN = '\u00ad'

/** The characters of `REFUSED` that are part of letters or emoji. */
const JOINED = [
  /(?<=[\p{L}\p{M}])[\u200c\u200d](?=[\p{L}\p{M}])/u,
  // Older Malayalam texts have one at the end of words.
  /(?<=\u0d4d)\u200d/u,
  /(?<=[\p{Extended_Pictographic}\p{Emoji_Modifier}]\ufe0f?)\u200d(?=\p{Extended_Pictographic})/u,
  // The flags of England, Scotland and Wales.
  /(?<=\u{1f3f4})\u{e0067}\u{e0062}(?:\u{e0065}\u{e006e}\u{e0067}|\u{e0073}\u{e0063}\u{e0074}|\u{e0077}\u{e006c}\u{e0073})\u{e007f}/u,
]
/**
 * Control characters, invisible and unassigned characters, lone surrogates, line separators, blanks that count as
 * letters, and full-width letters, which look like ordinary ones.
 */
const REFUSED = /(?<refused>[\p{C}\p{Zl}\p{Zp}\u115f\u1160\u3164\uffa0\uff21-\uff3a\uff41-\uff5a])/u
const JOINED_OR_REFUSED = new RegExp([...JOINED, REFUSED].map(({ source }) => source).join('|'), 'gu')

/** A word including joiners, which would otherwise seem to end it. */
const WORDS = /[\p{L}\p{M}\u200c\u200d]+/gu
/** These alphabets have letters that look alike; a word that mixes them is meant to deceive. */
const ALPHABETS: readonly [name: string, letters: RegExp][] = [
  ['Latin', /\p{Script=Latin}/gu],
  ['Cyrillic', /\p{Script=Cyrillic}/gu],
  ['Greek', /\p{Script=Greek}/gu],
]

/**
 * The name of an account's holder or of a token, without invisible characters at either end.
 * @throws Refusal that says which character is not allowed
 */
export function parsePersonName(input: string): string {
  if (isLongerThan(input, NAME_LENGTH)) throw new Refusal('invalid_name')
  const name = input.replaceAll(SOFT_HYPHEN, '').replace(EDGES, '')
  if (isBlank(name)) throw new Refusal('invalid_name')
  const reason = refusedCharacter(name) ?? mixedAlphabets(name)
  if (reason !== undefined) throw new Refusal('invalid_name', { reason })
  return name
}

/** The same, with null for no name. @throws Refusal */
export function parseOptionalName(input: Json): string | null {
  if (input === null) return null
  if (typeof input !== 'string') throw new Refusal('invalid_name')
  return parsePersonName(input)
}

/** Why a name is refused, as a sentence. */
export function nameProblem(name: string): string | undefined {
  const refusal = refusalOf(() => parsePersonName(name))
  return refusal && sentence(refusal.message)
}

function refusedCharacter(name: string): string | undefined {
  for (const { groups, index } of name.matchAll(JOINED_OR_REFUSED)) {
    const character = groups?.refused
    if (character !== undefined)
      return `${positionIn(name, index)}, ${characterName(character)}, is not allowed in names`
  }
  return undefined
}

function mixedAlphabets(name: string): string | undefined {
  for (const { 0: word, index } of name.matchAll(WORDS)) {
    const used = ALPHABETS.map(([alphabet, letters]) => ({ alphabet, letters: [...word.matchAll(letters)] }))
    const [few, most] = used
      .filter(({ letters }) => letters.length > 0)
      .sort((a, b) => a.letters.length - b.letters.length)
    const [letter] = few?.letters ?? []
    if (few === undefined || most === undefined || letter === undefined) continue
    const which = `“${letter[0]}” (${codePoint(letter[0])})`
    return `${positionIn(name, index + letter.index)}, ${which}, is ${few.alphabet} in a word with ${most.alphabet} letters`
  }
  return undefined
}

function positionIn(name: string, index: number): string {
  return `character ${[...name.slice(0, index)].length + 1} of the name`
}
