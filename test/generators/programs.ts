/** How to generate code from `openapi.json` in a folder, and a program that uses it. */
export interface Generator {
  /** The program of the generator, from the folder that has `node_modules`, and its arguments. */
  readonly command: readonly [program: string, ...args: string[]]
  /** Whose `node_modules`: a folder in `tools`, or the project. */
  readonly packages: 'generators' | 'project'
  /** A configuration, by name. */
  readonly files?: Readonly<Record<string, string>>
  readonly program: string
}

/**
 * What every program does, once `create`, `change`, `full` and `aggregate` are defined on the generated code: the
 * question has an unknown property, and a change sends it back as it was read.
 */
const COMMON = `
const survey = (slug: string): NewSurvey => ({ title: 'Retro', slug, questions: [{ type: 'rating', text: 'How good?', scale: 5 }] })

export async function use(slug: string, respond: () => Promise<unknown>) {
  await create(survey(slug))
  const refusal = await create(survey(slug))
  const { questions } = await full(slug)
  await change(slug, { questions: questions.map(question => ({ ...question, text: question.text + ' Really?' })) })
  await respond()
  const read = await aggregate(slug)
  const [question, result] = [read.questions[0], read.results[0]]
  return { refusal, text: question?.text, scale: question?.scale, mean: result?.type === 'rating' ? result.mean : null }
}

export const REFUSED_BY_THE_COMPILER: NewSurvey[] = [
  // @ts-expect-error: there is no such type
  { title: 'Retro', questions: [{ type: 'matrix', text: 'Which?' }] },
  // @ts-expect-error: a choice has options
  { title: 'Retro', questions: [{ type: 'multiple_choice', text: 'Which?' }] },
]
`

/**
 * Both views of a survey, of clients whose methods have the names of the operations and return a `status` and `data`.
 * A survey that has not changed comes without data, to those who ask for that.
 */
const READS = `async function full(id: string) {
  const read = await api.readSurvey(id)
  if (read.status !== 200 || !('responses' in read.data)) throw new Error('not the full view')
  return read.data
}
async function aggregate(id: string) {
  const read = await api.readSurvey(id, { view: 'aggregate' })
  if (read.status !== 200 || !('results' in read.data)) throw new Error('not the aggregate view')
  return read.data
}`

