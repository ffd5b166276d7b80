import { Refusal } from '../domain/refusal.ts'
import { isSlug } from '../domain/slug.ts'
import { isUuid } from '../domain/text.ts'
import type { Survey } from '../store/surveys.ts'
import type { Template } from '../store/templates.ts'
import type { Context } from './context.ts'
import type { SurveyEditor } from './principal.ts'

/** @throws Refusal `not found` */
export async function findSurvey({ store }: Context, { accountId, slug }: SurveyEditor): Promise<Survey> {
  checkSlug(slug)
  return orNotFound(await store.surveys.find(accountId, slug))
}

/** @throws Refusal `not found` */
export async function findTemplate({ store }: Context, accountId: string, id: string): Promise<Template> {
  return orNotFound(isUuid(id) ? await store.templates.find(accountId, id) : undefined)
}

/** Text that cannot be a slug names no survey, and costs no query. @throws Refusal `not found` */
export function checkSlug(text: string): void {
  if (!isSlug(text)) throw new Refusal('not_found')
}

/** @throws Refusal `not found` */
export function orNotFound<Thing>(thing: Thing | undefined): Thing {
  if (thing === undefined) throw new Refusal('not_found')
  return thing
}
