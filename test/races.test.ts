import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import {
  type Api,
  assertRefused,
  choice,
  type Detail,
  freeText,
  HOUR,
  indexed,
  newApi,
  rating,
  requiredWhen,
  submit,
} from './api/fixtures.ts'
import { ENGINE } from './database.ts'
import { type Answer, call, type Service, startService } from './harness.ts'
import { type Fields, type Json, results } from './model/rules.ts'
import { scaled } from './scale.ts'
import { sequencesOf } from './setup/surveys.ts'

const rounds = scaled({ short: 2, long: 20, release: 200 })
/** On databases that allow it, there are two server processes, and calls alternate between them. */
const INSTANCES = ENGINE === 'postgres' ? 2 : 1
const instances: Service[] = []
let service: Service

before(async () => {
  const first = await startService()
  instances.push(first)
  while (instances.length < INSTANCES) instances.push(await startService({ beside: first }))
  let turn = 0
  const nextUrl = () => at(instances, turn++).baseUrl
  service = {
    ...first,
    get baseUrl() {
      return nextUrl()
    },
  }
})
// Closing the first one also drops the database.
after(async () => {
  for (const instance of instances.toReversed()) await instance.close()
})

test(`${rounds} times 50 parallel creates, clones and launches at 499 of 500 [limit-surveys-500, error-survey-limit]`, async () => {
  for (let round = 0; round < rounds; round++) {
    const api = await newApi(service)
    await service.fillSurveys(api.caller.accountId, 498)
    const survey = await api.create([choice()])
    const template = await api.saveTemplate([choice()])
    const sends = [
      () => api.post('/surveys', { title: 'Pool', questions: [choice()] }),
      () => api.post(`/surveys/${survey.id}/clone`),
      () => api.post(`/templates/${template.id}/launch`),
    ]
    const answers = await together(50, n => untilTaken(at(sends, n)))
    assert.deepEqual(outcomes(answers), { '201': 1, '409 survey_limit_reached': 49 })
    assert.equal((await api.list()).length, 500)
  }
})

test(`${rounds} times 50 parallel templates at 199 of 200 [limit-templates-200, error-template-limit]`, async () => {
  for (let round = 0; round < rounds; round++) {
    const api = await newApi(service)
    await service.fillTemplates(api.caller.accountId, 199)
    const survey = await api.create([choice()])
    const sends = [
      () => api.post('/templates', { name: 'Pool', questions: [choice()] }),
      () => api.post(`/surveys/${survey.id}/save-as-template`),
    ]
    const answers = await together(50, n => untilTaken(at(sends, n)))
    assert.deepEqual(outcomes(answers), { '201': 1, '409 template_limit_reached': 49 })
    assert.equal((await api.templates()).length, 200)
  }
})

test(`${rounds} times 50 parallel tokens at 9 of 10 [limit-tokens-10]`, async () => {
  for (let round = 0; round < rounds; round++) {
    // On SQLite a round needs no turn of the event loop. After a minute without one, the next test would send on connections
    // whose time limit has passed: the server ends them in its first turn, before it reads.
    await nextTurn()
    const { accountId } = await service.newCaller()
    for (let held = 1; held < 9; held++) assert.equal(await service.createToken(accountId), 'created')
    const made = await together(50, n => at(instances, n).createToken(accountId))
    assert.deepEqual(made.toSorted(), ['created', ...Array(49).fill('limit_reached')])
  }
})

test(`${rounds} times 50 accounts take the same slug at once [error-slug-taken, create-custom-slug]`, async () => {
  const apis = await together(50, () => newApi(service))
  const slugs = Array.from({ length: rounds }, (_, round) => `race-${round}`)
  for (const [round, slug] of slugs.entries()) {
    // An account has 30 attempts an hour.
    if (round % 30 === 29) service.clock.advance(HOUR)
    const body = { title: slug, questions: [choice()], slug }
    const answers = await Promise.all(apis.map(api => untilTaken(() => api.post('/surveys', body))))
    assert.deepEqual(outcomes(answers), { '201': 1, '409 slug_taken': 49 })
    assert.equal(answers.find(({ status }) => status === 201)?.body.id, slug)
  }
  const lists = await Promise.all(apis.map(api => api.list()))
  const ids = lists.flat().map(({ id }) => id)
  assert.deepEqual(ids.sort(), slugs.sort())
})

