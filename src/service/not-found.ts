import { isSlug } from '../domain/surveys/slug.ts'
import { Refusal } from '../domain/values/refusal.ts'

/** Rejects text that cannot be a slug without a query. @throws Refusal `not found` */
export function checkSlug(text: string): void {
  checkFound(isSlug(text))
}

/** @throws Refusal `not found` */
export function checkFound(isFound: boolean): void {
  if (!isFound) throw new Refusal('not_found')
}

/** @throws Refusal `not found` */
export function orNotFound<Thing>(thing: Thing | undefined): Thing {
  if (thing === undefined) throw new Refusal('not_found')
  return thing
}
