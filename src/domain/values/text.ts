import { Refusal } from './refusal.ts'

/**
 * White space, and characters that show nothing by themselves: those that Unicode lets every font ignore, control
 * characters, the empty braille pattern, the annotation marks and the empty note head.
 */
const SHOWS_NOTHING = /^[\s\p{Default_Ignorable_Code_Point}\p{Cc}\u2800\ufff9-\ufffb\u{1d159}]*$/u

/**
 * Whether nothing in a text is visible: it is empty, or has only white space and invisible characters. A text with a
 * NUL is refused for that reason instead.
 */
export function isBlank(text: string): boolean {
  return SHOWS_NOTHING.test(text) && !hasNul(text)
}

/**
 * Characters that can change the direction of adjacent text: letters of right-to-left scripts, and Unicode's direction
 * controls.
 */
const TURNS = /[\p{Bidi_Control}\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u
const TURNING_CONTROLS = /[\u202a-\u202e\u2066-\u2069]/g

/**
 * A text to be inserted into one of our sentences without changing the sentence's direction or order. Its own overrides
 * have no effect.
 */
export function isolated(text: string): string {
  return TURNS.test(text) ? `\u2068${text.replace(TURNING_CONTROLS, '')}\u2069` : text
}

/** Whether a text has more than `limit` Unicode code points. It stops counting at the limit. */
export function isLongerThan(text: string, limit: number): boolean {
  if (text.length <= limit) return false
  let count = 0
  for (const _ of text) if (++count > limit) return true
  return false
}

/** Turns an error text, which begins in lower case and has no full stop, into a sentence. */
export function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}${/[.?:]$/.test(text) ? '' : '.'}`
}

/** A count with its noun, e.g. `1 response`. */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}

export function hasNul(text: string): boolean {
  return text.includes('\0')
}

/**
 * Replaces lone surrogates with U+FFFD and leaves everything else unchanged.
 * @param name how the error message names the text, e.g. `title`
 * @throws Refusal for a NUL, which not every database can store
 */
export function sanitizeText(text: string, name: string): string {
  if (hasNul(text)) throw new Refusal('invalid_text', { reason: `${name} must not contain a NUL character` })
  return text.toWellFormed()
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

export function isUuid(text: string): boolean {
  return UUID.test(text)
}

/**
 * Whether a text can be one of our ids: a UUID in lower case. A database might also find one in capitals, and fail on
 * anything else.
 */
export function isId(text: string): boolean {
  return isUuid(text) && text === text.toLowerCase()
}
