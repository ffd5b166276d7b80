import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { LANGUAGES } from '../../src/domain/surveys/languages/languages.ts'
import { REFUSALS } from '../../src/domain/values/refusals.ts'
import {
  apiOf,
  assertRefused,
  board,
  bodyOf,
  choice,
  freeText,
  indexed,
  kept,
  newApi,
  submit,
} from '../api/fixtures.ts'
import { call, type Service, startService } from '../harness.ts'
import { type AdminClient, newAdminClient } from './admin-client.ts'

const EXPIRY = 'expires_at must be an RFC 3339 time or null'
const LANGUAGE = 'language must be null or a language tag that we know, such as "en" or "ar"'
const PAIR = { primary: '#112233', background: '#ffffff' }

let service: Service

before(async () => {
  service = await startService()
})
after(() => service.close())

test('GET returns the aggregate as in the API, archived, what is shared, and which links there are [dashboard-read]', async () => {
  const api = await newApi(service)
  const { id, admin_token: token } = await api.create([choice(), freeText('<b>Why?</b>')])
  await kept(service, id, ['Yes', 'because'])
  const read = async () => (await call(service, 'GET', `/admin/api/${id}`, { token })).body
  const rest = {
    edited: [],
    is_owner: false,
    expiry_automatic: false,
    taken_down: false,
    share_results: 'never',
    results_revealed: false,
    opens_at: null,
    response_limit: null,
    shared_device: false,
    share_record: false,
    paced: false,
    revealed_at_once: false,
    question_settings: [],
    texts: {},
    groups: [],
    dissolved_groups: 0,
    language: null,
    found_language: 'en',
    projector: false,
    remote: false,
  }
  assert.deepEqual(await read(), {
    ...(await api.aggregate(id)),
    ...rest,
    archived: false,
  })
  await api.patch(`/surveys/${id}`, { archived: true })
  assert.deepEqual(await read(), {
    ...(await api.aggregate(id)),
    ...rest,
    archived: true,
  })
  for (const link of ['projector', 'remote'])
    for (const [method, exists] of [
      ['POST', true],
      ['DELETE', false],
    ] as const) {
      await call(service, method, `/admin/api/${id}/${link}`, { token })
      assert.equal((await read())[link], exists)
    }
})

test('status, theme, questions and archived change as through the API, and the response has what was sent [dashboard-change]', async () => {
  const admin = await newAdminClient(service, [choice()])
  const questions = [choice(), freeText()]
  const sent = { status: 'closed', theme: PAIR, questions, archived: true, expires_at: '2027-01-02T03:04:05.678+01:00' }
  const answer = bodyOf(await admin.send('PATCH', '', sent))
  const now = { ...sent, questions: indexed(questions), expires_at: '2027-01-02T02:04:05.678Z' }
  assert.deepEqual(answer, { id: admin.id, ...now })
  const { status, theme, archived, expires_at, questions: list } = await admin.get()
  assert.deepEqual({ status, theme, questions: list, archived, expires_at }, now)
  assert.deepEqual(bodyOf(await admin.send('PATCH', '', { archived: false })), {
    id: admin.id,
    status: 'closed',
    archived: false,
  })
})

test('a PATCH that is partly invalid changes nothing [dashboard-change-all-or-nothing]', async () => {
  const admin = await newAdminClient(service, [choice()])
  await kept(service, admin.id, ['Yes'])
  const before = await admin.get()
  const good = { status: 'closed', theme: 'ocean', archived: true, expires_at: '2030-01-01T00:00:00Z' }
  for (const [part, error] of [
    [{ status: 'expired' }, 'status must be "open" or "closed"'],
    [{ theme: null }, 'invalid theme'],
    [{ archived: 'yes' }, 'archived must be true or false'],
    [{ expires_at: 'tomorrow' }, EXPIRY],
    [{ share_results: 'always' }, 'share_results must be "never", "after_answering" or "when_revealed"'],
    [{ results_revealed: 'yes' }, 'results_revealed must be true or false'],
    [{ shared_device: 'yes' }, 'shared_device must be true or false'],
    [{ share_record: 1 }, 'share_record must be true or false'],
    [{ paced: 'yes' }, 'paced must be true or false'],
    [{ revealed_at_once: 'yes' }, 'revealed_at_once must be true or false'],
    ...['xx', 'english', '', 1].map(language => [{ language }, LANGUAGE] as const),
    [{ questions: [freeText()] }, 'cannot change the type of a question in a survey that already has responses'],
  ] as const)
    assertRefused(await admin.send('PATCH', '', { ...good, ...part }), 400, error)
  assertRefused(
    await admin.send('PATCH', '', { title: 'x' }),
    400,
    'nothing to change: send status, theme, questions, archived, expires_at, opens_at, response_limit, share_results, results_revealed, shared_device, share_record, paced, revealed_at_once, language, question_settings, texts or groups',
  )
  assertRefused(await admin.send('PATCH', '', '{'), 400, 'invalid JSON')
  assert.deepEqual(await admin.get(), before)
})

