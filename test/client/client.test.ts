import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { type Dashboard, isSoundingsError, RefusalError, Soundings } from '../../clients/typescript/src/client.ts'
import { kept } from '../api/fixtures.ts'
import { call, startService } from '../harness.ts'

const service = await startService()
after(() => service.close())
const { token } = await service.newCaller()
const sent: Request[] = []
const client = new Soundings({
  server: service.baseUrl,
  token,
  fetch: (request, init) => {
    sent.push(request.clone())
    return fetch(request, init)
  },
})
const questions = [
  { type: 'multiple_choice' as const, text: 'Was it a good week?', options: ['Yes', 'No'] },
  { type: 'rating' as const, text: 'How good?', requirement: { mode: 'optional' as const } },
]

/** A call of each operation. */
const calls: Record<string, (id: string, template: string) => Promise<object>> = {
  getMe: () => client.getMe(),
  listSurveys: () => client.listSurveys({ includeAdmin: true, includeClosed: false }),
  createSurvey: () => client.createSurvey({ title: 'Another', questions }),
  readSurvey: id => client.readSurvey(id),
  changeSurvey: id => client.changeSurvey(id, { theme: 'ocean' }),
  cloneSurvey: id => client.cloneSurvey(id),
  saveAsTemplate: id => client.saveAsTemplate(id, { name: 'Retro' }),
  listTemplates: () => client.listTemplates(),
  createTemplate: () => client.createTemplate({ name: 'Retro', questions }),
  launchTemplate: (_, template) => client.launchTemplate(template, { theme: 'rose' }),
}

test('there is a method for each operation, and those that take an Idempotency-Key send one', async () => {
  const { id } = await client.createSurvey({ title: 'Retro', questions })
  const template = await client.createTemplate({ name: 'Retro', questions })
  const { text } = await call(service, 'GET', '/openapi.json')
  const { paths } = JSON.parse(text) as { paths: Record<string, Record<string, Described>> }
  const operations = Object.values(paths).flatMap(item => Object.values(item))
  assert.deepEqual(operations.map(({ operationId }) => operationId).sort(), Object.keys(calls).sort())
  for (const { operationId, parameters = [] } of operations) {
    const result = await calls[operationId]?.(id, template.id)
    assert.ok(result, operationId)
    const takesKey = parameters.some(({ name }) => name === 'Idempotency-Key')
    assert.equal(sent.at(-1)?.headers.has('idempotency-key'), takesKey, operationId)
  }
})

interface Described {
  readonly operationId: string
  readonly parameters?: readonly { readonly name: string }[]
}

test('results and responses are as stored, and responses are in the order in which they arrived', async () => {
  const { id } = await client.createSurvey({ title: 'Retro', questions })
  for (const answers of [
    ['Yes', 9],
    ['No', null],
    ['Yes', 4],
  ])
    await kept(service, id, answers)
  const { results, response_count } = await client.readResults(id)
  const [choice] = results
  assert.deepEqual(choice?.type === 'multiple_choice' && choice.tally.map(({ count }) => count), [2, 1])
  const read = await client.readSurvey(id)
  const streamed = await Array.fromAsync(client.responses(id))
  assert.deepEqual([streamed, response_count], [read.responses, 3])
  for await (const { answers } of client.responses(id)) {
    assert.deepEqual(answers, ['Yes', 9])
    break
  }
})

test('listSurveys includes dashboard links and excludes closed surveys on request', async () => {
  const { id, admin_url } = await client.createSurvey({ title: 'Retro', questions })
  const [listed] = await client.listSurveys({ includeAdmin: true })
  assert.equal(listed?.admin_url, admin_url)
  await client.changeSurvey(id, { status: 'closed' })
  const idsOf = async (includeClosed: boolean) => (await client.listSurveys({ includeClosed })).map(one => one.id)
  assert.deepEqual([(await idsOf(true)).includes(id), (await idsOf(false)).includes(id)], [true, false])
  assert.equal((await client.listSurveys())[0]?.admin_url, undefined)
})

test('a refusal has its text, its status, its code and the id of the request', async () => {
  const { id } = await client.createSurvey({ title: 'Retro', questions })
  const refused = await client.createSurvey({ title: 'Retro', questions, slug: id }).catch(error => error)
  assert.ok(isSoundingsError(refused) && refused.kind === 'refusal' && refused instanceof RefusalError)
  assert.deepEqual([refused.message, refused.status, refused.code], ['slug taken', 409, 'slug_taken'])
  assert.match(refused.requestId ?? '', /^[\w-]{8,}$/)
  const stranger = new Soundings({ server: `${service.baseUrl}/`, token: 'snd_pat_wrong' })
  const { status, code } = await stranger.getMe().catch(error => error)
  assert.deepEqual([status, code], [401, undefined])
  assert.equal(isSoundingsError(new Error('another')), false)
})

/** Calls that the compiler must refuse; otherwise `npm run check` fails. The service would ignore what they ask for. */
export const REFUSED_BY_THE_COMPILER = [
  // @ts-expect-error: lists have no pages
  (client: Soundings) => client.listSurveys({ limit: 10 }),
  // @ts-expect-error: lists have one order
  (client: Soundings) => client.listSurveys({ sort: 'title' }),
  // @ts-expect-error: lists have no pages
  (client: Soundings) => client.listTemplates({ offset: 10 }),
  // @ts-expect-error: a survey is read whole
  (client: Soundings) => client.readSurvey('retro', { page: 2 }),
  // @ts-expect-error: counts are those of all responses
  (client: Soundings) => client.readResults('retro', { since: '2026-06-01' }),
  // @ts-expect-error: only a dashboard reads what is new
  (client: Soundings) => client.responses('retro', { since: '20' }),
  // @ts-expect-error: its cursor is `since`, and the size of pages is its own
  (dashboard: Dashboard) => dashboard.responses({ after: '20', limit: 10 }),
  // @ts-expect-error: what is created is not based on a survey
  (client: Soundings) => client.createSurvey({ title: 'Retro', questions: [] }, { ifMatch: '"1"' }),
  // @ts-expect-error: a list is no survey
  (client: Soundings) => client.changeSurvey('retro', { status: 'closed' }, { ifMatch: [] }),
]
