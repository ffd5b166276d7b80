import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { newBrowser } from '../account/browser.ts'
import { type Api, assertRefused, bodyOf, choice, freeText, indexed, kept, newApi } from '../api/fixtures.ts'
import { type Answer, call, type Service, startService } from '../harness.ts'
import { storedBytes } from '../setup/surveys.ts'
import { newAdminClient } from './admin-client.ts'
import { ANSWERS, GROUPS, QUESTIONS } from './groups.ts'

const GRID = 'a grid consists of at least two multiple_choice questions with the same options in the same order'

let service: Service

before(async () => {
  service = await startService()
})
after(() => service.close())

test('groups are set here, and the API neither takes nor shows them [groups-beside]', async () => {
  const api = await newApi(service)
  const { id, admin_token: token } = await api.create(QUESTIONS)
  const read = await api.get(`/surveys/${id}`)
  const path = `/admin/api/${id}`
  assert.deepEqual((await call(service, 'GET', path, { token })).body.groups, [])
  const bytes = await storedBytes(service, id)
  const answer = await call(service, 'PATCH', path, { token, body: { groups: GROUPS.toReversed() } })
  assert.deepEqual(bodyOf(answer), { id, status: 'open', groups: GROUPS })
  assert.deepEqual((await call(service, 'GET', path, { token })).body.groups, GROUPS)
  assert.equal(Number(await storedBytes(service, id)) - Number(bytes), Buffer.byteLength(JSON.stringify(GROUPS)))
  assert.equal((await api.get(`/surveys/${id}`)).text, read.text)
  assertRefused(
    await api.patch(`/surveys/${id}`, { groups: [] }),
    400,
    'nothing to change: send status, theme, questions or archived',
  )
  await call(service, 'PATCH', path, { token, body: { groups: [] } })
  assert.deepEqual((await call(service, 'GET', path, { token })).body.groups, [])
  assert.equal(await storedBytes(service, id), bytes)
})

test('groups that do not fit are refused with what would fit, and nothing changes [groups-beside]', async () => {
  const admin = await newAdminClient(service, QUESTIONS)
  assert.equal((await admin.send('PATCH', '', { groups: GROUPS })).status, 200)
  const [checkList, section, grid] = GROUPS
  for (const [groups, reason] of [
    ['none', 'groups must be a list of objects'],
    [[{ ...grid, kind: 'matrix' }], 'group 1: its kind must be check_list, grid, ranking, other or section'],
    [[{ ...grid, to: 6 }], `group 1: ${GRID}`],
    [[{ ...section, to: 11 }], 'group 1: there is no question 12'],
    [[{ ...checkList, max: 7 }], 'group 1: nobody can choose 7 of 3'],
    [[grid, grid], 'a question can be in one group at most, and in one section, but question 5 is in two'],
    [[{ ...grid, title: 'a\0' }], 'title must not contain a NUL character'],
  ] as const)
    assertRefused(await admin.send('PATCH', '', { groups, status: 'closed' }), 400, reason)
  const { groups, status } = await admin.get()
  assert.deepEqual([groups, status], [GROUPS, 'open'])
})

test('groups follow their questions, also through an edit by the API, and fit those that are sent along [groups-follow]', async () => {
  const api = await newApi(service)
  const { id, admin_token: token } = await api.create(QUESTIONS)
  const path = `/admin/api/${id}`
  const change = async (body: object) => bodyOf(await call(service, 'PATCH', path, { token, body }))
  const groups = async () => {
    const { body } = await call(service, 'GET', path, { token })
    return [body.groups, body.dissolved_groups]
  }
  const sendToApi = async (questions: object[]) => bodyOf(await api.patch(`/surveys/${id}`, { questions }))
  await change({ groups: GROUPS })
  const [, ...others] = indexed(QUESTIONS)
  await sendToApi([freeText('Who are you?'), ...others.slice(3, 8), ...others.slice(0, 3), ...others.slice(8)])
  const [checkList, section, grid, ranking, other] = GROUPS
  assert.deepEqual(await groups(), [
    [
      { ...section, from: 1, to: 5 },
      { ...grid, from: 1, to: 2 },
      { ...ranking, from: 3, to: 5 },
      { ...checkList, from: 6, to: 8 },
      other,
    ],
    0,
  ])
  const [first, ...rest] = (await api.read(id)).questions
  await sendToApi([first ?? {}, ...rest.filter(({ text }) => text !== 'Food' && text !== 'Time')].map(noRule))
  assert.deepEqual(await groups(), [[{ ...section, from: 1, to: 3 }], 4])
  await sendToApi([freeText('Who are you?')])
  assert.deepEqual(await groups(), [[], 5])
  const after = [choice('Food', ['Bad', 'Good']), choice('Drinks', ['Bad', 'Good'])]
  await change({ questions: after, groups: [{ ...grid, from: 0, to: 1 }] })
  assert.deepEqual(await groups(), [[{ ...grid, from: 0, to: 1 }], 0])
  assertRefused(
    await call(service, 'PATCH', path, {
      token,
      body: { questions: [choice('Food'), freeText()], groups: [{ ...grid, from: 0, to: 1 }] },
    }),
    400,
    `group 1: ${GRID}`,
  )
  await kept(service, id, ['Good', 'Bad'])
  await sendToApi([choice('Food', ['Bad', 'Good', 'Great']), choice('Drinks', ['Bad', 'Good'])])
  assert.deepEqual(await groups(), [[], 1])
})