describe('expiry', () => {
  test('may lie in the past, is validated together with status, and is cleared by null [dashboard-expiry]', async () => {
    const admin = await newAdminClient(service, [choice()])
    const [past, future] = ['2020-01-01T00:00:00Z', '2099-12-31T23:59:59Z']
    assert.equal((await admin.send('PATCH', '', { expires_at: past })).status, 200)
    assert.equal((await admin.get()).status, 'expired')
    assertRefused(await submit(service, admin.id, ['Yes']), 409, 'this survey has expired', 'survey_expired')
    const { status, body } = await admin.send('PATCH', '', { status: 'open', expires_at: past })
    assert.deepEqual([status, body.code], [409, 'survey_expired'])
    assert.equal((await admin.send('PATCH', '', { status: 'open', expires_at: future })).status, 200)
    assert.equal((await admin.get()).status, 'open')
    assert.equal((await admin.send('PATCH', '', { status: 'open', expires_at: null })).status, 200)
    assert.equal((await admin.get()).expires_at, null)
    assert.equal((await submit(service, admin.id, ['Yes'])).status, 201)
  })

  test('a refused reopening writes nothing [dashboard-expiry]', async () => {
    const admin = await newAdminClient(service, [choice()])
    const past = '2020-01-01T00:00:00Z'
    assert.equal((await admin.send('PATCH', '', { status: 'open', expires_at: past, theme: 'rose' })).status, 409)
    const { expires_at, theme } = await admin.get()
    assert.deepEqual([expires_at, theme], [null, 'default'])
  })

  test('cannot be set through the API [dashboard-expiry]', async () => {
    const api = await newApi(service)
    const { id } = await api.create([choice()])
    const nothing = 'nothing to change: send status, theme, questions or archived'
    assertRefused(await api.patch(`/surveys/${id}`, { expires_at: null }), 400, nothing)
  })

  test('without a subscription neither an expiry nor custom colours can be set [dashboard-entitlement]', async () => {
    const admin = await newAdminClient(service, [choice()])
    await service.setEntitledUntil(admin.accountId, null)
    const refused: [body: object, error: string][] = [
      [{ expires_at: null }, REFUSALS.deadline_needs_subscription.error],
      [{ expires_at: '2099-01-01T00:00:00Z' }, REFUSALS.deadline_needs_subscription.error],
      [{ theme: PAIR, archived: true }, REFUSALS.colours_need_subscription.error],
    ]
    for (const [body, error] of refused)
      assertRefused(await admin.send('PATCH', '', body), 403, error, 'entitlement_required')
    assertRefused(await admin.send('PATCH', '', { expires_at: 1 }), 400, EXPIRY)
    assert.equal((await admin.get()).archived, false)
    assert.equal((await admin.send('PATCH', '', { theme: 'ocean', status: 'closed' })).status, 200)
  })
})

