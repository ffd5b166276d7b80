import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { newBrowser } from '../account/browser.ts'
import { assertRefused, bodyOf, choice, freeText, indexed, kept, newApi, rating } from '../api/fixtures.ts'
import { call, type Service, startService } from '../harness.ts'
import { type AdminClient, newAdminClient } from './admin-client.ts'

const QUESTIONS = [
  choice('Which falls faster?', ['Hammer', 'Feather', 'Neither']),
  rating('How sure?'),
  freeText('Why?'),
]
const SETTINGS = [{ right: { options: [2] } }, { right: { from: 7, to: 10 } }]

let service: Service

before(async () => {
  service = await startService()
})
after(() => service.close())

const settingsOf = async (admin: AdminClient) => (await admin.get()).question_settings
const set = (admin: AdminClient, question_settings: unknown) => admin.send('PATCH', '', { question_settings })

test('settings of questions are set here, and the API neither takes nor shows them [question-settings]', async () => {
  const api = await newApi(service)
  const { id, admin_token: token } = await api.create(QUESTIONS)
  const before = await api.get(`/surveys/${id}`)
  const answer = await call(service, 'PATCH', `/admin/api/${id}`, { token, body: { question_settings: SETTINGS } })
  assert.deepEqual(bodyOf(answer), { id, status: 'open', question_settings: SETTINGS })
  const { body } = await call(service, 'GET', `/admin/api/${id}`, { token })
  assert.deepEqual(body.question_settings, SETTINGS)
  assert.equal((await api.get(`/surveys/${id}`)).text, before.text)
  assertRefused(
    await api.patch(`/surveys/${id}`, { question_settings: [] }),
    400,
    'nothing to change: send status, theme, questions or archived',
  )
})

test('a list that does not fit the questions is refused, and nothing changes [question-settings-refused]', async () => {
  const admin = await newAdminClient(service, QUESTIONS)
  await set(admin, SETTINGS)
  for (const [list, reason] of [
    [[{ right: { options: [3] } }], 'question 1: it has no option 4'],
    [[null, null, null, {}, { right: { options: [0] } }], 'there is no question 4'],
    [
      [null, null, { right: { options: [0] } }],
      'question 3: only multiple_choice questions can have right options, and only ratings right points',
    ],
    ['none', 'question_settings must be a list that has an object or null for each question'],
  ] as const)
    assertRefused(await admin.send('PATCH', '', { question_settings: list, status: 'closed' }), 400, reason)
  assert.deepEqual([await settingsOf(admin), (await admin.get()).status], [SETTINGS, 'open'])
})

test('settings follow their questions, also through an edit by the API, and fit those that are sent along [question-settings-edit]', async () => {
  const api = await newApi(service)
  const { id, admin_token: token } = await api.create(QUESTIONS)
  const path = `/admin/api/${id}`
  const change = async (body: object) => bodyOf(await call(service, 'PATCH', path, { token, body }))
  const settings = async () => (await call(service, 'GET', path, { token })).body.question_settings
  await change({ question_settings: SETTINGS })
  const [first, second, third] = indexed(QUESTIONS)
  await api.patch(`/surveys/${id}`, { questions: [third, second, first] })
  assert.deepEqual(await settings(), [null, ...SETTINGS.toReversed()])
  const longer = [...QUESTIONS, rating('Once more?')]
  await change({
    questions: longer.map((one, index) => (index < 3 ? { ...one, index } : one)),
    question_settings: [null, null, null, SETTINGS[1]],
  })
  assert.deepEqual(await settings(), [null, null, null, SETTINGS[1]])
  await kept(service, id, ['Neither', 7, 'because', 8])
  await change({ question_settings: [SETTINGS[0]] })
  assert.deepEqual(await settings(), [SETTINGS[0]])
})

test('a clone and a template inherit settings of questions, and so do a draft and what is launched from it [question-settings-copied]', async () => {
  const browser = await newBrowser(service)
  const content = { questions: QUESTIONS, question_settings: SETTINGS, theme: null }
  const settings = async (id: unknown) =>
    (await call(service, 'GET', `/admin/api/${id}`, { headers: { cookie: browser.cookie } })).body.question_settings
  const draft = bodyOf<{ id: string }>(await browser.send('POST', '/drafts', { title: 'Fall', ...content }), 201)
  assert.deepEqual((await browser.send('GET', `/drafts/${draft.id}`)).body.question_settings, SETTINGS)
  const { id } = (await browser.send('POST', `/drafts/${draft.id}/publish`, {})).body
  assert.deepEqual(await settings(id), SETTINGS)
  const { body: clone } = await browser.send('POST', `/surveys/${id}/clone`)
  assert.deepEqual(await settings(clone.id), SETTINGS)
  const { body: saved } = await browser.send('POST', `/surveys/${id}/template`, { name: 'Saved' })
  const { body: made } = await browser.send('POST', '/templates', { name: 'Made', ...content })
  const { body: copy } = await browser.send('POST', `/templates/${made.id}/duplicate`)
  for (const template of [saved, made, copy]) {
    const read = await browser.send('GET', `/templates/${template.id}`)
    assert.deepEqual(read.body.question_settings, SETTINGS)
    const launched = await browser.send('POST', `/templates/${template.id}/launch`, {})
    assert.deepEqual(await settings(launched.body.id), SETTINGS)
    const drafted = await browser.send('POST', `/templates/${template.id}/draft`)
    assert.deepEqual(drafted.body.question_settings, SETTINGS)
  }
  const wrong = { ...content, question_settings: [{ right: { options: [9] } }] }
  assertRefused(
    await browser.send('POST', '/templates', { name: 'Wrong', ...wrong }),
    400,
    'question 1: it has no option 10',
  )
  const unfit = bodyOf<{ id: string }>(await browser.send('POST', '/drafts', { title: 'Fall', ...wrong }), 201)
  assertRefused(await browser.send('POST', `/drafts/${unfit.id}/publish`, {}), 400, 'question 1: it has no option 10')
})

