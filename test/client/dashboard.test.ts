import assert from 'node:assert/strict'
import { after, type TestContext, test } from 'node:test'
import { Soundings, type SoundingsOptions, type SurveyResponse } from '../../clients/typescript/src/client.ts'
import { kept } from '../api/fixtures.ts'
import { call, startService } from '../harness.ts'
import { startProxy } from './failing-proxy.ts'

const service = await startService()
after(() => service.close())
const questions = [{ type: 'free_text' as const, text: 'What should we change?' }]
const nextTurn = () => new Promise(setImmediate)

/** The dashboard of a new survey behind a proxy. */
async function newDashboard(t: TestContext, options: Partial<SoundingsOptions> = {}) {
  const proxy = await startProxy(t, service.baseUrl)
  const { token } = await service.newCaller()
  const client = new Soundings({ server: proxy.server, token, random: () => 0, ...options })
  const { id, admin_token } = await client.createSurvey({ title: 'Retro', questions })
  const holder = new Soundings({ server: proxy.server, token: null, random: () => 0, ...options })
  return { id, proxy, client, dashboard: holder.dashboard(id, admin_token) }
}

test('each response is read once, by the same iteration or a later one, even after the end [client-new-responses]', async t => {
  const { id, dashboard, proxy } = await newDashboard(t)
  const textsOf = (responses: SurveyResponse[]) => responses.map(({ answers }) => answers[0])
  const reading = dashboard.responses()
  assert.deepEqual([await Array.fromAsync(reading), reading.cursor], [[], '0'])
  for (const text of ['One', 'Two']) await kept(service, id, [text])
  proxy.fail('lost answer')
  assert.deepEqual(textsOf(await Array.fromAsync(reading)), ['One', 'Two'])
  assert.deepEqual(await Array.fromAsync(reading), [])
  await kept(service, id, ['Three'])
  const later = dashboard.responses({ since: reading.cursor })
  assert.deepEqual(textsOf(await Array.fromAsync(later)), ['Three'])
  assert.match((await Array.fromAsync(dashboard.responses()))[0]?.submitted_at ?? '', /:00\.000Z$/)
})

test('a cursor never skips a response that the loop has not finished, across pages [client-new-responses]', async t => {
  const { id, dashboard } = await newDashboard(t)
  await service.fillResponses(id, 1_500, ['Yes'])
  const reading = dashboard.responses()
  let count = 0
  for await (const _ of reading) if (++count === 1_200) break
  assert.equal(reading.cursor, '1000')
  assert.equal((await Array.fromAsync(reading)).length, 500)
})

test('an export is streamed under the name of its survey, in four formats [client-export]', async t => {
  const { id, dashboard } = await newDashboard(t)
  await kept(service, id, ['-5,3'])
  const read = async (...words: Parameters<typeof dashboard.export>) => {
    const file = await dashboard.export(...words)
    return { name: file.name, type: file.type, bytes: Buffer.concat(await Array.fromAsync(file)) }
  }
  const json = await read('json')
  assert.deepEqual([json.name, JSON.parse(json.bytes.toString()).responses[0].answers], [`${id}.json`, ['-5,3']])
  const csv = await read('csv')
  assert.match(csv.bytes.toString(), /^id,submitted_at,What should we change\?\r\n/)
  assert.deepEqual([csv.name, csv.type.split(';')[0]], [`${id}.csv`, 'text/csv'])
  const spreadsheet = await read('csv', { isForSpreadsheet: true })
  assert.ok(spreadsheet.bytes.toString('utf16le').startsWith('\ufeffid\tsubmitted_at\t'))
  assert.equal((await read('boards-csv')).name, `${id}-boards.csv`)
  assert.equal((await read('xlsx')).bytes.subarray(0, 2).toString(), 'PK')
})

