import { randomUUID } from 'node:crypto'
import { type Browser, PASSWORD, publish, sendWith, submitForm } from '../account/browser.ts'
import { bodyOf } from '../api/fixtures.ts'
import { call } from '../harness.ts'
import { cookieIn } from '../http.ts'

/** A running server, of any version. */
export interface Server {
  readonly baseUrl: string
}

/** Credentials for reading what is in a stored database. */
export interface Access {
  readonly email: string
  readonly token: string
}

/** The server’s responses by path: status and body. */
export type Observations = Readonly<Record<string, unknown>>

/** Uses questions of each type, with and without options of their own. */
const QUESTIONS = [
  { type: 'multiple_choice', text: 'What do you eat?', options: ['Soup', 'Salad', 'Ünïcode 🥗', 'Nothing'] },
  { type: 'rating', text: 'How good was it?' },
  { type: 'free_text', text: 'Why?', requirement: { mode: 'optional' } },
  { type: 'upvoted_question', text: 'What should we ask the cook?' },
  { type: 'upvoted_question', text: 'And the waiter?', moderated: true },
  {
    type: 'free_text',
    text: 'Which soup?',
    requirement: { mode: 'conditional', when: { op: 'all', conditions: [{ questionIndex: 0, values: ['Soup'] }] } },
    note: { ours: [1.5] },
  },
]
/** The positions of the boards among the questions. */
const BOARDS = [3, 4]
const ANSWERS = [
  ['Soup', 9, 'Warm, and it says\n"hello"', null, null, 'Leek'],
  ['Salad', 3, '', null, null, ''],
  ['Ünïcode 🥗', 10, '日本語 и кириллица', null, null, ''],
  ['Nothing', 1, "Robert'); drop table response;--", null, null, ''],
  ['Soup', 7, 'ok', null, null, 'Tomato'],
  ['Soup', 7, 'ok', null, null, 'Tomato'],
]

/**
 * Uses every part of the service that stores something, as its callers, respondents and creators do.
 * @param slug of a survey that is published
 */
export async function fill(server: Server, { email, token }: Access, slug = 'by-draft'): Promise<void> {
  const post = async (path: string, body: unknown, status: number) =>
    bodyOf<{ id: string; admin_token: string }>(await call(server, 'POST', path, { token, body }), status)
  const survey = { title: 'Lunch ü', questions: QUESTIONS, theme: 'rose' }
  const headers = { 'idempotency-key': randomUUID() }
  const made = await call(server, 'POST', '/api/v1/surveys', { token, body: survey, headers })
  const { id, admin_token: adminToken } = bodyOf<{ id: string; admin_token: string }>(made, 201)
  for (const answers of ANSWERS) bodyOf(await call(server, 'POST', `/s/${id}/responses`, { body: { answers } }), 201)
  await fillBoards(server, id)
  const { id: closed } = await post('/api/v1/surveys', { title: 'Closed', questions: [QUESTIONS[1]] }, 201)
  bodyOf(await call(server, 'POST', `/s/${closed}/responses`, { body: { answers: [4] } }), 201)
  bodyOf(await call(server, 'PATCH', `/api/v1/surveys/${closed}`, { token, body: { status: 'closed' } }))
  await post('/api/v1/templates', { name: 'Weekly', questions: QUESTIONS }, 201)
  bodyOf(await call(server, 'POST', `/admin/api/${id}/projector`, { token: adminToken }))
  const browser = await signIn(server, email)
  const draft = { title: 'Not yet', questions: [{ type: 'rating', text: '' }], theme: null }
  bodyOf(await browser.send('POST', '/drafts', draft), 201)
  await publish(browser, { title: 'From a draft', questions: [QUESTIONS[1]] }, slug)
}

async function fillBoards(server: Server, id: string): Promise<void> {
  const ask = async (index: number, text: string) =>
    bodyOf<{ id: string }>(await call(server, 'POST', `/s/${id}/board/${index}`, { body: { text } }), 201).id
  const items = [await ask(3, 'Is there more?'), await ask(3, 'What is in it?')]
  await ask(4, 'May I pay?')
  for (const item of [items[1], items[1], items[0]])
    bodyOf(await call(server, 'PUT', `/s/${id}/board/3/${item}/vote`, { body: { voter: randomUUID() } }))
}

/** Signs in with the password shared by all stored accounts. */
async function signIn(server: Server, email: string): Promise<Pick<Browser, 'send'>> {
  const { status, headers, text } = await submitForm(server, '/sign-in', { email, password: PASSWORD })
  if (status !== 303) throw new Error(`sign-in: ${status} ${text}`)
  return { send: sendWith(server, cookieIn(headers)) }
}

interface Listed {
  readonly id: string
  readonly admin_token: string
}

const LIST = '/api/v1/surveys?include_admin=1&include_closed=1'

/** Reads everything accessible to an account’s holder and callers that `fill` has created. */
export async function observe(server: Server, { email, token }: Access): Promise<Observations> {
  const observed: Record<string, unknown> = {}
  const read = async (path: string, credential?: string) => {
    const { status, text } = await call(server, 'GET', path, credential === undefined ? {} : { token: credential })
    const body = text.replaceAll(server.baseUrl, 'http://localhost')
    observed[path] = [status, body.startsWith('{') || body.startsWith('[') ? JSON.parse(body) : body]
    return observed[path]
  }
  for (const path of ['/api/v1/me', '/api/v1/templates']) await read(path, token)
  const [, { surveys }] = (await read(LIST, token)) as [number, { surveys: readonly Listed[] }]
  for (const { id, admin_token: adminToken } of surveys) {
    const [, { questions }] = (await read(`/api/v1/surveys/${id}`, token)) as [number, { questions: unknown[] }]
    await read(`/api/v1/surveys/${id}?view=aggregate`, token)
    for (const path of ['/export.csv', '/export-boards.csv', '/responses'])
      await read(`/admin/api/${id}${path}`, adminToken)
    for (const index of questions.keys()) if (BOARDS.includes(index)) await read(`/s/${id}/board/${index}`)
  }
  const browser = await signIn(server, email)
  for (const path of ['/drafts', '/templates']) {
    const { status, body } = await browser.send('GET', path)
    observed[`/app/api${path}`] = [status, body]
  }
  return observed
}
