import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { assertDescribed, describedName, operationOf, readDescription } from '../api/described.ts'
import {
  type Api,
  board,
  choice,
  endpoints,
  freeText,
  HOUR,
  indexed,
  kept,
  newApi,
  optional,
  rating,
  repeat,
  requiredWhen,
} from '../api/fixtures.ts'
import { type Answer, call, startService } from '../harness.ts'
import { deleteTemplate, setStoredBytes } from '../setup/surveys.ts'

const service = await startService({ checksHost: true, accountStorage: 1_000_000_000 })
after(() => service.close())

const description = await readDescription(service)

const strange = '"big":12345678901234567890,"huge":1e400,"deep":{"a":[null,{}]},"__proto__":{"a":1}'
const questions = [
  choice('Coming?', ['Yes', 'No'], { index: 'first', note: [1] }),
  rating('How good?', { options: 5, moderated: 'yes', scale: 5, ...optional }),
  freeText('Why?', requiredWhen('any', [0, 'No'])),
  freeText('And?', { requirement: { mode: 'optional', when: 5 } }),
  board('Ask', { moderated: true, options: null }),
]
const carried = indexed(questions)
const valid = { title: 'Survey', name: 'Template', questions }
const pair = { primary: '#000000', background: '#ffffff', more: 1 }

const owner = await newApi(service)
const spent = await newApi(service)
await repeat(600, () => spent.get('/me'))
const slugless = await newApi(service)
await repeat(30, () => slugless.post('/surveys', { slug: null }))
const lapsed = await newApi(service)
await service.setEntitledUntil(lapsed.caller.accountId, null)
const reader = await newApi(service, { scope: 'surveys:read' })
const writer = await newApi(service, { scope: 'surveys:write' })
const full = await newApi(service)
const fullSurvey = await full.create(questions)
const fullTemplate = await full.saveTemplate(questions)
await service.fillSurveys(full.caller.accountId, 499)
await service.fillTemplates(full.caller.accountId, 199)

const stuffed = await newApi(service)
const stuffedSurvey = await stuffed.create(questions)
const stuffedTemplate = await stuffed.saveTemplate(questions)
await setStoredBytes(service, stuffed.caller.accountId, 2_000_000_000)

const empty = await owner.create(questions)
const { id } = await owner.create(questions, { theme: pair })
await kept(service, id, ['No', 10, 'because', '<b>'])
await kept(service, id, ['Yes'])
const raw = await owner.post('/surveys', `{"title":"Raw","questions":[{"type":"rating","text":"?",${strange}}]}`)
const rawId = String(raw.body.id)
const expired = await owner.create(questions)
await kept(service, expired.id, ['Yes'])
await service.setExpiry(expired.id, service.clock.now() - HOUR)
const template = await owner.saveTemplate(questions)

type Send = (api: Api) => Promise<Answer>
type Drive = readonly [status: number, api: Api, send: Send]

