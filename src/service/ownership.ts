import { Refusal } from '../domain/refusal.ts'
import { isSlug } from '../domain/slug.ts'
import { isUuid } from '../domain/text.ts'
import type { Survey } from '../store/surveys.ts'
import type { Template } from '../store/templates.ts'
import type { Context } from './context.ts'

/** Whose surveys and templates an act is about; another account's are answered like missing ones. */
export interface Owner {
  readonly accountId: string
}

/** @throws Refusal `not found` */
export async function findSurvey({ store }: Context, { accountId }: Owner, slug: string): Promise<Survey> {
  checkSurveyId(slug)
  return found(await store.surveys.find(accountId, slug))
}

/** @throws Refusal `not found` */
export async function findTemplate({ store }: Context, { accountId }: Owner, id: string): Promise<Template> {
  return found(isUuid(id) ? await store.templates.find(accountId, id) : undefined)
}

/** What cannot be a survey's id is missing, without a query. @throws Refusal `not found` */
export function checkSurveyId(id: string): void {
  if (!isSlug(id)) throw new Refusal('not_found')
}

/** @throws Refusal `not found` */
export function found<Thing>(thing: Thing | undefined): Thing {
  if (thing === undefined) throw new Refusal('not_found')
  return thing
}
