import { isId } from '../../domain/values/text.ts'
import type { StoredDraft } from '../../store/surveys/drafts.ts'
import type { Survey } from '../../store/surveys/surveys.ts'
import type { Template } from '../../store/surveys/templates.ts'
import type { Context } from '../context.ts'
import { checkSlug, orNotFound } from '../not-found.ts'
import type { ResultsReader } from './principal.ts'

/** @throws Refusal `not found` */
export async function findSurvey({ store }: Context, { accountId, slug }: ResultsReader): Promise<Survey> {
  checkSlug(slug)
  return orNotFound(await store.surveys.find(accountId, slug))
}

/** @throws Refusal `not found` */
export async function findTemplate({ store }: Context, accountId: string, id: string): Promise<Template> {
  return orNotFound(isId(id) ? await store.templates.find(accountId, id) : undefined)
}

/** @throws Refusal `not found` */
export async function findDraft({ store }: Context, accountId: string, id: string): Promise<StoredDraft> {
  return orNotFound(isId(id) ? await store.drafts.find(accountId, id) : undefined)
}
