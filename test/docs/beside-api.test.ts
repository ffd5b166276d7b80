import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { DASHBOARD } from '../../src/dashboard/reference.ts'
import { ANSWERING } from '../../src/pages/reference.ts'
import type { DescribedRoute, Reference } from '../../src/transport/reference.ts'
import { type Description, readDescription } from '../api/described.ts'
import { type Api, newApi, repeat } from '../api/fixtures.ts'
import { type Answer, call, type Service, startService } from '../harness.ts'
import { assertSnapshot } from '../snapshot.ts'
import { comparable, learn, UUID } from './example-ids.ts'
import { answeringRoutes, dashboardRoutes } from './route-patterns.ts'

const service = await startService()
after(() => service.close())

const TEAM_LUNCH = [
  { type: 'multiple_choice', text: 'Where?', options: ['Park', 'Canteen'] },
  { type: 'free_text', text: 'Anything else?', requirement: { mode: 'optional' } },
  { type: 'upvoted_question', text: 'Ask the cook', moderated: true },
]

interface Case {
  readonly name: string
  readonly reference: Reference
  readonly routes: readonly string[]
  /** Makes the surveys of the examples. @returns their admin tokens by slug */
  prepare(service: Service, api: Api): Promise<Record<string, string>>
}

const CASES: readonly Case[] = [
  { name: 'answering', reference: ANSWERING, routes: await answeringRoutes(), prepare: prepareLunch },
  { name: 'dashboard-api', reference: DASHBOARD, routes: await dashboardRoutes(), prepare: prepareTeamLunch },
]

for (const { name, reference, routes, prepare } of CASES)
  describe(`the reference of ${name} [docs-beside-api]`, () => {
    test('has every route, and no other', async () => {
      const described = [...Object.keys(reference.routes), ...Object.keys(reference.pages)]
      assert.deepEqual(described.sort(), [...routes].sort())
      const { text } = await call(service, 'GET', `/docs/${name}.md`)
      for (const route of described) assert.ok(text.includes(`\`${route}\``), route)
    })

    test('is the committed OpenAPI document', async () => {
      const { published, document } = await readDescription(service, `/docs/${name}.json`)
      assert.match(published.headers.get('content-type') ?? '', /^application\/json\b/)
      assert.match(document.openapi, /^3\.1\.\d+$/)
      const text = `${JSON.stringify(published.body, null, 2)}\n`
      assertSnapshot(`${name}.json`, text.replaceAll(service.baseUrl, 'http://localhost:3000'))
    })

    test('has an example of every route; sent in order, they are answered as they say', async t => {
      const own = await startService()
      t.after(() => own.close())
      const description = await readDescription(own, `/docs/${name}.json`)
      const tokens = await prepare(own, await newApi(own))
      const { examples } = reference
      assert.deepEqual(Object.keys(examples).sort(), idsOf(reference).sort())
      const known = new Map<string, string>()
      for (const id of Object.keys(examples)) {
        const request = requestOf(reference, id, known)
        const slug = examples[id]?.path?.slug ?? reference.parameters.slug?.example ?? ''
        const answer = await sent(own, request, request.route.isOpen ? undefined : tokens[slug])
        assertFits(description, request, answer)
        const example = examples[id]?.answer
        if (typeof example === 'string')
          assert.ok(answer.text.replace(UUID, 'an-id').includes(example.replace(UUID, 'an-id')), answer.text)
        if (typeof example !== 'object') continue
        if (answer.body.admin_token !== undefined) tokens[slug] = String(answer.body.admin_token)
        learn(example, answer.body, known)
        assert.deepEqual(comparable(answer.body, own), comparable(example, own), id)
      }
    })
  })

interface Request {
  readonly method: string
  readonly pattern: string
  readonly path: string
  readonly route: DescribedRoute
  readonly body: object | undefined
  readonly headers: Record<string, string>
}

function idsOf({ routes }: Reference): string[] {
  return Object.values(routes).map(({ id }) => id)
}

/** @param known the ids that there are, by those of the examples */
function requestOf(reference: Reference, id: string, known: ReadonlyMap<string, string>): Request {
  const [key, route] = Object.entries(reference.routes).find(([, one]) => one.id === id) ?? assert.fail(id)
  const [method = '', pattern = ''] = key.split(' ')
  const { path: own = {}, query = '', body, headers = {} } = reference.examples[id] ?? {}
  const filled = pattern.replace(/\{(\w+)\}/g, (_, name) => {
    const value = own[name] ?? reference.parameters[name]?.example ?? assert.fail(name)
    return known.get(value) ?? value
  })
  return { method, pattern, path: query === '' ? filled : `${filled}?${query}`, route, body, headers }
}

