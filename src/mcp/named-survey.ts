import { slugMeantBy } from '../domain/surveys/slug.ts'
import { foldCase } from '../domain/values/fold-case.ts'
import { Refusal } from '../domain/values/refusal.ts'
import { counted } from '../domain/values/text.ts'
import type { OwnedSurvey } from '../service/access/authentication.ts'
import type { Listed, Surveys } from '../service/surveys/surveys.ts'
import type { ToolCall } from './tool.ts'

/** Maximum number of surveys that a refusal lists. */
const MAX_CANDIDATES = 10

/** The beginning of a dashboard's address, up to the id. */
const BEFORE_DASHBOARD = /^(?:https?:\/\/)?[^/]*\/admin\//i

/**
 * The survey that a client names by an id, by one of the survey's links or by its title, as people refer to it in a
 * conversation. The token in an admin link is ignored.
 * @throws Refusal that lists the surveys if several have the title
 */
export async function namedSurvey(surveys: Surveys, { caller, args: { id } }: ToolCall): Promise<OwnedSurvey> {
  if (typeof id !== 'string') throw new Refusal('invalid_argument', { reason: 'id must be text' })
  const byId = caller.surveyOfTool(id)
  if (await surveys.isOwn(byId)) return byId
  const title = foldCase(id.trim())
  const all = await surveys.list(caller, { openOnly: false, withAdmin: false })
  const titled = all.filter(survey => foldCase(survey.title.trim()) === title)
  if (titled.length > 1) throw ambiguous(titled)
  return caller.surveyOfTool(titled[0]?.slug ?? slugMeantBy(id.replace(BEFORE_DASHBOARD, '/s/')) ?? id)
}

function ambiguous(titled: readonly Listed[]): Refusal {
  const listed = titled
    .slice(0, MAX_CANDIDATES)
    .map(({ slug, status, responseCount }) => `${slug} (${status}, ${counted(responseCount, 'response')})`)
  const rest = titled.length > MAX_CANDIDATES ? ' and others' : ''
  return new Refusal('invalid_argument', {
    reason: `several surveys have this title; send the id of one: ${listed.join(', ')}${rest}`,
  })
}
