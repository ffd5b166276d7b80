import type {
  ConditionalCallOptions,
  Dashboard,
  DashboardSettings,
  Soundings,
} from '../../../clients/typescript/src/client.ts'
import { NO_GROUPS, parseGroups, type QuestionGroup } from '../../domain/surveys/groups/question-group.ts'
import { parseQuestionSettings, type QuestionSettings } from '../../domain/surveys/question-settings.ts'
import { NO_TEXTS, parseTexts, type SurveyTexts } from '../../domain/surveys/survey-settings/survey-texts.ts'
import type { JsonObject } from '../../domain/values/json.ts'
import { EXIT, StatusError } from '../command.ts'

/** What a file can say of a survey that is not part of the API. It is read and changed with the survey's admin token. */
export interface SurveySettings {
  readonly language: string | null
  readonly questionSettings: QuestionSettings
  readonly texts: SurveyTexts
  readonly groups: readonly QuestionGroup[]
}

export const NO_SETTINGS: SurveySettings = {
  language: null,
  questionSettings: [],
  texts: NO_TEXTS,
  groups: NO_GROUPS,
}

/** Names of these settings in a file. */
const FIELDS: readonly (keyof DashboardSettings)[] = ['language', 'question_settings', 'texts', 'groups']

/** Those that the survey has, if the file has any. */
export async function readSettings(client: Soundings, slug: string, file: JsonObject): Promise<SurveySettings> {
  const [named] = FIELDS.filter(name => file[name] !== undefined)
  return named === undefined
    ? NO_SETTINGS
    : settingsOf(await (await requireDashboard(client, slug, named)).readSettings())
}

/** As `readSettings`; none if this token does not reach them, because a file without them changes none. */
export async function findSettings(client: Soundings, slug: string): Promise<SurveySettings> {
  try {
    const dashboard = await findDashboard(client, slug)
    return dashboard === undefined ? NO_SETTINGS : settingsOf(await dashboard.readSettings())
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'insufficient_scope') return NO_SETTINGS
    throw error
  }
}

export async function changeSettings(
  client: Soundings,
  slug: string,
  settings: Partial<DashboardSettings>,
  options: ConditionalCallOptions,
): Promise<void> {
  const [named = 'language'] = FIELDS.filter(name => settings[name] !== undefined)
  await (await requireDashboard(client, slug, named)).changeSettings(settings, options)
}

function settingsOf({ language, question_settings: settings, texts, groups }: DashboardSettings): SurveySettings {
  const questionSettings = parseQuestionSettings(JSON.parse(JSON.stringify(settings)))
  return {
    language,
    questionSettings,
    texts: parseTexts({ ...texts }),
    groups: parseGroups(JSON.parse(JSON.stringify(groups))),
  }
}

/** @throws StatusError if the survey is archived, since the API lists no admin token of it */
async function requireDashboard(client: Soundings, slug: string, field: string): Promise<Dashboard> {
  const dashboard = await findDashboard(client, slug)
  if (dashboard !== undefined) return dashboard
  const reason = `the ${field} of ${slug} can be neither read nor changed while it is archived`
  throw new StatusError(EXIT.refused, `${reason}; restore it to the list, or remove ${field} from the file`)
}

async function findDashboard(client: Soundings, slug: string): Promise<Dashboard | undefined> {
  const { admin_token: token } = (await client.listSurveys({ includeAdmin: true })).find(({ id }) => id === slug) ?? {}
  return token === undefined ? undefined : client.dashboard(slug, token)
}