test('an exported survey has the settings of its questions, and is restored with them [question-settings-file]', async () => {
  const admin = await newAdminClient(service, QUESTIONS)
  assert.equal(Object.hasOwn((await exported(admin)).settings, 'question_settings'), false)
  await set(admin, SETTINGS)
  const file = await exported(admin)
  assert.deepEqual(file.settings.question_settings, SETTINGS)
  const browser = await newBrowser(service)
  const { body: begun } = await browser.send('POST', '/restorations')
  const path = `/restorations/${begun.id}`
  await browser.send('POST', `${path}/surveys`, file)
  const broken = { ...file, settings: { question_settings: [{ right: { options: [7] } }] } }
  assertRefused(
    await browser.send('POST', `${path}/surveys/${admin.id}/settings`, broken),
    400,
    'question 1: it has no option 8',
  )
  await browser.send('POST', `${path}/surveys/${admin.id}/settings`, file)
  const { surveys } = bodyOf<{ surveys: { slug: string }[] }>(await browser.send('POST', `${path}/finish`))
  const { body } = await call(service, 'GET', `/admin/api/${surveys[0]?.slug}`, { headers: { cookie: browser.cookie } })
  assert.deepEqual(body.question_settings, SETTINGS)
})

test('respondents and projector links get no right answers [right-answers-secret]', async () => {
  const admin = await newAdminClient(service, QUESTIONS)
  const token = `${(await admin.send('POST', '/projector')).body.url}`.slice(-64)
  const read = async () => {
    const page = await call(service, 'GET', `/s/${admin.id}`)
    const json = await call(service, 'GET', `/s/${admin.id}`, { headers: { accept: 'application/json' } })
    return [page, json].map(({ text }) => withoutRevisions(text))
  }
  const before = await read()
  await set(admin, SETTINGS)
  const after = await read()
  for (const [at, text] of before.entries()) assert.ok(after[at] === text, firstDifference(text, after[at] ?? ''))
  assert.deepEqual((await call(service, 'GET', `/p/api/${token}`)).body.question_settings, [])
})

for (const share_results of ['when_revealed', 'after_answering'])
  test(`before the reveal, phones get the same bytes of a question with a right answer: ${share_results} [right-answers-secret]`, async () => {
    const admin = await newAdminClient(service, QUESTIONS)
    assert.equal((await admin.send('PATCH', '', { paced: true, share_results, share_record: true })).status, 200)
    await admin.send('PATCH', '/presentation', { screen: '1' })
    for (let at = 0; at < 6; at++) await kept(service, admin.id, ['Neither'])
    const read = async () => {
      const paths = ['', '/thanks', '/thanks?results', '/record']
      const pages = await Promise.all(paths.map(path => call(service, 'GET', `/s/${admin.id}${path}`)))
      const events = await Promise.all([beginning(admin, 'step'), beginning(admin, 'results')])
      return [...pages.map(({ text }) => text), ...events].map(withoutRevisions)
    }
    const before = await read()
    await set(admin, SETTINGS)
    const after = await read()
    for (const [at, text] of before.entries()) assert.ok(after[at] === text, firstDifference(text, after[at] ?? ''))
    await admin.send('PATCH', '/presentation', { screen: '1', revealed: true })
    const revealed = await read()
    assert.match(revealed[4] ?? '', /"right":\{"options":\[2\]\}/)
  })

const withoutRevisions = (text: string) =>
  text.replace(/(?<=(?:revision|version)"?[=:]"?)[^",}]+|(?<=name="key".*value=")[^"]+|(?<=^id: ).*/gm, '')

/** A stream of a phone up to its first event of this name. */
async function beginning({ id }: AdminClient, event: 'step' | 'results'): Promise<string> {
  const response = await fetch(`${service.baseUrl}/s/${id}/events${event === 'results' ? '?results' : ''}`)
  let text = ''
  for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    text += chunk
    if (new RegExp(`^event: ${event}\n(.+\n)*\n`, 'm').test(text)) break
  }
  return text
}

const exported = async (admin: AdminClient) =>
  JSON.parse((await admin.send('GET', '/export.json')).text) as { settings: Record<string, unknown> }

const firstDifference = (one: string, other: string) =>
  one.split('\n').find((line, at) => line !== other.split('\n')[at]) ?? 'a longer page'
