import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { call } from './harness.ts'
import { serve, temporaryFolder } from './program.ts'

test('the demo has a question on its front page, which the crowd answers [front-question]', async t => {
  const server = await serve(t, ['--demo', '--crowd'], { dataDir: temporaryFolder(t) })
  const { text } = await call(server, 'GET', '/')
  const [, slug] = /<form method="post" action="\/s\/([a-z-]+)\?lang=en"/.exec(text) ?? []
  const [token = ''] = /snd_pat_\w+/.exec(server.stderr()) ?? []
  const count = async () =>
    Number((await call(server, 'GET', `/api/v1/surveys/${slug}`, { token })).body.response_count)
  const before = await count()
  assert.ok(before >= 40)
  while ((await count()) < before + 3) await delay(100)
  assert.equal((await server.stop()).status, 0)
})

test('the crowd follows whoever presents the demo lecture', async t => {
  const server = await serve(t, ['--demo', '--crowd'], { dataDir: temporaryFolder(t) })
  const [, slug = '', token = ''] = /Lecture +\S+\/admin\/([a-z-]+)#(\S+)/.exec(server.stderr()) ?? []
  const path = `/admin/api/${slug}`
  const answered = async (index: number) => {
    const { body } = await call(server, 'GET', path, { token })
    return Number(body.results?.[index]?.answered)
  }
  for (const index of [0, 1]) {
    await call(server, 'PATCH', `${path}/presentation`, { token, body: { screen: `${index + 1}` } })
    while ((await answered(index)) < 3) await delay(100)
  }
  assert.equal(await answered(2), 0)
  assert.equal((await server.stop()).status, 0)
})
