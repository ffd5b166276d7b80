import { readFileSync } from 'node:fs'
import type { SurveyResults } from '../../../clients/typescript/src/client.ts'
import { isObject, type Json, type JsonObject, parseJson, readJson } from '../../domain/json.ts'

/** The fields of a survey in a file, which is YAML or JSON. Comments are allowed in both. */
const FIELDS = ['title', 'slug', 'theme', 'questions']
/** The fields of a question that are written first, in this order. */
const QUESTION_FIELDS = ['type', 'text', 'options', 'requirement', 'moderated']
const COMMENT_OR_STRING = /"(?:[^"\\]|\\.)*"|\/\/[^\n]*|\/\*[\s\S]*?\*\//g

/** Reads a survey without validating its title and questions. @throws Error that names the file */
export async function readSurveyFile(path: string): Promise<JsonObject> {
  const survey = await parse(path, readText(path))
  if (!isObject(survey)) throw new Error(`${path}: not a survey; a survey has a title and questions`)
  const unknown = Object.keys(survey).find(name => !FIELDS.includes(name))
  if (unknown === undefined) return survey
  throw new Error(`${path}: unknown field ${JSON.stringify(unknown)}; a survey has ${FIELDS.join(', ')}`)
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') throw new Error(`${path}: no such file`)
    throw error
  }
}

async function parse(path: string, text: string): Promise<Json> {
  try {
    if (/\.jsonc?$/.test(path)) return parseJson(text.replace(COMMENT_OR_STRING, keptString))
    const yaml = await import('yaml')
    // YAML values that JSON cannot express, such as an infinite number, become null, which validation refuses.
    return parseJson(JSON.stringify(yaml.parse(text, { logLevel: 'error' }) ?? null))
  } catch (error) {
    // The other lines of the message quote the file.
    throw new Error(`${path}: ${(error as Error).message.split('\n')[0]?.replace(/:$/, '')}`)
  }
}

function keptString(match: string): string {
  return match.startsWith('"') ? match : ' '
}

/** The part of a survey that a file describes. */
export interface SurveyContent {
  readonly title: string
  readonly slug: string
  readonly theme: Json
  readonly questions: readonly JsonObject[]
}

/** The part of a survey on the server that a file describes. */
export function contentOf({ id, title, theme, questions }: SurveyResults): SurveyContent {
  const read = readJson(JSON.stringify({ theme, questions })) as { theme: Json; questions: JsonObject[] }
  return { title, slug: id, ...read }
}

/** A survey as it is written to a file. The indexes that the service adds to questions only repeat their positions. */
export function surveyFields({ questions, ...survey }: SurveyContent): JsonObject {
  return { ...survey, questions: questions.map(({ index: _, ...question }) => inOrder(question)) }
}

/** A survey as YAML. */
export async function formatSurvey(survey: SurveyContent): Promise<string> {
  const { stringify } = await import('yaml')
  return stringify(surveyFields(survey), { lineWidth: 0 })
}

function inOrder(question: JsonObject): JsonObject {
  const known = QUESTION_FIELDS.filter(name => question[name] !== undefined).map(name => [name, question[name]])
  return { ...Object.fromEntries(known), ...question }
}