/** What was answered; of a stream, how it begins. */
async function sent(own: Service, request: Request, token: string | undefined): Promise<Answer> {
  const { method, path, route, body, headers } = request
  const credential = token === undefined ? {} : { token }
  if (route.answer.events === undefined) return call(own, method, path, { ...credential, body, headers })
  const aborting = new AbortController()
  const authorization: Record<string, string> = token === undefined ? {} : { authorization: `Bearer ${token}` }
  const response = await fetch(own.baseUrl + path, { headers: authorization, signal: aborting.signal })
  const reader = response.body?.getReader()
  let text = ''
  while (!text.includes('event: board')) text += new TextDecoder().decode((await reader?.read())?.value)
  aborting.abort()
  return { status: response.status, headers: response.headers, text, body: {} } as Answer
}

/** Holds an answer to what is described of its status. */
function assertFits({ document, ofResponses, ofRequests }: Description, request: Request, answer: Answer): void {
  const { method, pattern, route, body } = request
  const at = `#/paths/${pattern.replaceAll('/', '~1')}/${method.toLowerCase()}`
  const validSchema = (validate: ReturnType<Description['ofResponses']>, value: unknown, of: string) =>
    assert.ok(validate(value), `${route.id} ${of}: ${JSON.stringify(validate.errors)}`)
  assert.equal(answer.status, route.answer.status, `${route.id}: ${answer.text}`)
  if (body !== undefined) validSchema(ofRequests(`${at}/requestBody/content/application~1json/schema`), body, 'body')
  const { events, files = [], schema } = route.answer
  const { content = {} } = document.paths[pattern]?.[method.toLowerCase()]?.responses[answer.status] ?? {}
  const type = answer.headers.get('content-type') ?? ''
  if (schema !== undefined) {
    assert.match(type, /^application\/json\b/)
    validSchema(ofResponses(`${at}/responses/${answer.status}/content/application~1json/schema`), answer.body, 'answer')
  } else if (events !== undefined) {
    assert.match(type, /^text\/event-stream\b/)
    for (const [, name = '', data = ''] of answer.text.matchAll(/^event: (\w+)\n(?:id: .*\n)?data: (.*)$/gm)) {
      const { $ref = '' } = (events[name]?.data ?? assert.fail(name)) as { $ref?: string }
      validSchema(ofResponses(`#/components/schemas/${$ref}`), JSON.parse(data), name)
    }
  } else if (files.length > 0)
    assert.ok(files.includes(type.replace(/; charset=utf-8; header=present$|; header=present$/, '')), type)
  else assert.equal(answer.text, '')
  assert.equal(Object.keys(content).length > 0, answer.status !== 204, route.id)
}

async function prepareLunch(_: Service, api: Api): Promise<Record<string, string>> {
  const questions = [
    { type: 'multiple_choice', text: 'Where?', options: ['Park', 'Canteen'] },
    { type: 'rating', text: 'How hungry?', requirement: { mode: 'optional' } },
    { type: 'upvoted_question', text: 'Ask the cook' },
  ]
  const { admin_token } = await api.create(questions, { title: 'Lunch on Friday', slug: 'friday-lunch' })
  return { 'friday-lunch': admin_token }
}

async function prepareTeamLunch(own: Service, api: Api): Promise<Record<string, string>> {
  const { admin_token } = await api.create(TEAM_LUNCH, { title: 'Team lunch', slug: 'team-lunch' })
  for (const place of ['Park', 'Canteen'])
    await repeat(5, () => call(own, 'POST', '/s/team-lunch/responses', { body: { answers: [place, 'A blanket'] } }))
  await call(own, 'POST', '/s/team-lunch/board/2', { body: { text: 'Is there soup?' } })
  const lecture = await api.create([TEAM_LUNCH[0] ?? {}], { title: 'Physics', slug: 'physics-3' })
  await call(own, 'PATCH', '/admin/api/physics-3', { token: lecture.admin_token, body: { paced: true } })
  return { 'team-lunch': admin_token, 'physics-3': lecture.admin_token }
}

