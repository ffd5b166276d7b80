import type { Json } from './json.ts'
import { SLUG_LONGEST, SLUG_SHORTEST } from './limits.ts'
import { Refusal } from './refusal.ts'

const PATTERN = /^[a-z0-9]+(-[a-z0-9]+)*$/

/** Whether a text is a legal slug. `api` is reserved, so that no survey link looks like the API. */
export function isSlug(text: string): boolean {
  return text.length >= SLUG_SHORTEST && text.length <= SLUG_LONGEST && PATTERN.test(text) && text !== 'api'
}

/** A custom slug; it is neither lower-cased nor trimmed. @throws Refusal `invalid slug` */
export function parseSlug(input: Json | undefined): string {
  if (typeof input !== 'string' || !isSlug(input)) throw new Refusal('invalid_slug')
  return input
}

/** Corrects capitals, and dots or spaces in place of hyphens. Returns undefined if the result is not a legal slug. */
export function normalizeSlug(typed: string): string | undefined {
  if (typed.length > 4 * SLUG_LONGEST) return undefined
  const slug = typed
    .trim()
    .toLowerCase()
    .replace(/[\s.-]+/g, '-')
    .replace(/^-|-$/g, '')
  return isSlug(slug) ? slug : undefined
}

/** @param draw returns a random integer from 0 up to but not including its argument */
export function generateSlug(words: readonly string[], draw: (below: number) => number): string {
  return [0, 0, 0].map(() => words[draw(words.length)]).join('-')
}
