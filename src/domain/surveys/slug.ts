import type { Json } from '../values/json.ts'
import { Refusal } from '../values/refusal.ts'
import { MAX_SLUG_LENGTH, MIN_SLUG_LENGTH } from './limits.ts'

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
 * Maximum number of characters in a text that is interpreted as a link. An address in a mail can carry parameters of a
 * few hundred characters.
 */
const MAX_TYPED_LENGTH = 2_000

/**
 * Everything up to the last `/s/` of an address; its host may be missing. Screens break addresses after slashes, where
 * people then type or copy a blank.
 */
const BEFORE_SLUG = /^.*(?:^|[/\s])s\s*\/[/\s]*(?=[^/\s])/s

/** What can follow a link in an address or a document: parameters, a fragment, a tag. */
const BEHIND_SLUG = /[?#<].*$|&\w+[;=].*$/s

/**
 * The slug that somebody means who types, pastes, scans or follows a link, in any form in which it was shown or spoken:
 * the whole address, other dashes, spaces and punctuation, capitals, full-width letters, invisible characters, accents.
 * @returns undefined if the text does not mean a valid slug
 */
export function slugMeantBy(typed: string): string | undefined {
  if (isSlug(typed)) return typed
  if (typed.length > MAX_TYPED_LENGTH) return undefined
  const plain = decoded(typed)
    .normalize('NFKD')
    .replace(/[\p{M}\p{Default_Ignorable_Code_Point}]/gu, '')
    .toLowerCase()
  const named = plain.replace(BEFORE_SLUG, '')
  const ofAddress = named === plain ? plain : named.replace(/\/.*$/s, '')
  const slug = ofAddress
    .replace(/^[^\p{L}\p{N}]+/u, '')
    .replace(BEHIND_SLUG, '')
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/-$/, '')
  return isSlug(slug) ? slug : undefined
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** The letters and digits of a slug, for finding surveys when hyphens were not seen, said or typed. */
export function withoutHyphens(slug: string): string {
  return slug.replaceAll('-', '')
}

/**
 * Whether two slugs may sound the same: they differ only in hyphens, and not in one between digits, as in 1-2 and 12.
 */
export function soundsLike(slug: string, other: string): boolean {
  const [spoken, otherSpoken] = [slug, other].map(text => text.replace(/(?<!\d)-|-(?!\d)/g, ''))
  return spoken === otherSpoken
}

/** Whether `generateSlug` could have made a slug. Such a link is known only to those who were given it. */
export function isGeneratedSlug(words: ReadonlySet<string>, slug: string): boolean {
  const parts = slug.split('-')
  return parts.length === 3 && parts.every(part => words.has(part))
}

/** @param draw returns a random integer from 0 up to but not including its argument */
export function generateSlug(words: readonly string[], draw: (below: number) => number): string {
  return [0, 0, 0].map(() => words[draw(words.length)]).join('-')
}
