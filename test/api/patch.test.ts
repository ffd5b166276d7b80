import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { startService } from '../harness.ts'
import {
  type Api,
  assertInvalid,
  assertRefused,
  board,
  bodyOf,
  choice,
  freeText,
  HOUR,
  indexed,
  kept,
  newApi,
  optional,
  rating,
  submit,
} from './fixtures.ts'

const service = await startService()
after(() => service.close())

const NOTHING = 'nothing to change: send status, theme, questions or archived'
const EXPIRED =
  'this survey has expired, so reopening it would not accept responses; change its expiry from the admin dashboard first'

async function oneSurvey(): Promise<{ api: Api; id: string; path: string }> {
  const api = await newApi(service)
  const { id } = await api.create([choice()])
  return { api, id, path: `/surveys/${id}` }
}

const pair = { primary: '#000000', background: '#ffffff' }
const answersOfPatch: [sent: Record<string, unknown>, answered: Record<string, unknown>][] = [
  [{ status: 'closed' }, { status: 'closed' }],
  [{ status: 'open' }, { status: 'open' }],
  [{ theme: 'ocean' }, { status: 'open', theme: 'ocean' }],
  [{ theme: 'default' }, { status: 'open', theme: 'default' }],
  [{ theme: { ...pair, more: 1 } }, { status: 'open', theme: pair }],
  [{ archived: true }, { status: 'open', archived: true }],
  [{ archived: false }, { status: 'open', archived: false }],
  [{ questions: [choice()] }, { status: 'open', questions: indexed([choice()]) }],
  [
    { archived: true, title: 'Other', expires_at: null },
    { status: 'open', archived: true },
  ],
  [
    { status: 'closed', theme: 'rose', questions: [rating()], archived: true },
    { status: 'closed', theme: 'rose', questions: indexed([rating()]), archived: true },
  ],
]
for (const [sent, answered] of answersOfPatch) {
  test(`PATCH answers with id, status and what was sent: ${Object.keys(sent)} [patch-response]`, async () => {
    const { id, api, path } = await oneSurvey()
    assert.deepEqual(bodyOf(await api.patch(path, sent)), { id, ...answered })
  })
}

test('a title cannot be changed [patch-cannot-retitle, patch-nothing-to-change]', async () => {
  const { id, api, path } = await oneSurvey()
  for (const body of [
    {},
    { title: 'Other' },
    { slug: 'other', expires_at: null },
    { name: 'Other', Status: 'closed' },
  ]) {
    assertRefused(await api.patch(path, body), 400, NOTHING)
  }
  bodyOf(await api.patch(path, { title: 'Other', theme: 'ocean' }))
  assert.equal((await api.read(id)).title, 'Survey')
})

test('a status is open or closed [patch-status-value]', async () => {
  const { id, api, path } = await oneSurvey()
  for (const status of ['', 'Open', 'expired', 'archived', 'closed ', null, 5, true, [], {}, ['closed']]) {
    assertRefused(await api.patch(path, { status }), 400, 'status must be "open" or "closed"')
  }
  assert.equal((await api.read(id)).status, 'open')
})

test('archived is a boolean [patch-archived-boolean]', async () => {
  const { api, path } = await oneSurvey()
  for (const archived of [null, 0, 1, '', 'true', [], {}]) assertInvalid(await api.patch(path, { archived }))
  assert.equal((await api.list()).length, 1)
})

test('a survey is closed and reopened, again and again [close-survey, reopen-survey]', async () => {
  const { id, api, path } = await oneSurvey()
  for (const status of ['closed', 'closed', 'open', 'open', 'closed', 'open']) {
    bodyOf(await api.patch(path, { status }))
    assert.equal((await api.read(id)).status, status)
    assert.equal((await api.list())[0]?.status, status)
  }
})

test('a closed survey with a future expiry can be reopened [reopen-survey]', async () => {
  const { id, api, path } = await oneSurvey()
  await service.setExpiry(id, service.clock.now() + HOUR)
  bodyOf(await api.patch(path, { status: 'closed' }))
  bodyOf(await api.patch(path, { status: 'open' }))
  assert.equal((await api.read(id)).status, 'open')
})

test('reopening past the expiry is refused, and nothing is written [error-reopen-expired, reopen-expired-stays-closed, patch-all-or-nothing]', async () => {
  const { id, api, path } = await oneSurvey()
  bodyOf(await api.patch(path, { status: 'closed' }))
  await service.setExpiry(id, service.clock.now() - HOUR)
  const before = await api.read(id)
  const body = { status: 'open', theme: 'ocean', questions: [rating()], archived: true }
  assertRefused(await api.patch(path, body), 409, EXPIRED, 'survey_expired')
  assert.deepEqual(await api.read(id), before)
  assert.equal(before.status, 'closed')
  assert.equal((await api.list()).length, 1)
})

