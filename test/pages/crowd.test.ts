import assert from 'node:assert/strict'
import { describe, type TestContext, test } from 'node:test'
import { choice, newApi, submit } from '../api/fixtures.ts'
import { call, startService } from '../harness.ts'

const MINUTE = 60_000

test('[respondent-limit] a lecture hall of 1,000 behind one address gets through within a minute', async t => {
  const { service, id } = await survey(t, {})
  const answers = await Promise.all(Array.from({ length: 1_000 }, () => submit(service, id, ['Yes'])))
  assert.deepEqual([...new Set(answers.map(({ status }) => status))], [201])
})

test('[respondent-limit-429] over the limit submissions are 429 until the minute ends, and nothing of them is stored', async t => {
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

test('[respondent-limit-429] the form keeps what was typed', async t => {
  const { service, id } = await survey(t, { respondentLimit: 1 }, [{ type: 'free_text', text: 'Why?' }])
  const send = () => call(service, 'POST', `/s/${id}`, { body: new URLSearchParams({ q0: 'all of it' }).toString() })
  assert.equal((await send()).status, 303)
  const { status, headers, text } = await send()
  assert.deepEqual([status, headers.get('retry-after')], [429, '60'])
  assert.match(text, />\n?all of it<\/textarea>/)
})

describe('[trust-proxy] the address is', () => {
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
