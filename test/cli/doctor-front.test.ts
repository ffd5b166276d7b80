import assert from 'node:assert/strict'
import { test } from 'node:test'
import { call } from '../harness.ts'
import { installation } from '../installation.ts'
import { serve } from '../program.ts'
import { runDoctor } from './doctor-results.ts'

test('doctor says whether the front page can show the chosen survey [cli-doctor, front-question]', async t => {
  const { dataDir, json } = installation(t)
  const { token } = await json('account', 'create', 'ada@example.org', '--subscribed', '--token')
  const server = await serve(t, [], { dataDir })
  const found = async (FRONT_SURVEY: string) => {
    const results = await runDoctor(dataDir, { FRONT_SURVEY })
    const { ok, found } = results.find(({ check }) => check === 'front') ?? {}
    return [ok, found]
  }
  assert.deepEqual(await found('best-hours'), [false, 'there is no survey best-hours'])
  const questions = [{ type: 'multiple_choice', text: 'When?', options: ['Morning', 'Night'] }]
  const body = { title: 'Best hours', slug: 'best-hours', questions }
  const { admin_token } = (await call(server, 'POST', '/api/v1/surveys', { token: String(token), body })).body
  const refused = 'the front page cannot show best-hours: it does not share its results'
  assert.deepEqual(await found('best-hours'), [false, refused])
  const change = { token: String(admin_token), body: { share_results: 'after_answering' } }
  await call(server, 'PATCH', '/admin/api/best-hours', change)
  assert.deepEqual(await found('best-hours'), [true, 'best-hours can be answered on the front page'])
})