test('an export that breaks off or is not from the service is an error [client-export]', async t => {
  const { dashboard, proxy } = await newDashboard(t, { retries: 0 })
  proxy.fail('broken body')
  const file = await dashboard.export('csv')
  await assert.rejects(Array.fromAsync(file), { kind: 'interrupted' })
  const disposition = 'attachment; filename="../.profile"'
  proxy.fail(
    { status: 200, body: '<h1>Sign in</h1>' },
    { status: 200, headers: { 'content-disposition': disposition } },
  )
  for (const _ of ['a page', 'a path']) await assert.rejects(dashboard.export('csv'), { kind: 'unexpected_response' })
})

test('a survey is deleted, and the call is not repeated after an unclear failure [client-delete]', async t => {
  const { id, dashboard, client, proxy } = await newDashboard(t)
  proxy.fail('refused connection')
  await assert.rejects(dashboard.delete(), { kind: 'network' })
  await dashboard.delete()
  for (const gone of [() => client.readSurvey(id), () => dashboard.delete(), () => dashboard.export('csv')])
    await assert.rejects(gone(), { kind: 'refusal', status: 404, message: 'not found' })
})

test('an invalid admin token is refused when the dashboard is created [client-options]', async () => {
  const client = new Soundings({ server: service.baseUrl, token: null })
  const dashboard = (token: unknown) => client.dashboard('retro', token as string)
  assert.throws(() => dashboard(undefined), {
    kind: 'options',
    message: /^undefined is no admin token; .*createSurvey/,
  })
  assert.throws(() => dashboard('http://x/#y'), { kind: 'options', message: /^the admin token contains characters/ })
})

test('events arrive as they happen, even after a lost connection, until the survey is deleted [client-watch]', async t => {
  const { id, dashboard, client, proxy } = await newDashboard(t)
  const counts: number[] = []
  const watching = (async () => {
    for await (const event of dashboard.watch()) {
      if (event.type !== 'results') continue
      counts.push(event.response_count)
      assert.equal(event.results[0]?.type, 'free_text')
    }
  })()
  const seen = async (count: number) => {
    while (counts.at(-1) !== count) await nextTurn()
  }
  await seen(0)
  await kept(service, id, ['One'])
  await seen(1)
  // More failures than the client retries for other calls.
  proxy.fail(...Array.from({ length: 6 }, () => 'refused connection' as const))
  proxy.disconnect()
  await kept(service, id, ['Two'])
  await seen(2)
  await client.changeSurvey(id, { status: 'closed' })
  await dashboard.delete()
  await assert.rejects(watching, { kind: 'refusal', status: 404 })
})

test('a loop ends with break, and with the reason of its signal; a first connection fails like any call [client-watch]', async t => {
  const { dashboard, proxy } = await newDashboard(t, { retries: 1 })
  for await (const event of dashboard.watch()) {
    assert.equal(event.type, 'results')
    break
  }
  const stop = new AbortController()
  const watching = (async () => {
    for await (const _ of dashboard.watch({ signal: stop.signal })) stop.abort('enough')
  })()
  await assert.rejects(watching, reason => reason === 'enough')
  proxy.fail('refused connection', 'refused connection', { status: 200, body: '<h1>Sign in</h1>' })
  const first = () => dashboard.watch().next()
  await assert.rejects(first(), { kind: 'network' })
  await assert.rejects(first(), { kind: 'unexpected_response' })
})

test('changes of the survey and its boards are events too [client-watch]', async t => {
  const { id, dashboard, client } = await newDashboard(t)
  await client.changeSurvey(id, { questions: [{ type: 'upvoted_question', text: 'Your questions' }] })
  const asked = { body: { text: 'When do we start?' } }
  let isSurveyChanged = false
  for await (const event of dashboard.watch()) {
    if (event.type === 'survey') isSurveyChanged = true
    if (event.type === 'results' && !isSurveyChanged) await client.changeSurvey(id, { theme: 'ocean' })
    if (event.type === 'survey') await call(service, 'POST', `/s/${id}/board/0`, asked)
    if (event.type !== 'board' || event.items === undefined) continue
    assert.deepEqual([event.index, event.items[0]?.text, event.items[0]?.state], [0, 'When do we start?', 'shown'])
    break
  }
  assert.ok(isSurveyChanged)
})