describe('shared results', () => {
  const sharing = async (admin: AdminClient) => {
    const { share_results, results_revealed } = await admin.get()
    return [share_results, results_revealed]
  }

  test('start as never; another mode starts hidden, and results are revealed and hidden again [dashboard-share-results]', async () => {
    const admin = await newAdminClient(service, [choice()])
    assert.deepEqual(await sharing(admin), ['never', false])
    for (const [body, expected] of [
      [{ share_results: 'when_revealed' }, ['when_revealed', false]],
      [{ results_revealed: true }, ['when_revealed', true]],
      [{ share_results: 'when_revealed' }, ['when_revealed', true]],
      [{ results_revealed: false }, ['when_revealed', false]],
      [{ share_results: 'after_answering', results_revealed: true }, ['after_answering', true]],
      [{ share_results: 'when_revealed' }, ['when_revealed', false]],
    ] as const) {
      assert.deepEqual(bodyOf(await admin.send('PATCH', '', body)), { id: admin.id, status: 'open', ...body })
      assert.deepEqual(await sharing(admin), expected)
    }
  })

  test('the API neither changes nor shows the setting, and a clone does not inherit it [dashboard-share-results]', async () => {
    const api = await newApi(service)
    const { id, admin_token: token } = await api.create([choice()])
    const setting = { share_results: 'after_answering', results_revealed: true }
    const nothing = 'nothing to change: send status, theme, questions or archived'
    assertRefused(await api.patch(`/surveys/${id}`, setting), 400, nothing)
    const before = await api.get(`/surveys/${id}`)
    await call(service, 'PATCH', `/admin/api/${id}`, { token, body: setting })
    assert.equal((await api.get(`/surveys/${id}`)).text, before.text)
    const { body } = await api.post(`/surveys/${id}/clone`)
    const { body: clone } = await call(service, 'GET', `/admin/api/${body.id}`, { token: String(body.admin_token) })
    assert.deepEqual([clone.share_results, clone.results_revealed], ['never', false])
  })
})

describe('who sets the pace [survey-pace]', () => {
  const paceOf = async (slug: string, token: string) =>
    (await call(service, 'GET', `/admin/api/${slug}`, { token })).body.paced

  test('is the respondent, until it is changed here; a clone and a template inherit it, and the API neither changes nor shows it', async () => {
    const api = await newApi(service)
    const { id, admin_token: token } = await api.create([choice()])
    const before = await api.get(`/surveys/${id}`)
    assert.equal(await paceOf(id, token), false)
    for (const paced of [false, true]) {
      const answer = await call(service, 'PATCH', `/admin/api/${id}`, { token, body: { paced } })
      assert.deepEqual(bodyOf(answer), { id, status: 'open', paced })
      assert.equal(await paceOf(id, token), paced)
    }
    assert.equal((await api.get(`/surveys/${id}`)).text, before.text)
    assertRefused(
      await api.patch(`/surveys/${id}`, { paced: false }),
      400,
      'nothing to change: send status, theme, questions or archived',
    )
    const template = await api.post(`/surveys/${id}/save-as-template`)
    for (const { body } of [
      await api.post(`/surveys/${id}/clone`),
      await api.post(`/templates/${template.body.id}/launch`),
    ])
      assert.equal(await paceOf(String(body.id), String(body.admin_token)), true)
  })

  test('cannot change once there are responses', async () => {
    const admin = await newAdminClient(service, [choice()])
    await kept(service, admin.id, ['Yes'])
    const { status, body } = await admin.send('PATCH', '', { paced: true, status: 'closed' })
    const error = 'a survey with responses keeps its pace; clone it to choose another one'
    assert.deepEqual([status, body], [409, { error, code: 'pace_is_fixed' }])
    assert.equal((await admin.send('PATCH', '', { paced: false })).status, 200)
    assert.deepEqual([await paceOf(admin.id, admin.adminToken), (await admin.get()).status], [false, 'open'])
  })
})

test('starts as false and can be set and reset here; a clone inherits it, and the API neither changes nor shows it [shared-device-setting]', async () => {
  const api = await newApi(service)
  const { id, admin_token: token } = await api.create([choice()])
  const before = await api.get(`/surveys/${id}`)
  const path = `/admin/api/${id}`
  const isShared = async (slug: string, token: string) =>
    (await call(service, 'GET', `/admin/api/${slug}`, { token })).body.shared_device
  assert.equal(await isShared(id, token), false)
  for (const shared_device of [false, true]) {
    const answer = await call(service, 'PATCH', path, { token, body: { shared_device } })
    assert.deepEqual(bodyOf(answer), { id, status: 'open', shared_device })
    assert.equal(await isShared(id, token), shared_device)
  }
  assert.equal((await api.get(`/surveys/${id}`)).text, before.text)
  const nothing = 'nothing to change: send status, theme, questions or archived'
  assertRefused(await api.patch(`/surveys/${id}`, { shared_device: false }), 400, nothing)
  const { body } = await api.post(`/surveys/${id}/clone`)
  assert.equal(await isShared(String(body.id), String(body.admin_token)), true)
})

