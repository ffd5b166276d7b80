import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { type Answer, call, startService } from '../harness.ts'
import {
  type Api,
  assertRefused,
  board,
  bodyOf,
  type Created,
  choice,
  HOUR,
  kept,
  newApi,
  optional,
  rating,
  submit,
} from './fixtures.ts'

const service = await startService()
after(() => service.close())

const CHANGED = ['this survey has changed since it was read', 'survey_changed'] as const
const FAILED = 'the condition in If-Match or If-None-Match does not hold'

type Headers = Readonly<Record<string, string>>

const send = ({ caller }: Api, method: string, path: string, headers: Headers, body?: unknown) =>
  call(service, method, `/api/v1${path}`, { token: caller.token, headers, body })

const tagOf = ({ headers }: Answer) => headers.get('etag') ?? ''

async function oneSurvey() {
  const api = await newApi(service)
  const { id, admin_token: adminToken } = await api.create([choice(), board('Ask', optional)])
  const path = `/surveys/${id}`
  const dashboard = (method: string, below = '', more: { headers?: Headers; body?: unknown } = {}) =>
    call(service, method, `/admin/api/${id}${below}`, { token: adminToken, ...more })
  return { api, id, path, dashboard, tag: async () => tagOf(await api.get(path)) }
}

/** Everything that can be seen of the account, to show that nothing has changed. */
const everything = async (api: Api, path: string) =>
  [await api.get(path), await api.get('/surveys?include_admin=1'), await api.get('/templates')].map(({ text }) => text)

test('the tag of a survey is strong, the same in both views, and changes with everything that they show [etag-changes]', async () => {
  const { api, id, path, dashboard, tag } = await oneSurvey()
  const response = () => kept(service, id, ['Yes'])
  const { id: removed } = await response()
  const changes: Record<string, () => Promise<unknown>> = {
    theme: () => api.patch(path, { theme: 'ocean' }),
    questions: () => api.patch(path, { questions: [choice('When?', ['Yes', 'No']), board('Ask', optional)] }),
    closing: () => api.patch(path, { status: 'closed' }),
    opening: () => api.patch(path, { status: 'open' }),
    archiving: () => api.patch(path, { archived: true }),
    sharing: () => dashboard('PATCH', '', { body: { share_results: 'when_revealed' } }),
    revealing: () => dashboard('PATCH', '', { body: { results_revealed: true } }),
    deadline: () => dashboard('PATCH', '', { body: { expires_at: '2026-06-01T13:00:00Z' } }),
    'a response': response,
    'one that is removed': () => dashboard('DELETE', `/responses/${removed}`),
    'a question on a board': () => call(service, 'POST', `/s/${id}/board/1`, { body: { text: 'Why?' } }),
    'a projector link': () => dashboard('POST', '/projector'),
    'a remote link': () => dashboard('POST', '/remote'),
    'no projector link': () => dashboard('DELETE', '/projector'),
    'being taken down': () => service.takeDown(id, true),
    'being restored': () => service.takeDown(id, false),
    expiry: async () => service.clock.advance(HOUR),
  }
  const seen = [await tag()]
  for (const [name, change] of Object.entries(changes)) {
    await change()
    const now = await tag()
    assert.match(now, /^"[!#-~]+"$/, name)
    assert.ok(!seen.includes(now), name)
    assert.deepEqual([await tag(), tagOf(await api.get(`${path}?view=aggregate`))], [now, now], name)
    seen.push(now)
  }
})

test('the tags of lists change with the lists [etag-changes]', async () => {
  const { api, id, path } = await oneSurvey()
  const tags = async (path: string) => tagOf(await api.get(path))
  const lists = ['/surveys', '/surveys?include_admin=1', '/templates']
  const before = await Promise.all(lists.map(tags))
  assert.deepEqual(await Promise.all(lists.map(tags)), before)
  await kept(service, id, ['Yes'])
  await api.post(`${path}/save-as-template`)
  const after = await Promise.all(lists.map(tags))
  assert.equal(new Set([...before, ...after]).size, 6)
})