test('of 50 parallel full edits exactly one remains, unmixed [patch-replaces-questions]', async () => {
  const { api, id, path } = await oneSurvey([choice()])
  const sends = Array.from({ length: 50 }, (_, n) => ({
    theme: { primary: `#0000${10 + n}`, background: '#ffffff' },
    status: n % 2 === 0 ? 'open' : 'closed',
    questions: [choice(`first of ${n}`), rating(`second of ${n}`)],
  }))
  const answers = await Promise.all(sends.map(body => api.patch(path, body)))
  assert.deepEqual(outcomes(answers), { '200': 50 })
  const { theme, status, questions } = await api.read(id)
  const last = sends.find(body => body.questions[0]?.text === questions[0]?.text)
  assert.deepEqual({ theme, status, questions }, { ...last, questions: indexed(last?.questions ?? []) })
})

test(`${rounds} times parallel edits of four fields are all applied [patch-response]`, async () => {
  for (let round = 0; round < rounds; round++) {
    const { api, id, path } = await oneSurvey([choice()])
    const sends = [{ theme: 'ocean' }, { status: 'closed' }, { archived: true }, { questions: [choice(), rating()] }]
    const answers = await Promise.all(sends.map(body => api.patch(path, body)))
    assert.deepEqual(outcomes(answers), { '200': 4 })
    const { theme, status, questions } = await api.read(id)
    assert.deepEqual(
      { theme, status, questions },
      { theme: 'ocean', status: 'closed', questions: indexed([choice(), rating()]) },
    )
    assert.deepEqual(await api.list(), [])
  }
})

test(`of 50 changes by API and dashboard to one state, ${rounds} times, one is made whole, and the others do nothing [if-match-one-wins]`, async () => {
  for (let round = 0; round < rounds; round++) {
    const { api, id, path, admin } = await oneSurvey([choice()])
    const { headers: read } = await api.get(path)
    const headers = { 'if-match': read.get('etag') ?? '' }
    const writers = Array.from({ length: 50 }, (_, n) => ({
      ...(n % 2 === 0
        ? { to: `/api/v1${path}`, token: api.caller.token, more: { archived: n % 4 === 0 } }
        : { to: `/admin/api/${id}`, token: admin, more: { share_results: 'after_answering', language: 'fr' } }),
      theme: { primary: `#0000${10 + n}`, background: '#ffffff' },
      status: n % 3 === 0 ? 'closed' : 'open',
      questions: [choice(`first of ${n}`), rating(`second of ${n}`)],
    }))
    const answers = await together(50, n => {
      const { to, token, more, ...body } = at(writers, n)
      return untilTaken(() => call(service, 'PATCH', to, { token, headers, body: { ...body, ...more } }))
    })
    assert.deepEqual(outcomes(answers), { '200': 1, '412 survey_changed': 49 })
    const { to, more, theme, status, questions } = at(
      writers,
      answers.findIndex(one => one.status === 200),
    )
    const stored = (await call(service, 'GET', `/admin/api/${id}`, { token: admin })).body
    assert.deepEqual([stored.theme, stored.status, stored.questions], [theme, status, indexed(questions)])
    const unsent = { archived: false, share_results: 'never', language: null }
    const { archived, share_results, language } = stored
    assert.deepEqual({ archived, share_results, language }, { ...unsent, ...more }, to)
  }
})

test(`${rounds} times a deletion and edits are based on one state: one of them happens [if-match-one-wins, dashboard-conditions]`, async () => {
  for (let round = 0; round < rounds; round++) {
    const { api, id, path, admin } = await oneSurvey([choice()])
    const { headers: read } = await api.get(path)
    const headers = { 'if-match': read.get('etag') ?? '' }
    const edit = { token: api.caller.token, headers, body: { status: 'closed' } }
    const sends = [
      () => call(service, 'DELETE', `/admin/api/${id}`, { token: admin, headers }),
      () => call(service, 'PATCH', `/api/v1${path}`, edit),
    ]
    const answers = await together(20, n => untilTaken(at(sends, n + round)))
    const counted = new Map([200, 204].map(one => [one, answers.filter(({ status }) => status === one).length]))
    assert.equal((counted.get(200) ?? 0) + (counted.get(204) ?? 0), 1)
    if (counted.get(204) === 1) assertRefused(await api.get(path), 404, 'not found')
    else assert.equal((await api.read(id)).status, 'closed')
  }
})