test('a clone, a template, a draft and what is made of them have the groups [groups-copied]', async () => {
  const browser = await newBrowser(service)
  const content = { questions: QUESTIONS, groups: GROUPS, theme: null }
  const groups = async (id: unknown) =>
    (await call(service, 'GET', `/admin/api/${id}`, { headers: { cookie: browser.cookie } })).body.groups
  const draft = bodyOf<{ id: string }>(await browser.send('POST', '/drafts', { title: 'Lunch', ...content }), 201)
  assert.deepEqual((await browser.send('GET', `/drafts/${draft.id}`)).body.groups, GROUPS)
  const { id } = (await browser.send('POST', `/drafts/${draft.id}/publish`, {})).body
  assert.deepEqual(await groups(id), GROUPS)
  const { body: clone } = await browser.send('POST', `/surveys/${id}/clone`)
  assert.deepEqual(await groups(clone.id), GROUPS)
  const { body: saved } = await browser.send('POST', `/surveys/${id}/template`, { name: 'Saved' })
  const { body: made } = await browser.send('POST', '/templates', { name: 'Made', ...content })
  const { body: copy } = await browser.send('POST', `/templates/${made.id}/duplicate`)
  for (const template of [saved, made, copy]) {
    const read = await browser.send('GET', `/templates/${template.id}`)
    assert.deepEqual(read.body.groups, GROUPS)
    const launched = await browser.send('POST', `/templates/${template.id}/launch`, {})
    assert.deepEqual(await groups(launched.body.id), GROUPS)
    const drafted = await browser.send('POST', `/templates/${template.id}/draft`)
    assert.deepEqual(drafted.body.groups, GROUPS)
  }
})

test('a draft can have groups that do not fit yet, and is published once they do [groups-copied]', async () => {
  const browser = await newBrowser(service)
  const wrong = { questions: [choice('Food'), freeText()], groups: [{ ...GROUPS[2], from: 0, to: 1 }], theme: null }
  assertRefused(await browser.send('POST', '/templates', { name: 'Wrong', ...wrong }), 400, `group 1: ${GRID}`)
  const draft = bodyOf<{ id: string }>(await browser.send('POST', '/drafts', { title: 'Lunch', ...wrong }), 201)
  assertRefused(await browser.send('POST', `/drafts/${draft.id}/publish`, {}), 400, `group 1: ${GRID}`)
  assert.deepEqual((await browser.send('GET', `/drafts/${draft.id}`)).body.groups, wrong.groups)
  assertRefused(
    await browser.send('POST', '/drafts', { title: 'Lunch', ...wrong, groups: [{ kind: 'grid' }] }),
    400,
    'group 1: from and to must be the indexes of its first and its last question',
  )
})

