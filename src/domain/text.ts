import { Refusal } from './refusal.ts'

/** Whether a text is empty or only white space. */
export function isBlank(text: string): boolean {
  return text.trim() === ''
}

/** Whether a text has more than `limit` Unicode code points. It stops counting at the limit. */
export function isLongerThan(text: string, limit: number): boolean {
  if (text.length <= limit) return false
  let count = 0
  for (const _ of text) if (++count > limit) return true
  return false
}

/** A count with its noun, e.g. `1 response`. */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}

export function hasNul(text: string): boolean {
  return text.includes('\0')
}

/**
 * Replaces lone surrogates by U+FFFD and leaves everything else unchanged.
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

/** Whether a text can be an id of ours: a UUID in lower case. A database might also find one in capitals, and fail on anything else. */
export function isId(text: string): boolean {
  return isUuid(text) && text === text.toLowerCase()
}
