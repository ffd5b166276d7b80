import type { Json } from './json.ts'
import { SLUG_LONGEST, SLUG_SHORTEST } from './limits.ts'
import { Refusal } from './refusal.ts'

const LEGAL = /^[a-z0-9]+(-[a-z0-9]+)*$/

/** Whether a text can be a survey's slug; `api` cannot, so that no link reads like the API's. */
export function isSlug(text: string): boolean {
  return text.length >= SLUG_SHORTEST && text.length <= SLUG_LONGEST && LEGAL.test(text) && text !== 'api'
}

/** A slug that a caller chose; nothing is lower-cased or trimmed. @throws Refusal `invalid slug` */
export function parseSlug(input: Json | undefined): string {
  if (typeof input !== 'string' || !isSlug(input)) throw new Refusal('invalid_slug')
  return input
}

/** The slug that somebody meant who typed capitals, or dots or spaces for hyphens; undefined where none can be meant. */
export function meantSlug(typed: string): string | undefined {
  if (typed.length > 4 * SLUG_LONGEST) return undefined
  const slug = typed
    .trim()
    .toLowerCase()
    .replace(/[\s.-]+/g, '-')
    .replace(/^-|-$/g, '')
  return isSlug(slug) ? slug : undefined
}

/** @param draw gives a random integer from 0 up to, not including, its argument */
export function drawSlug(words: readonly string[], draw: (below: number) => number): string {
  return [0, 0, 0].map(() => words[draw(words.length)]).join('-')
}