test('an exported survey has its groups, and is restored with them [groups-copied]', async () => {
  const admin = await newAdminClient(service, QUESTIONS)
  const exported = async () => bodyOf<{ settings: Record<string, unknown> }>(await admin.send('GET', '/export.json'))
  assert.equal(Object.hasOwn((await exported()).settings, 'groups'), false)
  await admin.send('PATCH', '', { groups: GROUPS })
  const file = await exported()
  assert.deepEqual(file.settings.groups, GROUPS)
  const browser = await newBrowser(service)
  const { body: begun } = await browser.send('POST', '/restorations')
  const path = `/restorations/${begun.id}`
  await browser.send('POST', `${path}/surveys`, file)
  const broken = { ...file, settings: { groups: [{ ...GROUPS[2], to: 6 }] } }
  assertRefused(await browser.send('POST', `${path}/surveys/${admin.id}/settings`, broken), 400, `group 1: ${GRID}`)
  await browser.send('POST', `${path}/surveys/${admin.id}/settings`, file)
  const { surveys } = bodyOf<{ surveys: { slug: string }[] }>(await browser.send('POST', `${path}/finish`))
  const { body } = await call(service, 'GET', `/admin/api/${surveys[0]?.slug}`, { headers: { cookie: browser.cookie } })
  assert.deepEqual(body.groups, GROUPS)
})

test('every answer of the API about a survey with groups is the same as without them [groups-no-change-of-api]', async () => {
  const described = bodyOf<{ paths: Record<string, object> }>(await call(service, 'GET', '/openapi.json')).paths
  const routes = Object.entries(described).flatMap(([path, methods]) =>
    Object.keys(methods).map(method => `${method.toUpperCase()} ${path.slice('/api/v1'.length)}`),
  )
  const [without, withGroups] = [await answersOfApi([]), await answersOfApi(GROUPS)]
  assert.deepEqual(
    Object.keys(withGroups)
      .map(name => name.split(' ').slice(0, 2).join(' '))
      .filter(isFirst)
      .sort(),
    routes.sort(),
  )
  assert.ok(Object.values(withGroups).every(({ status }) => status < 300))
  assert.deepEqual(withGroups, without)
})

/** What every route of the API answers about a survey, without what is different in every survey. */
async function answersOfApi(groups: object[]): Promise<Record<string, { status: number; text: string }>> {
  const api = await newApi(service)
  const answers: Record<string, { status: number; text: string }> = {}
  const known = new Map<string, string>([[api.caller.token, 'TOKEN']])
  const note = (name: string, { status, text, body }: Answer) => {
    if (typeof body.id === 'string') known.set(body.id, 'ID')
    let rest = text
    for (const [value, word] of known) rest = rest.replaceAll(value, word)
    answers[name] = {
      status,
      text: rest.replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'TIME').replace(/[\da-f-]{36,}/g, 'RANDOM'),
    }
    return body
  }
  const { id, admin_token: token } = note(
    'POST /surveys',
    await api.post('/surveys', { title: 'Lunch', questions: QUESTIONS }),
  )
  assert.equal(
    (await call(service, 'PATCH', `/admin/api/${id}`, { token: String(token), body: { groups } })).status,
    200,
  )
  await kept(service, String(id), ANSWERS)
  await readAll(api, String(id), note)
  const questions = [...indexed(QUESTIONS), freeText('Anything else?')]
  note('PATCH /surveys/{id}', await api.patch(`/surveys/${id}`, { questions, status: 'closed', theme: 'rose' }))
  note('GET /surveys/{id} again', await api.get(`/surveys/${id}`))
  note('POST /surveys/{id}/clone', await api.post(`/surveys/${id}/clone`))
  const saved = note('POST /surveys/{id}/save-as-template', await api.post(`/surveys/${id}/save-as-template`, {}))
  note('POST /templates', await api.post('/templates', { name: 'Made', questions: QUESTIONS, groups: 'none' }))
  note('GET /templates', await api.get('/templates'))
  note('POST /templates/{id}/launch', await api.post(`/templates/${saved.id}/launch`, {}))
  return answers
}

async function readAll(api: Api, id: string, note: (name: string, answer: Answer) => unknown): Promise<void> {
  note('GET /me', await api.get('/me'))
  note('GET /surveys', await api.get('/surveys'))
  note('GET /surveys/{id}', await api.get(`/surveys/${id}`))
  note('GET /surveys/{id} counts', await api.get(`/surveys/${id}?view=aggregate`))
}

function noRule({ requirement: _, ...question }: object & { readonly requirement?: unknown }): object {
  return question
}

function isFirst(name: string, at: number, all: readonly string[]): boolean {
  return all.indexOf(name) === at
}