export const GENERATORS: Readonly<Record<string, Generator>> = {
  'openapi-typescript': {
    packages: 'project',
    command: ['openapi-typescript/bin/cli.js', 'openapi.json', '--output', 'soundings.ts'],
    program: `
import createClient from 'openapi-fetch'
import type { components, paths } from './soundings'

type NewSurvey = components['schemas']['NewSurvey']
const client = createClient<paths>({ baseUrl: BASE_URL, headers: { authorization: 'Bearer ' + TOKEN } })

async function create(body: NewSurvey) {
  const { error } = await client.POST('/api/v1/surveys', { body })
  return error?.code
}
async function change(id: string, body: components['schemas']['SurveyChange']) {
  const { error } = await client.PATCH('/api/v1/surveys/{id}', { params: { path: { id } }, body })
  if (error !== undefined) throw new Error(error.error)
}
async function full(id: string) {
  const { data } = await client.GET('/api/v1/surveys/{id}', { params: { path: { id } } })
  if (data === undefined || !('responses' in data)) throw new Error('not the full view')
  return data
}
async function aggregate(id: string) {
  const { data } = await client.GET('/api/v1/surveys/{id}', { params: { path: { id }, query: { view: 'aggregate' } } })
  if (data === undefined || !('results' in data)) throw new Error('not the aggregate view')
  return data
}`,
  },
  oazapfts: {
    packages: 'project',
    command: ['oazapfts/dist/cli.js', 'openapi.json', 'soundings.ts', '--futureStripLegacyMethods'],
    program: `
import * as api from './soundings'

type NewSurvey = api.NewSurvey
api.defaults.headers = { authorization: 'Bearer ' + TOKEN }

async function create(body: NewSurvey) {
  const { data } = await api.createSurvey(body)
  return 'error' in data ? data.code : undefined
}
async function change(id: string, body: api.SurveyChange) {
  const { data } = await api.changeSurvey(id, body)
  if ('error' in data) throw new Error(data.error)
}
${READS}`,
  },
  '@hey-api/openapi-ts': {
    packages: 'generators',
    command: [
      '@hey-api/openapi-ts/bin/run.js',
      ...['--input', 'openapi.json', '--output', 'soundings', '--client', '@hey-api/client-fetch', '--silent'],
    ],
    program: `
import { client } from './soundings/client.gen'
import { changeSurvey, createSurvey, readSurvey } from './soundings/sdk.gen'
import type { NewSurvey, SurveyChange } from './soundings/types.gen'

client.setConfig({ auth: TOKEN })

async function create(body: NewSurvey) {
  const { error } = await createSurvey({ body })
  return error?.code
}
async function change(id: string, body: SurveyChange) {
  const { error } = await changeSurvey({ path: { id }, body })
  if (error !== undefined) throw new Error(error.error)
}
async function full(id: string) {
  const { data } = await readSurvey({ path: { id } })
  if (data === undefined || !('responses' in data)) throw new Error('not the full view')
  return data
}
async function aggregate(id: string) {
  const { data } = await readSurvey({ path: { id }, query: { view: 'aggregate' } })
  if (data === undefined || !('results' in data)) throw new Error('not the aggregate view')
  return data
}`,
  },
  orval: {
    packages: 'generators',
    command: ['orval/dist/bin/orval.mjs', '--config', 'orval.config.mjs'],
    files: {
      'orval.config.mjs': `export default {
  soundings: {
    input: './openapi.json',
    output: { target: './soundings.ts', client: 'fetch', baseUrl: { getBaseUrlFromSpecification: true } },
  },
}`,
    },
    program: `
import { changeSurvey, createSurvey, readSurvey } from './soundings'
import type { NewSurvey, ReadSurveyParams, SurveyChange } from './soundings'

const headers = { authorization: 'Bearer ' + TOKEN }

async function create(body: NewSurvey) {
  const { data } = await createSurvey(body, { headers })
  return 'error' in data ? data.code : undefined
}
async function change(id: string, body: SurveyChange) {
  const { status, data } = await changeSurvey(id, body, { headers })
  if (status !== 200) throw new Error(data.error)
}
const api = { readSurvey: (id: string, view?: ReadSurveyParams) => readSurvey(id, view, { headers }) }
${READS}`,
  },
  'swagger-typescript-api': {
    packages: 'generators',
    command: [
      'swagger-typescript-api/dist/cli.mjs',
      ...['generate', '--path', 'openapi.json', '--output', '.', '--name', 'soundings.ts', '--silent'],
    ],
    program: `
import { Api, type ErrorBody, type HttpResponse, type NewSurvey, type SurveyChange } from './soundings'

const { api } = new Api({ baseApiParams: { headers: { authorization: 'Bearer ' + TOKEN } } })

async function create(body: NewSurvey) {
  return api.createSurvey(body).then(() => undefined, (failed: HttpResponse<unknown, ErrorBody>) => failed.error.code)
}
async function change(id: string, body: SurveyChange) {
  await api.changeSurvey(id, body)
}
${READS}`,
  },
}

/** Generators of validators, whose program validates a question with an unknown property. */
export const VALIDATORS: Readonly<Record<string, Generator>> = {
  'orval for zod': {
    packages: 'generators',
    command: ['orval/dist/bin/orval.mjs', '--config', 'orval.config.mjs'],
    files: {
      'orval.config.mjs': `export default {
  soundings: { input: './openapi.json', output: { target: './soundings.ts', client: 'zod' } },
}`,
    },
    program: `
import { CreateSurveyBody } from './soundings'

export const parse = (survey: unknown) => CreateSurveyBody.parse(survey)`,
  },
  '@hey-api/openapi-ts for zod': {
    packages: 'generators',
    command: [
      '@hey-api/openapi-ts/bin/run.js',
      ...['--input', 'openapi.json', '--output', 'soundings', '--plugins', 'zod', '--silent'],
    ],
    program: `
import { zNewSurvey } from './soundings/zod.gen'

export const parse = (survey: unknown) => zNewSurvey.parse(survey)`,
  },
}

/** The whole program, for a service and one of its tokens. */
export function programOf({ program }: Generator, baseUrl: string, token: string): string {
  return [`const [BASE_URL, TOKEN] = ${JSON.stringify([baseUrl, token])}`, program, COMMON].join('\n')
}
