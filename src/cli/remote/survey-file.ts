import { readFileSync } from 'node:fs'
import type { SurveyResults } from '../../../clients/typescript/src/client.ts'
import { isObject, type Json, type JsonObject, parseJson } from '../../domain/json.ts'

/** The fields of a survey in a file. A file is YAML, or JSON, in which comments are allowed too. */
const FIELDS = ['title', 'slug', 'theme', 'questions']
/** What of a question is written first. */
const QUESTION_FIELDS = ['type', 'text', 'options', 'requirement', 'moderated']
const COMMENT_OR_STRING = /"(?:[^"\\]|\\.)*"|\/\/[^\n]*|\/\*[\s\S]*?\*\//g

/** Reads a survey as it would be sent; its contents are not validated. @throws Error that names the file */
export async function readSurveyFile(path: string): Promise<JsonObject> {
  const text = readFileSync(path, 'utf8')
  const survey = await parse(path, text)
  if (!isObject(survey)) throw new Error(`${path} has no survey in it: a survey has a title and questions`)
  const unknown = Object.keys(survey).find(name => !FIELDS.includes(name))
  if (unknown === undefined) return survey
  throw new Error(`${path}: a survey has ${FIELDS.join(', ')}, and no ${JSON.stringify(unknown)}`)
}

async function parse(path: string, text: string): Promise<Json> {
  try {
    if (/\.jsonc?$/.test(path)) return parseJson(text.replace(COMMENT_OR_STRING, keptString))
    const yaml = await import('yaml')
    // Whatever YAML can say beyond JSON, such as an infinite number, is nothing that can be sent.
    return parseJson(JSON.stringify(yaml.parse(text, { logLevel: 'error' }) ?? null))
  } catch (error) {
    // Below its first line the message repeats a part of the file.
    throw new Error(`${path}: ${(error as Error).message.split('\n')[0]?.replace(/:$/, '')}`)
  }
}

function keptString(match: string): string {
  return match.startsWith('"') ? match : ' '
}

/** What a file has of a survey. */
export interface SurveyContent {
  readonly title: string
  readonly slug: string
  readonly theme: Json
  readonly questions: readonly JsonObject[]
}

/** What a file has of a survey that was read from a server. */
export function contentOf({ id, title, theme, questions }: SurveyResults): SurveyContent {
  const read = parseJson(JSON.stringify({ theme, questions })) as { theme: Json; questions: JsonObject[] }
  return { title, slug: id, ...read }
}

/** A survey without what the service adds to it: an index says nothing that the position does not. */
export function surveyFields({ questions, ...survey }: SurveyContent): JsonObject {
  return { ...survey, questions: questions.map(({ index: _, ...question }) => inOrder(question)) }
}

/** The text of a file that has this survey. */
export async function formatSurvey(survey: SurveyContent): Promise<string> {
  const { stringify } = await import('yaml')
  return stringify(surveyFields(survey), { lineWidth: 0 })
}

function inOrder(question: JsonObject): JsonObject {
  const known = QUESTION_FIELDS.filter(name => question[name] !== undefined).map(name => [name, question[name]])
  return { ...Object.fromEntries(known), ...question }
}