test('starts as null and can be set and reset here; a clone inherits it, and the API neither changes nor shows it [survey-language-setting]', async () => {
  const api = await newApi(service)
  const { id, admin_token: token } = await api.create([choice()])
  const before = await api.get(`/surveys/${id}`)
  const path = `/admin/api/${id}`
  const languageOf = async (slug: string, token: string) =>
    (await call(service, 'GET', `/admin/api/${slug}`, { token })).body.language
  assert.equal(await languageOf(id, token), null)
  for (const [sent, language] of [
    ['ar', 'ar'],
    [null, null],
    ['ZH-hant', 'zh-Hant'],
  ] as const) {
    const answer = await call(service, 'PATCH', path, { token, body: { language: sent } })
    assert.deepEqual(bodyOf(answer), { id, status: 'open', language })
    assert.equal(await languageOf(id, token), language)
  }
  assert.equal((await api.get(`/surveys/${id}`)).text, before.text)
  const nothing = 'nothing to change: send status, theme, questions or archived'
  assertRefused(await api.patch(`/surveys/${id}`, { language: 'de' }), 400, nothing)
  const created = await api.create([choice()], { language: 'de' })
  assert.equal(await languageOf(created.id, created.admin_token), null)
  const { body } = await api.post(`/surveys/${id}/clone`)
  assert.equal(await languageOf(String(body.id), String(body.admin_token)), 'zh-Hant')
  const { body: template } = await api.post(`/surveys/${id}/save-as-template`)
  const { body: launched } = await api.post(`/templates/${template.id}/launch`)
  assert.equal(await languageOf(String(launched.id), String(launched.admin_token)), 'zh-Hant')
})

test('the reference lists all languages [survey-language-setting]', async () => {
  const { text } = await call(service, 'GET', '/docs/dashboard-api.md')
  const [, section = ''] = /^### Language$(.+?)^### /ms.exec(text) ?? []
  assert.deepEqual(
    [...section.matchAll(/"([\w-]+)"/g)].map(([, tag]) => tag),
    LANGUAGES,
  )
})

test('respondents get it at once, with its direction, whatever the texts are [survey-language-setting]', async () => {
  const admin = await newAdminClient(service, [board('The question for you')], {
    title: 'What is it that you would like?',
  })
  const main = async (path: string) => {
    const headers = { accept: 'text/html' }
    const { text } = await call(service, 'GET', `/s/${admin.id}${path}lang=en`, { headers })
    return /<main[^>]*>/.exec(text)?.[0]
  }
  const paths = ['?', '/thanks?', '/board/0/list?']
  for (const path of paths) assert.equal(await main(path), '<main>', path)
  await admin.send('PATCH', '', { language: 'fa' })
  for (const path of paths) assert.equal(await main(path), '<main lang="fa" dir="rtl">', path)
  await admin.send('PATCH', '', { language: null })
  for (const path of paths) assert.equal(await main(path), '<main>', path)
})

test('a deleted survey is gone with its answers, even for the owner, and its slug stays taken [dashboard-delete]', async () => {
  const caller = await service.newCaller()
  const api = apiOf(service, caller)
  const slug = 'gone-with-its-answers'
  const { admin_token: token } = await api.create([choice()], { slug })
  for (let n = 0; n < 5; n++) await kept(service, slug, ['Yes'])
  const gone = await call(service, 'DELETE', `/admin/api/${slug}`, { token })
  assert.deepEqual([gone.status, gone.text], [204, ''])
  for (const answer of [
    await call(service, 'GET', `/admin/api/${slug}`, { token }),
    await call(service, 'DELETE', `/admin/api/${slug}`, { token }),
    await api.get(`/surveys/${slug}`),
    await submit(service, slug, ['Yes']),
  ])
    assertRefused(answer, 404, 'not found')
  assert.deepEqual(await api.list(), [])
  assertRefused(
    await api.post('/surveys', { title: 'Again', questions: [choice()], slug }),
    409,
    'slug taken',
    'slug_taken',
  )
})