/** Each endpoint with every possible response, except those caused by the storage. */
const drives: Record<string, Drive[]> = {
  'GET /me': [
    [200, owner, api => api.get('/me')],
    [200, reader, api => api.get('/me')],
  ],
  'GET /surveys': [
    [200, owner, api => api.get('/surveys')],
    [200, owner, api => api.get('/surveys?include_admin=1')],
    [200, reader, api => api.get('/surveys')],
    [403, writer, api => api.get('/surveys')],
    [403, reader, api => api.get('/surveys?include_admin=1')],
  ],
  'POST /surveys': [
    [201, owner, api => api.post('/surveys', valid)],
    [201, owner, api => api.post('/surveys', { ...valid, theme: pair, slug: 'described-survey' })],
    [201, owner, api => api.post('/surveys', { ...valid, theme: 'rose', unknown: [] })],
    [403, reader, api => api.post('/surveys', valid)],
    [409, owner, api => api.post('/surveys', { ...valid, slug: id })],
    [404, owner, keyed('/surveys', 'gone')],
    [409, full, api => api.post('/surveys', valid)],
    [409, stuffed, api => api.post('/surveys', valid)],
    [429, slugless, api => api.post('/surveys', { ...valid, slug: 'described-other' })],
  ],
  'GET /surveys/{survey}': [
    [200, owner, api => api.get(`/surveys/${id}`)],
    [200, owner, api => api.get(`/surveys/${id}?view=aggregate`)],
    [200, owner, api => api.get(`/surveys/${empty.id}`)],
    [200, owner, api => api.get(`/surveys/${empty.id}?view=aggregate`)],
    [200, owner, api => api.get(`/surveys/${rawId}`)],
    [200, owner, api => api.get(`/surveys/${rawId}?view=aggregate`)],
    [200, owner, api => api.get(`/surveys/${expired.id}`)],
    [200, owner, api => api.get(`/surveys/${expired.id}?view=aggregate`)],
    [403, writer, api => api.get(`/surveys/${id}`)],
  ],
  'PATCH /surveys/{survey}': [
    [200, owner, api => api.patch(`/surveys/${id}`, { questions: carried })],
    [
      200,
      owner,
      api => api.patch(`/surveys/${empty.id}`, { status: 'closed', theme: pair, archived: true, questions: carried }),
    ],
    [200, owner, api => api.patch(`/surveys/${expired.id}`, { theme: 'default' })],
    [400, owner, api => api.patch(`/surveys/${id}`, { questions: [rating()] })],
    [400, owner, api => api.patch(`/surveys/${id}`, {})],
    [403, reader, api => api.patch(`/surveys/${id}`, {})],
    [409, owner, api => api.patch(`/surveys/${expired.id}`, { status: 'open' })],
    [409, stuffed, api => api.patch(`/surveys/${stuffedSurvey.id}`, { questions: [...carried, rating()] })],
  ],
  'POST /surveys/{survey}/clone': [
    [201, owner, api => api.post(`/surveys/${id}/clone`)],
    [
      201,
      owner,
      api => api.post(`/surveys/${id}/clone`, { title: 'Clone', slug: 'described-clone', theme: 'default' }),
    ],
    [403, reader, api => api.post(`/surveys/${id}/clone`)],
    [409, owner, api => api.post(`/surveys/${id}/clone`, { slug: id })],
    [409, full, api => api.post(`/surveys/${fullSurvey.id}/clone`)],
    [409, stuffed, api => api.post(`/surveys/${stuffedSurvey.id}/clone`)],
    [429, slugless, api => api.post('/surveys/none-such-here/clone', { slug: 'described-other' })],
  ],
  'POST /surveys/{survey}/save-as-template': [
    [201, owner, api => api.post(`/surveys/${id}/save-as-template`)],
    [201, owner, api => api.post(`/surveys/${rawId}/save-as-template`, { name: 'Saved' })],
    [403, reader, api => api.post(`/surveys/${id}/save-as-template`)],
    [409, full, api => api.post(`/surveys/${fullSurvey.id}/save-as-template`)],
    [409, stuffed, api => api.post(`/surveys/${stuffedSurvey.id}/save-as-template`)],
  ],
  'GET /templates': [
    [200, owner, api => api.get('/templates')],
    [200, reader, api => api.get('/templates')],
    [403, writer, api => api.get('/templates')],
  ],
  'POST /templates': [
    [201, owner, api => api.post('/templates', valid)],
    [403, reader, api => api.post('/templates', valid)],
    [404, owner, keyed('/templates', 'gone template')],
    [409, full, api => api.post('/templates', valid)],
    [409, stuffed, api => api.post('/templates', valid)],
  ],
  'POST /templates/{template}/launch': [
    [201, owner, api => api.post(`/templates/${template.id}/launch`)],
    [201, owner, api => api.post(`/templates/${template.id}/launch`, { slug: 'described-launch', theme: pair })],
    [403, reader, api => api.post(`/templates/${template.id}/launch`)],
    [409, owner, api => api.post(`/templates/${template.id}/launch`, { slug: id })],
    [409, full, api => api.post(`/templates/${fullTemplate.id}/launch`)],
    [409, stuffed, api => api.post(`/templates/${stuffedTemplate.id}/launch`)],
    [429, slugless, api => api.post('/templates/none/launch', { slug: 'described-other' })],
  ],
}