describe('errors of routes [docs-beside-api]', () => {
  const refused: readonly [
    id: string,
    status: number,
    what: { path?: string; query?: string; body?: unknown; token?: string },
  ][] = [
    ['submitResponse', 400, { body: { answers: ['Rooftop', 11] } }],
    ['submitResponse', 400, { body: { answers: 'Park' } }],
    ['submitResponse', 400, { body: { answers: ['Park', 1, null, null] } }],
    ['submitResponse', 400, { body: { answers: ['Park'], key: 'mine' } }],
    ['submitResponse', 404, { body: { answers: [] }, path: '/s/no-such-lunch/responses' }],
    ['submitResponse', 409, { body: { answers: ['Park'] }, path: '/s/closed-lunch/responses' }],
    ['submitResponse', 409, { body: { answers: ['Park'] }, path: '/s/expired-lunch/responses' }],
    ['readPublicSurvey', 404, { path: '/s/no-such-lunch' }],
    ['readBoard', 404, { query: 'page=none' }],
    ['askQuestion', 400, { body: { text: ' ' } }],
    ['askQuestion', 400, { body: { text: 'x'.repeat(501) } }],
    ['askQuestion', 400, { body: { text: 'a\0b' } }],
    ['askQuestion', 400, { body: { text: 'Why?', key: 5 } }],
    ['giveVote', 400, { body: { voter: 'me' } }],
    ['withdrawVote', 400, { body: {} }],
    ['followSurvey', 404, { path: '/s/no-such-lunch/events' }],
    ['readDashboard', 401, { token: '' }],
    ['readDashboard', 404, { token: 'wrong' }],
    ['changeDashboard', 400, { body: {} }],
    ['changeDashboard', 400, { body: { status: 'gone' } }],
    ['changeDashboard', 400, { body: { archived: 1 } }],
    ['changeDashboard', 400, { body: { theme: 'none' } }],
    ['changeDashboard', 400, { body: { expires_at: 'soon' } }],
    ['changeDashboard', 400, { body: { share_results: 'now' } }],
    ['changeDashboard', 400, { body: { results_revealed: 1 } }],
    ['changeDashboard', 400, { body: { shared_device: 1 } }],
    ['listResponses', 400, { query: 'after=none' }],
    ['listResponses', 400, { query: 'limit=1001' }],
    ['compareResults', 400, { query: 'question=0&answer=Rooftop' }],
    ['compareResults', 409, { query: 'question=0&answer=Park' }],
    ['moderateQuestion', 400, { body: { state: 'gone' } }],
    ['changeWords', 400, { body: {} }],
    ['removeResponse', 404, {}],
    ['readProjection', 404, {}],
    ['followProjection', 404, {}],
    ['stepByRemote', 404, { body: { screen: '1' } }],
  ]

  test('are described where they occur, with their codes', async t => {
    const own = await startService()
    t.after(() => own.close())
    const api = await newApi(own)
    await prepareLunch(own, api)
    for (const slug of ['closed-lunch', 'expired-lunch'])
      await api.create([{ type: 'free_text', text: 'Where?' }], { title: 'Lunch', slug })
    await api.patch('/surveys/closed-lunch', { status: 'closed' })
    await own.setExpiry('expired-lunch', own.clock.now() - 1)
    const { admin_token: token } = await api.create(TEAM_LUNCH, { title: 'Team lunch', slug: 'team-lunch' })
    const item = ANSWERING.parameters.item?.example ?? ''
    const ask = async (slug: string) => {
      const asked = await call(own, 'POST', `/s/${slug}/board/2`, { body: { text: 'Is there soup?' } })
      return new Map([[item, String(asked.body.id)]])
    }
    const items = new Map([
      [ANSWERING, await ask('friday-lunch')],
      [DASHBOARD, await ask('team-lunch')],
    ])
    const described = await Promise.all(
      CASES.map(async ({ name, reference }) => ({
        reference,
        description: await readDescription(own, `/docs/${name}.json`),
      })),
    )
    for (const [id, status, what] of refused) {
      const { reference, description } =
        described.find(({ reference }) => idsOf(reference).includes(id)) ?? assert.fail(id)
      const { method, pattern, path, route } = requestOf(reference, id, items.get(reference) ?? assert.fail())
      const [plain = ''] = path.split('?')
      const target = (what.path ?? plain) + (what.query === undefined ? '' : `?${what.query}`)
      const credential = what.token === '' || route.isOpen ? {} : { token: what.token ?? token }
      const headers = { accept: 'application/json' }
      const answer = await call(own, method, target, { ...credential, headers, body: what.body })
      assert.equal(answer.status, status, `${id}: ${answer.text}`)
      const at = `#/paths/${pattern.replaceAll('/', '~1')}/${method.toLowerCase()}/responses/${answer.status}`
      const { description: said = '' } =
        description.document.paths[pattern]?.[method.toLowerCase()]?.responses[answer.status] ?? {}
      const { error = '', code } = answer.body as { error?: string; code?: string }
      const expected = code === undefined ? `\`${error}\`` : `\`${error}\` (\`${code}\`)`
      assert.ok(said.split('; ').includes(expected), `${id} ${answer.status}: ${expected} is not in ${said}`)
      const validate = description.ofResponses(`${at}/content/application~1json/schema`)
      assert.ok(validate(answer.body), `${answer.text}: ${JSON.stringify(validate.errors)}`)
    }
  })
})