test('a list of templates in which one replaces the last has another tag [etag-changes]', async () => {
  const api = await newApi(service)
  await api.saveTemplate([rating('First?')])
  await api.saveTemplate([rating('Second?')])
  const before = await api.get('/templates')
  const [last] = bodyOf<{ templates: { id: string }[] }>(before).templates
  await service.context.store.templates.remove(api.caller.accountId, last?.id ?? '')
  await api.saveTemplate([rating('Third?')])
  assert.notEqual(tagOf(await api.get('/templates')), tagOf(before))
})

test('a read whose tag is known is 304, without a body, for GET and HEAD [if-none-match-304]', async () => {
  const { api, id, path } = await oneSurvey()
  await kept(service, id, ['Yes'])
  for (const to of [path, `${path}?view=aggregate`, '/surveys', '/templates']) {
    const tag = tagOf(await api.get(to))
    for (const known of [tag, `W/${tag}`, `"other", ${tag}`, `"other",,\t${tag} ,`, '*'])
      for (const method of ['GET', 'HEAD']) {
        const answer = await send(api, method, to, { 'if-none-match': known })
        assert.deepEqual([answer.status, answer.text, tagOf(answer)], [304, '', tag], `${method} ${to} ${known}`)
        assert.equal(answer.headers.get('cache-control'), 'no-store')
      }
    for (const unknown of ['"other"', tag.replace('"', '"x'), `W/"${tag.slice(1, -2)}"`])
      assert.equal((await send(api, 'GET', to, { 'if-none-match': unknown })).status, 200, `${to} ${unknown}`)
  }
})

test('a response that arrives ends the 304 of a survey and of the list [if-none-match-304]', async () => {
  const { api, id, path } = await oneSurvey()
  for (const to of [path, `${path}?view=aggregate`, '/surveys']) {
    const known = { 'if-none-match': tagOf(await api.get(to)) }
    await kept(service, id, ['Yes'])
    assert.equal((await send(api, 'GET', to, known)).status, 200, to)
  }
})

const changes: [name: string, method: string, below: string, body: object | undefined][] = [
  ['PATCH of the status', 'PATCH', '', { status: 'closed' }],
  ['PATCH of all four', 'PATCH', '', { status: 'closed', theme: 'rose', questions: [rating()], archived: true }],
  ['clone', 'POST', '/clone', { slug: 'conditional-clone' }],
  ['clone without a body', 'POST', '/clone', undefined],
  ['save-as-template', 'POST', '/save-as-template', { name: 'Conditional' }],
]
for (const [name, method, below, body] of changes) {
  test(`${name} of a survey that has changed is 412 and does nothing [if-match-refused, error-survey-changed]`, async () => {
    const { api, path, tag } = await oneSurvey()
    const read = await tag()
    bodyOf(await api.patch(path, { theme: 'slate' }))
    const before = await everything(api, path)
    for (const old of [read, `"other", ${read}`, `W/${await tag()}`, '"0-0"', '""'])
      assertRefused(await send(api, method, path + below, { 'if-match': old }, body), 412, ...CHANGED)
    assert.deepEqual(await everything(api, path), before)
    const { status } = await send(api, method, path + below, { 'if-match': await tag() }, body)
    assert.equal(status, method === 'PATCH' ? 200 : 201)
  })
}

test('whatever an editor can change elsewhere refuses the edit [if-match-refused]', async () => {
  const { api, path, dashboard, tag } = await oneSurvey()
  for (const body of [
    { share_results: 'when_revealed' },
    { results_revealed: true },
    { expires_at: '2027-01-01T00:00:00Z' },
    { language: 'ar' },
    { shared_device: true },
    { archived: true },
  ]) {
    const read = await tag()
    bodyOf(await dashboard('PATCH', '', { body }))
    const refused = await send(api, 'PATCH', path, { 'if-match': read }, { theme: 'rose' })
    assertRefused(refused, 412, ...CHANGED)
  }
})

test('what respondents send refuses no edit [if-match-disregards-responses]', async () => {
  const { api, id, path, dashboard, tag } = await oneSurvey()
  const read = await tag()
  const { id: first } = await kept(service, id, ['Yes'])
  await kept(service, id, ['No'])
  bodyOf(await call(service, 'POST', `/s/${id}/board/1`, { body: { text: 'Why?' } }), 201)
  assert.equal((await dashboard('DELETE', `/responses/${first}`)).status, 204)
  assert.notEqual(await tag(), read)
  bodyOf(await send(api, 'PATCH', path, { 'if-match': read }, { theme: 'rose' }))
})

