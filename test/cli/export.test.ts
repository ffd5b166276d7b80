import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { call } from '../harness.ts'
import { installation } from '../installation.ts'
import { run, runApart, serve } from '../program.ts'

describe('export', { concurrency: 4 }, () => {
  test('writes a survey as the API returns it, even one that was taken down [cli-export]', async t => {
    const { dataDir, json } = installation(t)
    const { token } = await json('account', 'create', 'ada@example.org', '--subscribed', '--token')
    const server = await serve(t, [], { dataDir })
    const read = { token: String(token) }
    const body = { title: 'Lunch “today”', questions: [{ type: 'free_text', text: 'Why?', more: 12345678901 }] }
    const { id } = (await call(server, 'POST', '/api/v1/surveys', { ...read, body })).body
    const send = (at: number) => call(server, 'POST', `/s/${id}/responses`, { body: { answers: [`because ${at}`] } })
    await Promise.all(Array.from({ length: 250 }, (_, at) => send(at)))
    await json('survey', 'takedown', String(id))
    const full = await call(server, 'GET', `/api/v1/surveys/${id}`, read)
    assert.equal(full.body.responses?.length, 250)
    const options = { dataDir, env: { BASE_URL: server.baseUrl } }
    const outcomes = [
      await runApart(['export', String(id)], options),
      await run(['export', String(id), '--json'], options),
    ]
    for (const exported of outcomes) {
      assert.deepEqual([exported.status, exported.stderr], [0, ''])
      const { boards, settings, ...rest } = JSON.parse(exported.stdout)
      assert.deepEqual([rest, boards, settings.version], [full.body, [], 1])
      assert.ok(exported.stdout.startsWith(full.text.slice(0, full.text.indexOf('"theme"'))), 'to the byte')
    }
  })

  test('an unknown slug is an error, and nothing is written to stdout', async t => {
    const { refused } = installation(t)
    for (const slug of ['none-such-here', 'No Slug']) await refused(1, 'no survey has this slug', 'export', slug)
  })
})
