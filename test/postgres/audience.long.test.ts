import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import { choice } from '../api/fixtures.ts'
import { listenToText } from '../dashboard/stream.ts'
import { killServers, startServer, temporaryFolder } from '../faults/server.ts'
import { SECRET, startWithSurvey } from '../faults/writers.ts'
import { keepPostgres } from './keeper.ts'

afterEach(killServers)

test('the people of a process that is killed are forgotten, and counted where they connect again [presentation-audience]', {
  timeout: 300_000,
}, async t => {
  const postgres = await keepPostgres({ durable: true })
  t.after(() => postgres.remove())
  const env = { DATABASE_URL: postgres.url, SECRET }
  const { server: first, survey } = await startWithSurvey(env)
  const second = await startServer({ dataDir: temporaryFolder(), env })
  const created = await fetch(`${first.baseUrl}/api/v1/surveys`, {
    method: 'POST',
    headers: { authorization: `Bearer ${survey.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ title: 'A room', questions: [choice('Coming?', ['Yes', 'No'])] }),
  })
  assert.equal(created.status, 201)
  const { id, admin_token } = (await created.json()) as { id: string; admin_token: string }
  const screen = await listenToText(first, `/admin/api/${id}/events`, { authorization: `Bearer ${admin_token}` })
  const hears = (here: number) =>
    screen.until(all => all.trimEnd().match(/.*event: audience\ndata: (.*)/s)?.[1] === `{"here":${here}}`)
  const join = (server: typeof first) => listenToText(server, `/s/${id}/events`)
  await join(first)
  for (let phone = 0; phone < 3; phone++) await join(second)
  await hears(4)
  await second.stop('SIGKILL')
  await hears(1)
  for (let phone = 0; phone < 3; phone++) await join(first)
  await hears(4)
})