test('one of several tags is enough, and any survey matches * [if-match-lists]', async () => {
  const { api, path, tag } = await oneSurvey()
  for (const to of [(now: string) => `"a,b", ${now}`, (now: string) => `W/"1", "2" , ${now},`, () => '*'])
    bodyOf(await send(api, 'PATCH', path, { 'if-match': to(await tag()) }, { theme: 'rose' }))
})

test('a change answers with the tag on which the next one can be based [etag-of-change]', async () => {
  const { api, path, tag } = await oneSurvey()
  let known = await tag()
  for (const theme of ['ocean', 'rose', 'slate']) {
    const changed = await send(api, 'PATCH', path, { 'if-match': known }, { theme })
    bodyOf(changed)
    known = tagOf(changed)
    assert.equal(known, await tag())
  }
})

test('a repeat of a copy gives what the first one made, whatever has changed since [if-match-replay]', async () => {
  for (const below of ['/clone', '/save-as-template']) {
    const { api, path, tag } = await oneSurvey()
    const headers = { 'if-match': await tag(), 'idempotency-key': 'once' }
    const made = bodyOf<Created>(await send(api, 'POST', path + below, headers), 201)
    bodyOf(await api.patch(path, { theme: 'slate' }))
    assert.deepEqual(bodyOf(await send(api, 'POST', path + below, headers), 201), made)
    const other = { ...headers, 'idempotency-key': 'twice' }
    assertRefused(await send(api, 'POST', path + below, other), 412, ...CHANGED)
  }
})

test('If-None-Match with a change is a condition too, and If-Match with a read [condition-failed]', async () => {
  const { api, path, tag } = await oneSurvey()
  const before = await everything(api, path)
  for (const [method, below, body] of [
    ['PATCH', '', { theme: 'rose' }],
    ['POST', '/clone', {}],
  ] as const)
    for (const none of ['*', await tag(), `W/${await tag()}`])
      assertRefused(await send(api, method, path + below, { 'if-none-match': none }, body), 412, FAILED)
  for (const to of [path, `${path}?view=aggregate`, '/surveys', '/templates']) {
    assertRefused(await send(api, 'GET', to, { 'if-match': '"other"' }), 412, FAILED)
    assert.equal((await send(api, 'GET', to, { 'if-match': tagOf(await api.get(to)) })).status, 200)
  }
  assert.deepEqual(await everything(api, path), before)
  bodyOf(await send(api, 'PATCH', path, { 'if-none-match': '"other"' }, { theme: 'rose' }))
})

test('If-Match is never ignored: what has no tag matches only * [if-match-untagged]', async () => {
  const { api, path } = await oneSurvey()
  const { id } = await api.saveTemplate([rating()])
  const before = await everything(api, path)
  const sends: [path: string, body: object][] = [
    ['/surveys', { title: 'New', questions: [rating()] }],
    ['/templates', { name: 'New', questions: [rating()] }],
    [`/templates/${id}/launch`, {}],
  ]
  for (const [to, body] of sends) assertRefused(await send(api, 'POST', to, { 'if-match': '"1"' }, body), 412, FAILED)
  assertRefused(await send(api, 'GET', '/me', { 'if-match': '"1"' }), 412, FAILED)
  assert.deepEqual(await everything(api, path), before)
  for (const [to, body] of sends) bodyOf(await send(api, 'POST', to, { 'if-match': '*' }, body), 201)
})

test('a condition that is no list of tags is 400 [entity-tag-invalid]', async () => {
  const { api, path, tag } = await oneSurvey()
  const before = await everything(api, path)
  const unquoted = (await tag()).slice(1, -1)
  for (const header of ['if-match', 'if-none-match'])
    for (const value of ['', ',', unquoted, `"${unquoted}`, `'${unquoted}'`, '*, "a"', 'w/"a"', '"a" b', '"a b"'])
      assertRefused(await send(api, 'PATCH', path, { [header]: value }, { theme: 'rose' }), 400, 'invalid entity tag')
  assert.deepEqual(await everything(api, path), before)
  assert.equal((await send(api, 'GET', path, { 'if-none-match': unquoted })).status, 200)
})

