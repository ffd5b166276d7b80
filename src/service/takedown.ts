import { Refusal } from '../domain/refusal.ts'
import { isSlug } from '../domain/slug.ts'
import type { Context } from './context.ts'

/**
 * The operator's: respondents do not find the survey, and its owner reads it as closed, until it is given back.
 * @throws Refusal where there is no such survey
 */
export async function takeDown({ store }: Context, slug: string, takenDown: boolean): Promise<void> {
  if (!isSlug(slug) || !(await store.suspension.setTakenDown(slug, takenDown))) throw new Refusal('no_such_survey')
}