/** For each resource: one created with an idempotency key and deleted, one that still exists. */
const goneSurvey = await keyed('/surveys', 'gone')(owner)
await service.deleteSurvey(String(goneSurvey.body.id))
const goneTemplate = await keyed('/templates', 'gone template')(owner)
await deleteTemplate(service, String(goneTemplate.body.id))

/** Responses that all endpoints of a kind share. */
function commonDrives(method: string, path: string): Drive[] {
  const to = path.replace('{survey}', id).replace('{template}', template.id)
  const send = (target: string, body?: unknown) => (api: Api) =>
    call(service, method, `/api/v1${target}`, { token: api.caller.token, body })
  const drives: Drive[] = [
    [400, owner, () => call(service, method, `/api/v1${to}`, { headers: { host: 'elsewhere.example' } })],
    [401, owner, () => call(service, method, `/api/v1${to}`)],
    [403, lapsed, send(to)],
    [412, owner, withHeaders(method, to, { 'if-match': '"other"' })],
    [429, spent, send(to)],
  ]
  if (method === 'GET' && to !== '/me') drives.push([304, owner, withHeaders(method, to, { 'if-none-match': '*' })])
  if (path.includes('{'))
    drives.push([404, owner, send(path.replace(/\{.*\}/, 'none-such-here'), method === 'GET' ? undefined : {})])
  if (method === 'POST')
    drives.push(
      [201, owner, keyed(to, `key of ${to}`)],
      [201, owner, keyed(to, `key of ${to}`)],
      [409, owner, keyed(to, `key of ${to}`, { ...valid, more: 1 })],
      [400, owner, keyed(to, '')],
    )
  const encoded = { token: owner.caller.token, body: '{}', headers: { 'content-encoding': 'gzip' } }
  if (method !== 'GET') drives.push([415, owner, () => call(service, method, `/api/v1${to}`, encoded)])
  if (method !== 'GET') drives.push([400, owner, send(to, '{')], [413, owner, send(to, ' '.repeat(1_048_577))])
  return drives
}

/** A call with headers, and with a body that each operation accepts. */
function withHeaders(method: string, path: string, headers: Readonly<Record<string, string>>): Send {
  const body = method === 'GET' ? undefined : valid
  return ({ caller: { token } }) => call(service, method, `/api/v1${path}`, { token, headers, body })
}

for (const { method, path } of endpoints) {
  const all = [...(drives[`${method} ${path}`] ?? []), ...commonDrives(method, path)]
  for (const [index, [status, api, send]] of all.entries()) {
    test(`${method} ${path} answers ${status} as described (${index + 1}) [openapi-true]`, async () => {
      const answer = await send(api)
      assert.equal(answer.status, status, answer.text)
      assertDescribed(description, method, path, answer)
    })
  }

  test(`every status described for ${method} ${path} is exercised here [openapi-true, openapi-complete]`, () => {
    const { document } = description
    const driven = new Set(all.map(([status]) => describedName(document, method, path, String(status))))
    const missed = Object.keys(operationOf(document, method, path).responses).filter(name => !driven.has(name))
    assert.deepEqual(
      missed.filter(name => name !== 'default'),
      [],
    )
  })
}

function keyed(path: string, key: string, body: object = valid): Send {
  const headers = { 'idempotency-key': key }
  return ({ caller: { token } }) => call(service, 'POST', `/api/v1${path}`, { token, body, headers })
}