test('each of 49 parallel reorders starts from the result of the one before [edit-moved-rule, edit-written-rule]', async () => {
  // The rule moves from 0 to 1 with its trigger; sent once more it is not the stored rule, so it is taken as written: 0.
  const ruled = (trigger: number) => rating('Why?', requiredWhen('all', [trigger, 'Yes']))
  const { api, id, path } = await oneSurvey([choice('A?'), choice('B?'), ruled(0)])
  const turned = [choice('B?'), choice('A?'), ruled(0)].map((question, n) => ({ ...question, index: at([1, 0, 2], n) }))
  const answers = await together(49, () => api.patch(path, { questions: turned }))
  assert.deepEqual(outcomes(answers), { '200': 49 })
  const after = (trigger: number) => indexed([choice('B?'), choice('A?'), ruled(trigger)])
  const count = (trigger: number) => {
    return answers.filter(({ body }) => isDeepStrictEqual(body.questions, after(trigger))).length
  }
  assert.deepEqual([count(1), count(0)], [25, 24])
  assert.deepEqual((await api.read(id)).questions, after(1))
})

test('four keys sent 50 times each in parallel are four rows, and each sender gets its own row [submission-key-once]', async () => {
  const { api, id } = await oneSurvey([choice(), rating()])
  const sends = [1, 2, 3, 4].map(value => ({ key: randomUUID(), answers: ['Yes', value] }))
  const answers = await together(200, n => submit(service, id, at(sends, n).answers, { key: at(sends, n).key }))
  assert.deepEqual(outcomes(answers), { '201': 200 })
  const rows = [0, 1, 2, 3].map(n => [...new Set(answers.filter((_, sent) => sent % 4 === n).map(({ text }) => text))])
  const { responses } = await consistent(api, id)
  assert.deepEqual(rows.flat().sort(), responses.map(row => JSON.stringify(row)).sort())
  assert.deepEqual(responses.map(({ answers }) => answers[1]).sort(), [1, 2, 3, 4])
})

test('one key sent in parallel with two different answers is two rows [submission-key-other-answers]', async () => {
  const { api, id } = await oneSurvey([choice()])
  const key = randomUUID()
  const answers = await together(50, n => submit(service, id, [at(['Yes', 'No'], n)], { key }))
  assert.deepEqual(outcomes(answers), { '201': 50 })
  const { responses } = await consistent(api, id)
  assert.deepEqual(responses.map(({ answers }) => answers[0]).sort(), ['No', 'Yes'])
})

test('200 parallel responses are all stored once, numbered without a gap [response-sequence, aggregate-counts-exact]', async () => {
  const { api, id } = await oneSurvey([choice(), rating(), freeText()])
  const sends = Array.from({ length: 200 }, (_, n) => [at(['Yes', 'No'], n), 1 + (n % 10), `answer ${n}`])
  const answers = await Promise.all(sends.map(sent => submit(service, id, sent)))
  assert.deepEqual(outcomes(answers), { '201': 200 })
  assert.deepEqual(
    answers.map(({ body }) => JSON.stringify(body.answers)),
    sends.map(sent => JSON.stringify(sent)),
  )
  const { responses } = await consistent(api, id)
  assert.equal(new Set(responses.map(row => row.id)).size, 200)
  assert.deepEqual(responses.map(row => JSON.stringify(row)).sort(), answers.map(({ text }) => text).sort())
  assert.deepEqual(
    await sequencesOf(service, id),
    Array.from({ length: 200 }, (_, n) => n + 1),
  )
})

test('questions are added while answers arrive [edit-atomic, edit-answered-add, responses-padded]', async () => {
  // Every question is required, so that answers fit one length of the list and no other.
  const list = (length: number) => Array.from({ length }, () => rating())
  const { api, id, sent } = await answeredWhileEdited(list, length => Array(length).fill(7))
  const { responses } = await consistent(api, id)
  const lengths = responses.map(row => sent.get(row.id) ?? 0)
  assert.deepEqual(lengths, lengths.toSorted(), 'the list only grew, so answers that were taken later are no shorter')
  const padded = lengths.map(length => list(8).map((_, place) => (place < length ? 7 : null)))
  assert.deepEqual(
    responses.map(({ answers }) => answers),
    padded,
  )
})

