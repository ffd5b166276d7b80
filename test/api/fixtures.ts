import assert from 'node:assert/strict'
import { type Answer, type Caller, type CallerOptions, call, type Service } from '../harness.ts'

/** API calls with one token; paths are relative to /api/v1. */
export interface Api {
  readonly caller: Caller
  get(path: string): Promise<Answer>
  post(path: string, body?: unknown): Promise<Answer>
  patch(path: string, body?: unknown): Promise<Answer>
  /** Creates a survey and returns the response body. */
  create(questions: readonly object[], more?: object): Promise<Created>
  /** Saves questions as a template and returns the response body. */
  saveTemplate(questions: readonly object[], more?: object): Promise<Template>
  read(id: string): Promise<Detail>
  aggregate(id: string): Promise<Aggregate>
  list(query?: string): Promise<ListItem[]>
  templates(): Promise<Template[]>
}

export interface Created {
  readonly id: string
  readonly title: string
  readonly url: string
  readonly admin_token: string
  readonly admin_url: string
  readonly created_at: string
  readonly theme: unknown
}

export interface Question {
  readonly index: number
  readonly text: string
  readonly [property: string]: unknown
}

export interface Row {
  readonly id: string
  readonly submitted_at: string
  readonly answers: readonly unknown[]
}

export interface Detail {
  readonly id: string
  readonly title: string
  readonly status: string
  readonly created_at: string
  readonly expires_at: string | null
  readonly url: string
  readonly questions: readonly Question[]
  readonly response_count: number
  readonly responses: readonly Row[]
  readonly theme: unknown
}

interface Aggregate extends Omit<Detail, 'responses'> {
  readonly results: readonly Result[]
}

interface Result {
  readonly answered: number
  readonly mean?: number | null
  readonly tally?: readonly { readonly option: string; readonly count: number }[]
  readonly distribution?: readonly { readonly value: number; readonly count: number }[]
  readonly [member: string]: unknown
}

interface ListItem {
  readonly id: string
  readonly status: string
  readonly response_count: number
  readonly admin_token?: string
  readonly admin_url?: string
}

export interface Template {
  readonly id: string
  readonly name: string
  readonly questions: readonly Question[]
  readonly created_at: string
  readonly updated_at: string
}

export async function newApi(service: Service, options?: CallerOptions): Promise<Api> {
  return apiOf(service, await service.newCaller(options))
}

export function apiOf(service: Pick<Service, 'baseUrl'>, caller: Caller): Api {
  const send = (method: string, path: string, body?: unknown) =>
    call(service, method, `/api/v1${path}`, { token: caller.token, body })
  const get = (path: string) => send('GET', path)
  return {
    caller,
    get,
    post: (path, body) => send('POST', path, body),
    patch: (path, body) => send('PATCH', path, body),
    create: async (questions, more) =>
      bodyOf<Created>(await send('POST', '/surveys', { title: 'Survey', questions, ...more }), 201),
    saveTemplate: async (questions, more) =>
      bodyOf<Template>(await send('POST', '/templates', { name: 'Template', questions, ...more }), 201),
    read: async id => bodyOf<Detail>(await get(`/surveys/${id}`)),
    aggregate: async id => bodyOf<Aggregate>(await get(`/surveys/${id}?view=aggregate`)),
    list: async (query = '') => bodyOf<{ surveys: ListItem[] }>(await get(`/surveys${query}`)).surveys,
    templates: async () => bodyOf<{ templates: Template[] }>(await get('/templates')).templates,
  }
}

/** The body of a response, which must have this status. */
export function bodyOf<T>(answer: Answer, status = 200): T {
  assert.equal(answer.status, status, answer.text)
  return answer.body as unknown as T
}

/** Asserts the status and the whole body of a refusal. */
export function assertRefused(answer: Answer, status: number, error: string, code?: string): void {
  const body = code === undefined ? { error } : { error, code }
  assert.deepEqual({ status: answer.status, body: answer.body }, { status, body })
}

/** Asserts a 400 whose text the contract leaves to the service; `reason` is the text we expect. */
export function assertInvalid(answer: Answer, reason: RegExp = /\S/): void {
  const { error, ...rest } = bodyOf<{ error: string }>(answer, 400)
  assert.match(error, reason)
  assert.deepEqual(rest, {})
}

export function submit(service: Pick<Service, 'baseUrl'>, slug: string, answers: unknown, more?: object) {
  return call(service, 'POST', `/s/${slug}/responses`, { body: { answers, ...more } })
}

/** Submits a response that is kept, and returns its row. */
export async function kept(service: Pick<Service, 'baseUrl'>, slug: string, answers: unknown, more?: object) {
  return bodyOf<Row>(await submit(service, slug, answers, more), 201)
}

export const choice = (text = 'Coming?', options: unknown = ['Yes', 'No'], more?: object) => ({
  type: 'multiple_choice',
  text,
  options,
  ...more,
})
export const rating = (text = 'How good?', more?: object) => ({ type: 'rating', text, ...more })
export const freeText = (text = 'Why?', more?: object) => ({ type: 'free_text', text, ...more })
export const board = (text = 'Your questions', more?: object) => ({ type: 'upvoted_question', text, ...more })

export const optional = { requirement: { mode: 'optional' } }

/** A rule: required when these conditions match, each with a question’s position and values. */
export function requiredWhen(op: 'all' | 'any', ...conditions: readonly (readonly [number, ...string[]])[]) {
  const written = conditions.map(([questionIndex, ...values]) => ({ questionIndex, values }))
  return { requirement: { mode: 'conditional', when: { op, conditions: written } } }
}

/** Questions as they are read back: as sent, each with its index. */
export function indexed(questions: readonly object[]): object[] {
  return questions.map((question, index) => ({ ...question, index }))
}

/** The ten endpoints of the API; `{survey}` and `{template}` stand for ids. */
export const endpoints = [
  { method: 'GET', path: '/me', scope: 'either' },
  { method: 'GET', path: '/surveys', scope: 'surveys:read' },
  { method: 'POST', path: '/surveys', scope: 'surveys:write' },
  { method: 'GET', path: '/surveys/{survey}', scope: 'surveys:read' },
  { method: 'PATCH', path: '/surveys/{survey}', scope: 'surveys:write' },
  { method: 'POST', path: '/surveys/{survey}/clone', scope: 'surveys:write' },
  { method: 'POST', path: '/surveys/{survey}/save-as-template', scope: 'surveys:write' },
  { method: 'GET', path: '/templates', scope: 'surveys:read' },
  { method: 'POST', path: '/templates', scope: 'surveys:write' },
  { method: 'POST', path: '/templates/{template}/launch', scope: 'surveys:write' },
] as const

/** Makes many calls, fifty at a time. */
export async function repeat(times: number, act: () => Promise<Answer>): Promise<Answer[]> {
  const answers: Answer[] = []
  while (answers.length < times) {
    answers.push(...(await Promise.all(Array.from({ length: Math.min(50, times - answers.length) }, act))))
  }
  return answers
}

export const UUID_V4 = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/
export const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/
export const HOUR = 3_600_000