test('a missing survey answers before a condition, a condition before an invalid body [order-missing-before-condition, order-condition-before-invalid]', async () => {
  const { api, path } = await oneSurvey()
  const headers = { 'if-match': '"other"' }
  const invalid = { status: 'ajar', title: '', name: '' }
  const foreign = (await oneSurvey()).path
  for (const to of ['/surveys/none-such-here', foreign]) {
    assertRefused(await send(api, 'PATCH', to, headers, invalid), 404, 'not found')
    for (const below of ['/clone', '/save-as-template'])
      assertRefused(await send(api, 'POST', to + below, headers, invalid), 404, 'not found')
  }
  assertRefused(await send(api, 'POST', '/templates/none/launch', headers, {}), 404, 'not found')
  assertRefused(await send(api, 'PATCH', path, headers, invalid), 412, ...CHANGED)
  assertRefused(await send(api, 'PATCH', path, headers, {}), 412, ...CHANGED)
  for (const below of ['/clone', '/save-as-template'])
    assertRefused(await send(api, 'POST', path + below, headers, invalid), 412, ...CHANGED)
  assertRefused(await send(api, 'PATCH', path, headers, '{'), 400, 'invalid JSON')
  const wrong = { headers, body: invalid, token: 'snd_pat_wrong' }
  assertRefused(await call(service, 'PATCH', `/api/v1${path}`, wrong), 401, 'authentication required')
})

test('a dashboard checks the conditions of changes and of the deletion [dashboard-conditions]', async () => {
  const { api, id, path, dashboard, tag } = await oneSurvey()
  await kept(service, id, ['Yes'])
  const read = tagOf(await dashboard('GET'))
  assert.equal((await dashboard('GET', '', { headers: { 'if-none-match': read } })).status, 304)
  const old = await tag()
  bodyOf(await dashboard('PATCH', '', { headers: { 'if-match': read }, body: { share_results: 'after_answering' } }))
  for (const stale of [read, old]) {
    const headers = { 'if-match': stale }
    assertRefused(await dashboard('PATCH', '', { headers, body: { status: 'closed' } }), 412, ...CHANGED)
    assertRefused(await dashboard('DELETE', '', { headers }), 412, ...CHANGED)
    assertRefused(await dashboard('POST', '/rotate', { headers }), 412, FAILED)
  }
  const { status, response_count } = await api.read(id)
  assert.deepEqual([status, response_count], ['open', 1])
  bodyOf(await submit(service, id, ['No']), 201)
  assert.equal((await dashboard('DELETE', '', { headers: { 'if-match': await tag() } })).status, 204)
  assertRefused(await api.get(path), 404, 'not found')
})

test('what respondents send and a projector reads has no tag: If-Match matches only * there, too [respondent-if-match]', async () => {
  const { api } = await oneSurvey()
  const { id, admin_token: token } = await api.create([rating(), board('Ask')])
  const { url } = bodyOf<{ url: string }>(await call(service, 'POST', `/admin/api/${id}/projector`, { token }))
  const path = `/s/${id}/board/1`
  const item = bodyOf<{ id: string }>(await call(service, 'POST', path, { body: { text: 'When?' } }), 201).id
  const sends: [method: 'GET' | 'POST' | 'PUT', path: string, status: number, body?: object][] = [
    ['POST', `/s/${id}/responses`, 201, { answers: [7, null] }],
    ['POST', path, 201, { text: 'Where?' }],
    ['PUT', `${path}/${item}/vote`, 200, { voter: crypto.randomUUID() }],
    ['GET', `/p/api/${url.split('/').at(-1)}`, 200],
  ]
  for (const [method, to, status, body] of sends) {
    const conditional = (ifMatch: string) =>
      call(service, method, to, { headers: { 'if-match': ifMatch }, ...(body && { body }) })
    assertRefused(await conditional('"1"'), 412, FAILED)
    assert.equal((await conditional('*')).status, status, to)
  }
  assert.equal((await api.read(id)).response_count, 1)
})
