import assert from 'node:assert/strict'
import { describe, type TestContext, test } from 'node:test'
import { choice, newApi, submit } from '../api/fixtures.ts'
import { sendRaw } from '../api/raw.ts'
import { call, startService } from '../harness.ts'

const MINUTE = 60_000

test('a lecture hall of 1,000 behind one address gets through within a minute [respondent-limit]', async t => {
  const { service, id } = await survey(t, {})
  const answers = await Promise.all(Array.from({ length: 1_000 }, () => submit(service, id, ['Yes'])))
  assert.deepEqual([...new Set(answers.map(({ status }) => status))], [201])
})

test('over the limit submissions are 429 until the minute ends, and nothing of them is stored [respondent-limit-429]', async t => {
  const { api, service, id } = await survey(t, { respondentLimit: 2 })
  const statuses = [await submit(service, id, ['Yes']), await submit(service, id, ['Yes'])].map(({ status }) => status)
  assert.deepEqual(statuses, [201, 201])
  service.clock.advance(20_000)
  const { status, headers, body } = await submit(service, id, ['Yes'])
  assert.deepEqual([status, headers.get('retry-after'), body], [429, '40', { error: 'rate limit exceeded' }])
  service.clock.advance(MINUTE - 20_000)
  assert.equal((await submit(service, id, ['Yes'])).status, 201)
  assert.equal((await api.read(id)).response_count, 3)
})

test('a write over the limit is refused before its body is read [respondent-limit-429]', async t => {
  const { service, id } = await survey(t, { respondentLimit: 1 })
  assert.equal((await submit(service, id, ['Yes'])).status, 201)
  const head = `POST /s/${id}/responses HTTP/1.1\r\nHost: here\r\nContent-Length: 1000000\r\nConnection: close\r\n\r\n`
  const { status } = await sendRaw(service, head)
  assert.equal(status, 429)
})

test('over the bytes per minute submissions are 429, even those without a length [respondent-bytes]', async t => {
  const { service, id } = await survey(t, { respondentBytes: 1_000 }, [{ type: 'free_text', text: 'Why?' }])
  assert.equal((await submit(service, id, ['x'.repeat(900)])).status, 201)
  const { status, headers, body } = await submit(service, id, ['x'.repeat(900)])
  assert.deepEqual([status, headers.get('retry-after'), body.code], [429, '60', 'storage_limit_reached'])
  const head = `POST /s/${id}/responses HTTP/1.1\r\nHost: here\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n`
  assert.equal((await sendRaw(service, `${head}10\r\n{"answers":["x"]}\r\n0\r\n\r\n`)).status, 429)
})

test('after many requests for missing surveys, a sender gets only known ones and those that others just opened [guessing-limited]', async t => {
  const { api, service, id } = await survey(t, { trustProxy: 1, peoplePerAddress: 300 })
  const other = await api.create([choice()])
  const opened = await api.create([choice()])
  const headers = { 'x-forwarded-for': '203.0.113.9' }
  assert.equal((await call(service, 'GET', `/s/${opened.id}`, { headers })).status, 200)
  const send = (method: string, path: string) =>
    call(service, method, path, { body: method === 'GET' ? undefined : '{}' })
  assert.equal((await send('GET', `/s/${id}/thanks`)).status, 200)
  for (let round = 0; round < 60; round++) {
    const answers = [
      await send('GET', `/s/guess-${round}`),
      await send('GET', `/s?words=guess+${round}`),
      await send('GET', `/s/guess-${round}/events`),
      await send('POST', `/s/guess-${round}/responses`),
      await send('POST', `/s/guess-${round}`),
    ]
    assert.deepEqual(
      answers.map(({ status }) => status),
      [404, 404, 404, 404, 404],
    )
  }
  const refused = await send('GET', `/s/${other.id}`)
  assert.deepEqual([refused.status, refused.headers.get('retry-after')], [429, '60'])
  assert.match(refused.text, /Too many requests came from your network\. Please wait a minute, then try again\./)
  assert.equal((await send('GET', '/s/guess-again')).status, 429)
  assert.equal((await send('GET', `/s/${id}/thanks`)).status, 200)
  assert.equal((await send('GET', `/s/${opened.id}/thanks`)).status, 200)
  assert.equal((await submit(service, id, ['Yes'])).status, 201)
  service.clock.advance(MINUTE)
  assert.equal((await send('GET', `/s/${other.id}`)).status, 200)
})

test('a refused form keeps what was typed [respondent-limit-429]', async t => {
  const { service, id } = await survey(t, { respondentLimit: 1 }, [{ type: 'free_text', text: 'Why?' }])
  const send = () => call(service, 'POST', `/s/${id}`, { body: new URLSearchParams({ q0: 'all of it' }).toString() })
  assert.equal((await send()).status, 303)
  const { status, headers, text } = await send()
  assert.deepEqual([status, headers.get('retry-after')], [429, '60'])
  assert.match(text, />\n?all of it<\/textarea>/)
  assert.match(text, /A lot of answers are arriving at once\. Nothing is lost/)
})

describe('the address is [trust-proxy]', () => {
  const forwarded = '198.51.100.7, 203.0.113.9'
  const cases: [what: string, trustProxy: number | string[], header: string, isAnother: boolean][] = [
    ['that of the connection, whatever a header says', 0, forwarded, false],
    ['what one proxy has added', 1, '198.51.100.7, 203.0.113.8', true],
    ['nothing that stands before what one proxy has added', 1, '192.0.2.66, 203.0.113.9', false],
    ['what the first of two proxies has added', 2, '192.0.2.66, 203.0.113.9', true],
    ['what a trusted proxy has added', ['127.0.0.0/8', '203.0.113.9'], '192.0.2.66, 203.0.113.9', true],
    ['that of the connection where it is no trusted proxy', ['10.0.0.0/8'], '192.0.2.66', false],
  ]
  for (const [what, trustProxy, header, isAnother] of cases) {
    test(what, async t => {
      const { service, id } = await survey(t, { respondentLimit: 1, trustProxy })
      const from = (address: string) =>
        call(service, 'POST', `/s/${id}/responses`, {
          body: { answers: ['Yes'] },
          headers: { 'x-forwarded-for': address },
        })
      assert.equal((await from(forwarded)).status, 201)
      assert.equal((await from(header)).status, isAnother ? 201 : 429)
    })
  }
})

async function survey(t: TestContext, options: Parameters<typeof startService>[0], questions: object[] = [choice()]) {
  const service = await startService(options)
  t.after(() => service.close())
  const api = await newApi(service)
  const { id } = await api.create(questions)
  return { api, service, id }
}
