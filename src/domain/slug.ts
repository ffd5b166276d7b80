import type { Json } from './json.ts'
import { MAX_SLUG_LENGTH, MIN_SLUG_LENGTH } from './limits.ts'
import { Refusal } from './refusal.ts'

/** Lengths of the words of generated slugs. */
const MIN_WORD_LENGTH = 3
const MAX_WORD_LENGTH = 8

const PATTERN = /^[a-z0-9]+(-[a-z0-9]+)*$/

/** Whether a text is a legal slug. `api` is reserved, so that no survey link looks like the API. */
export function isSlug(text: string): boolean {
  return text.length >= MIN_SLUG_LENGTH && text.length <= MAX_SLUG_LENGTH && PATTERN.test(text) && text !== 'api'
}

/** A custom slug; it is neither lower-cased nor trimmed. @throws Refusal `invalid slug` */
export function parseSlug(input: Json | undefined): string {
  if (typeof input !== 'string' || !isSlug(input)) throw new Refusal('invalid_slug')
  return input
}

/**
 * Corrects capitals, dots, spaces or underscores in place of hyphens, and a slash at the end. Returns undefined if the result
 * is not a legal slug.
 */
export function normalizeSlug(typed: string): string | undefined {
  if (typed.length > 4 * MAX_SLUG_LENGTH) return undefined
  const slug = typed
    .trim()
    .toLowerCase()
    .replace(/\/$/, '')
    .replace(/[\s._-]+/g, '-')
    .replace(/^-|-$/g, '')
  return isSlug(slug) ? slug : undefined
}

/** The generated slugs that a text without hyphens can mean. There are few, since few words begin with another word. */
export function splitRunTogether(words: ReadonlySet<string>, text: string): string[] {
  const slugs: string[] = []
  for (let first = MIN_WORD_LENGTH; first <= MAX_WORD_LENGTH; first++) {
    if (!words.has(text.slice(0, first))) continue
    for (let second = first + MIN_WORD_LENGTH; second <= first + MAX_WORD_LENGTH; second++) {
      const parts = [text.slice(0, first), text.slice(first, second), text.slice(second)]
      if (parts.every(part => words.has(part))) slugs.push(parts.join('-'))
    }
  }
  return slugs
}

/** Whether a slug is one that `generateSlug` makes: a link known only to those who were given it. */
export function isGeneratedSlug(words: ReadonlySet<string>, slug: string): boolean {
  const parts = slug.split('-')
  return parts.length === 3 && parts.every(part => words.has(part))
}

/** @param draw returns a random integer from 0 up to but not including its argument */
export function generateSlug(words: readonly string[], draw: (below: number) => number): string {
  return [0, 0, 0].map(() => words[draw(words.length)]).join('-')
}
