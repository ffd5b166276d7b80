import type { SurveyResults } from '../../../clients/typescript/src/client.ts'
import type { DataSource } from '../../domain/surveys/import/data-source.ts'
import { isObject, type Json, type JsonObject, parseJson, readJson } from '../../domain/values/json.ts'
import { type Place, PlacedError } from '../../domain/values/place.ts'
import { Refusal } from '../../domain/values/refusal.ts'
import { NO_SETTINGS, type SurveySettings } from './dashboard-settings.ts'
import { readTextFile } from './file-text.ts'
import { explained, FIELDS, pathOf, QUESTION_FIELDS } from './survey-file-message.ts'

/** Larger than any survey that the service accepts. */
const MAX_SURVEY_BYTES = 2 * 1024 * 1024
const SURVEY_LINES = 'write "title:" and "questions:" in lines of their own'

/** A survey in a file, whose title and questions have not been validated yet. */
export interface SurveyFile {
  readonly survey: JsonObject
  /** A message about the survey, with the file's name and the position concerned. */
  located(message: string): string
}

/** Reads a survey. @throws Error that names the file and the position */
export async function readSurveyFile(path: string): Promise<SurveyFile> {
  const text = readTextFile(path, MAX_SURVEY_BYTES)
  if (text.trim() === '') throw new Error(`${path}: the file is empty; ${SURVEY_LINES}`)
  const at = (message: string, { line, column }: Place) => `${path}: line ${line}, column ${column}: ${message}`
  try {
    const { value, positionOf } = await sourceOf(path, text)
    // Values that JSON cannot express, such as infinity, become null, which validation refuses.
    const survey = parseJson(JSON.stringify(value ?? null))
    const fail = (message: string, place: readonly (string | number)[]) => {
      throw new PlacedError(message, positionOf(place))
    }
    if (!isObject(survey)) return fail(`not a survey; ${SURVEY_LINES}`, [])
    const unknown = Object.keys(survey).find(name => !FIELDS.includes(name))
    if (unknown !== undefined)
      return fail(`unknown field ${JSON.stringify(unknown)}; a survey has ${FIELDS.join(', ')}`, [unknown])
    const located = (message: string) => {
      const concerned = pathOf(message, survey)
      return concerned.length === 0 ? `${path}: ${message}` : at(explained(message, survey), positionOf(concerned))
    }
    return { survey, located }
  } catch (error) {
    if (error instanceof PlacedError) throw new Error(at(error.message, error.place))
    if (error instanceof RangeError || error instanceof Refusal)
      throw new Error(`${path}: too large or nested too deeply for a survey`)
    throw error
  }
}

/** Loads a library only now, because other commands do not need it. */
async function sourceOf(path: string, text: string): Promise<DataSource> {
  if (!/\.json[c5]?$/i.test(path)) return (await import('../../survey-source/yaml-source.ts')).readYaml(text)
  return (await import('../../survey-source/json-source.ts')).readJson5(text)
}

/** The part of a survey described by a file. */
export interface SurveyContent {
  readonly title: string
  readonly slug: string
  readonly theme: Json
  /** Left out where it is found from the texts. */
  readonly language?: Json
  /** Introduction and thanks. Left out if it has none. */
  readonly texts?: Json
  readonly questions: readonly JsonObject[]
  /** What is set beside the questions, by their positions. Left out if nothing is. */
  readonly question_settings?: Json
  /** Questions that are shown as one, by their positions. Left out if none are. */
  readonly groups?: Json
}

/** The part of a survey on the server that a file describes. */
export function contentOf(
  { id, title, theme, questions }: SurveyResults,
  { language, questionSettings, texts, groups }: SurveySettings = NO_SETTINGS,
): SurveyContent {
  const read = readJson(JSON.stringify({ theme, questions })) as { theme: Json; questions: JsonObject[] }
  return {
    title,
    slug: id,
    theme: read.theme,
    ...(language !== null && { language }),
    ...(Object.keys(texts).length > 0 && { texts: { ...texts } }),
    questions: read.questions,
    ...(questionSettings.length > 0 && { question_settings: questionSettings as object as Json }),
    ...(groups.length > 0 && { groups: groups as object as Json }),
  }
}

/**
 * A survey in the form in which it is written to a file. The indexes that the service adds to questions only repeat
 * their positions.
 */
export function surveyFields({ questions, ...survey }: SurveyContent): JsonObject {
  return { ...survey, questions: questions.map(({ index: _, ...question }) => inOrder(question)) }
}

/** A survey as YAML. */
export async function formatSurvey(survey: SurveyContent): Promise<string> {
  return formatFields(surveyFields(survey))
}

/** The fields of a survey as YAML. */
export async function formatFields(fields: JsonObject): Promise<string> {
  const { stringify } = await import('yaml')
  return stringify(fields, { lineWidth: 0, aliasDuplicateObjects: false })
}

function inOrder(question: JsonObject): JsonObject {
  const known = QUESTION_FIELDS.filter(name => question[name] !== undefined).map(name => [name, question[name]])
  return { ...Object.fromEntries(known), ...question }
}