test('options are added and moved while answers arrive [edit-atomic, edit-answered-keeps-meaning, aggregate-counts-exact]', async () => {
  const options = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']
  const list = (count: number) => [choice('Which?', options.slice(0, count).reverse())]
  const { api, id, sent } = await answeredWhileEdited(list, nth => [options[nth - 1]])
  const { responses, questions } = await consistent(api, id)
  assert.deepEqual(questions, indexed(list(8)))
  for (const row of responses) assert.deepEqual(row.answers, [options[(sent.get(row.id) ?? 0) - 1]])
})

/**
 * Eight senders submit 160 responses while a survey’s questions grow from `list(1)` to `list(8)`. Returns what each row
 * was sent as: the n of `answersOf(n)`, which fits only some of the lists, so that senders have to retry.
 */
async function answeredWhileEdited(list: (n: number) => object[], answersOf: (n: number) => unknown[]) {
  const { api, id, path } = await oneSurvey(list(1))
  const edits: Promise<Answer>[] = []
  const longer = async (n: number) => {
    await edits.at(-1)
    return api.patch(path, { questions: list(n) })
  }
  const sent = new Map<string, number>()
  const onKept = (row: string, n: number) => {
    sent.set(row, n)
    if (sent.size % 20 === 0 && edits.length < 7) edits.push(longer(edits.length + 2))
  }
  await together(8, () => sendUntilKept(id, 20, answersOf, onKept))
  assert.deepEqual(outcomes(await Promise.all(edits)), { '200': 7 })
  const { responses } = await api.read(id)
  assert.deepEqual(responses.map(row => row.id).sort(), [...sent.keys()].sort())
  assert.equal(responses.length, 160)
  return { api, id, sent }
}

async function sendUntilKept(
  id: string,
  count: number,
  answersOf: (n: number) => unknown[],
  onKept: (row: string, n: number) => void,
): Promise<void> {
  for (let n = 1, kept = 0; kept < count; ) {
    const { status, body } = await submit(service, id, answersOf(n))
    if (status === 201) {
      onKept(String(body.id), n)
      kept++
    } else {
      assert.deepEqual([status, body.code], [400, 'invalid_answers'])
    }
    // Continues after what fitted, so that each option is tried.
    n = 1 + (n % 8)
  }
}

/** A survey of a new account. */
async function oneSurvey(questions: object[]): Promise<{ api: Api; id: string; path: string; admin: string }> {
  const api = await newApi(service)
  const { id, admin_token: admin } = await api.create(questions)
  return { api, id, path: `/surveys/${id}`, admin }
}

/** The full view, after checking that its count and the aggregate match its responses. */
async function consistent(api: Api, id: string): Promise<Detail> {
  const [full, aggregate] = await Promise.all([api.read(id), api.aggregate(id)])
  const answers = full.responses.map(row => row.answers as Json[])
  assert.deepEqual([full.response_count, aggregate.response_count], [answers.length, answers.length])
  assert.deepEqual(aggregate.results, results(full.questions as unknown as Fields[], answers))
  return full
}

/** How many answers had each status and code. */
function outcomes(answers: readonly Answer[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const { status, body } of answers) {
    const outcome = body.code === undefined ? `${status}` : `${status} ${body.code}`
    counts[outcome] = (counts[outcome] ?? 0) + 1
  }
  return counts
}

/**
 * Sends again when the storage was too busy: on a slow machine the last of 50 may wait longer than a row lock allows.
 */
async function untilTaken(send: () => Promise<Answer>): Promise<Answer> {
  for (;;) {
    const answer = await send()
    if (answer.status !== 503) return answer
  }
}

function together<Value>(count: number, act: (n: number) => Promise<Value>): Promise<Value[]> {
  return Promise.all(Array.from({ length: count }, (_, n) => act(n)))
}

function at<Value>(values: readonly Value[], n: number): Value {
  return values[n % values.length] as Value
}
