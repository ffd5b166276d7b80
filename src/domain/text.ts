import { Refusal } from './refusal.ts'

/** Blank: nothing but white space. */
export function isBlank(text: string): boolean {
  return text.trim() === ''
}

/** Whether a text has more Unicode code points than `limit`; reads no further than it must. */
export function isLongerThan(text: string, limit: number): boolean {
  if (text.length <= limit) return false
  let count = 0
  for (const _ of text) if (++count > limit) return true
  return false
}

export function hasNul(text: string): boolean {
  return text.includes('\0')
}

/**
 * A text as it is kept: a lone surrogate becomes U+FFFD, everything else stays.
 * @param what names the text in the reason, e.g. `title`
 * @throws Refusal for a NUL, which not every database can keep.
 */
export function keptText(text: string, what: string): string {
  if (hasNul(text)) throw new Refusal('invalid_text', { reason: `${what} must not contain a NUL character` })
  return text.toWellFormed()
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

export function isUuid(text: string): boolean {
  return UUID.test(text)
}