test('reopening is refused even if the stored status is open [patch-open-when-expired]', async () => {
  const { id, api, path } = await oneSurvey()
  await service.setExpiry(id, service.clock.now() + HOUR)
  bodyOf(await api.patch(path, { status: 'open' }))
  service.clock.advance(HOUR + 1)
  assertRefused(await api.patch(path, { status: 'open', theme: 'ocean' }), 409, EXPIRED, 'survey_expired')
  assert.equal((await api.read(id)).theme, 'default')
})

test('an expired survey accepts other changes, and reads as closed after it was closed [closed-beats-expired, patch-response]', async () => {
  const { id, api, path } = await oneSurvey()
  await service.setExpiry(id, service.clock.now() - HOUR)
  assert.deepEqual(bodyOf(await api.patch(path, { theme: 'ocean' })), { id, status: 'open', theme: 'ocean' })
  assert.equal((await api.read(id)).status, 'expired')
  assert.deepEqual(bodyOf(await api.patch(path, { status: 'closed' })), { id, status: 'closed' })
  assert.equal((await api.read(id)).status, 'closed')
})

const invalidParts: [what: string, part: Record<string, unknown>][] = [
  ['status', { status: 'ajar' }],
  ['theme', { theme: 'plaid' }],
  ['questions', { questions: [choice('Coming?', [])] }],
  ['archived', { archived: 'yes' }],
  ['a reorder', { questions: [{ ...choice(), index: 7 }] }],
  ['an edit of what was answered', { questions: [rating()] }],
]
for (const [what, part] of invalidParts) {
  test(`a PATCH with one invalid part changes nothing: ${what} [patch-all-or-nothing]`, async () => {
    const { id, api, path } = await oneSurvey()
    await kept(service, id, ['Yes'])
    const before = await api.read(id)
    const valid = { status: 'closed', theme: 'ocean', questions: [choice(), rating()], archived: true }
    assertInvalid(await api.patch(path, { ...valid, ...part }))
    assert.deepEqual(await api.read(id), before)
    assert.equal((await api.list()).length, 1)
    bodyOf(await api.patch(path, valid))
  })
}

test('archiving hides a survey from the list and changes nothing else [archive-hides-from-list, archive-idempotent, unarchive-restores, archived-never-listed]', async () => {
  const { id, api, path } = await oneSurvey()
  const before = await api.read(id)
  for (let times = 0; times < 2; times++) {
    bodyOf(await api.patch(path, { archived: true }))
    for (const query of ['', '?include_closed=0', '?include_closed=1', '?include_admin=1']) {
      assert.deepEqual(await api.list(query), [])
    }
  }
  assert.deepEqual(await api.read(id), before)
  await kept(service, id, ['Yes'])
  for (let times = 0; times < 2; times++) {
    bodyOf(await api.patch(path, { archived: false }))
    assert.deepEqual(
      (await api.list()).map(row => row.id),
      [id],
    )
  }
})

test('while edits and answers race, no answer is stored against questions that it does not fit [edit-atomic]', async () => {
  const { api } = await oneSurvey()
  for (let round = 0; round < 20; round++) {
    const { id } = await api.create([choice('Which?', ['old', 'both'])])
    const send = (option: string) => submit(service, id, [option])
    const edit = () => api.patch(`/surveys/${id}`, { questions: [choice('Which?', ['new', 'both'])] })
    const racing = [send('old'), send('new'), edit(), send('old'), send('new'), send('both')]
    for (const answer of await Promise.all(racing)) assert.ok([200, 201, 400].includes(answer.status), answer.text)
    const { questions, responses } = await api.read(id)
    const options = questions[0]?.options as string[]
    for (const { answers } of responses) assert.ok(options.includes(String(answers[0])), `${options} ${answers}`)
  }
})

test('each of several parallel edits is applied completely or refused [edit-atomic, edit-answered-add]', async () => {
  const { api, id, path } = await oneSurvey()
  await kept(service, id, ['Yes'])
  const added = (extra: object) => ({ questions: [choice(), extra] })
  const edits = [added(rating()), added(freeText()), added(board()), added(choice('Which?', ['a']))]
  const answers = await Promise.all(edits.map(body => api.patch(path, body)))
  const [winner, ...more] = answers.filter(({ status }) => status === 200)
  assert.ok(winner && more.length === 0)
  for (const lost of answers.filter(answer => answer !== winner)) {
    assertRefused(lost, 400, 'cannot change the type of a question in a survey that already has responses')
  }
  assert.deepEqual((await api.read(id)).questions, bodyOf<{ questions: object[] }>(winner).questions)
})

test('an edit of the requirements decides what later answers need [edit-answered-keeps-meaning]', async () => {
  const { api, id, path } = await oneSurvey()
  await kept(service, id, ['Yes'])
  bodyOf(await api.patch(path, { questions: [choice('Coming?', ['Yes', 'No'], optional)] }))
  await kept(service, id, [null])
  assert.equal((await api.read(id)).response_count, 2)
})
