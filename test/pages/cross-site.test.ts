import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { newApi, rating } from '../api/fixtures.ts'
import { call, startService } from '../harness.ts'

const service = await startService()
after(() => service.close())

const VOTER = '6f1e9f1e-8f5d-4d0e-9d3a-2b8f0f6f3a10'

test('a page of another site cannot make respondents’ browsers write [cross-site-write-refused]', async () => {
  const api = await newApi(service)
  const { id } = await api.create([rating(), { type: 'upvoted_question', text: 'Ask us' }])
  const board = `/s/${id}/board/1`
  const asked = await call(service, 'POST', board, { body: '{"text":"Why?"}' })
  const vote = `${board}/${asked.body.id}/vote`
  const writes: [method: string, path: string, body: string, accepted: number][] = [
    ['POST', `/s/${id}/responses`, '{"answers":[7]}', 201],
    ['POST', `/s/${id}`, 'q0=7', 303],
    ['POST', board, '{"text":"When?"}', 201],
    ['PUT', vote, JSON.stringify({ voter: VOTER }), 200],
    ['DELETE', vote, JSON.stringify({ voter: VOTER }), 200],
  ]
  for (const [method, path, body, accepted] of writes) {
    const send = (site: string) => call(service, method, path, { body, headers: { 'sec-fetch-site': site } })
    const refused = await send('cross-site')
    assert.deepEqual([path, refused.status], [path, 403])
    assert.match(refused.text, /a page of another origin may not do this|This form came from another site/)
    for (const site of ['same-origin', 'none']) assert.deepEqual([path, (await send(site)).status], [path, accepted])
  }
  const { response_count, results } = await api.aggregate(id)
  assert.deepEqual([response_count, results[1]?.board], [4, { items: 3, votes: 0 }])
})

test('a form sent from another site leads to the survey', async () => {
  const api = await newApi(service)
  const { id } = await api.create([rating()])
  const headers = { 'sec-fetch-site': 'cross-site' }
  const { text } = await call(service, 'POST', `/s/${id}`, { body: 'q0=7', headers })
  assert.match(text, /<form[^>]* action="\/s"/)
  assert.match(text, /<a [^>]*href="\/"/)
})

test('a page of another site may link to a survey [cross-site-write-refused]', async () => {
  const api = await newApi(service)
  const { id } = await api.create([rating()])
  const { status } = await call(service, 'GET', `/s/${id}`, { headers: { 'sec-fetch-site': 'cross-site' } })
  assert.equal(status, 200)
})
