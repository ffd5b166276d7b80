import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { afterEach, test } from 'node:test'
import { assertRefused, bodyOf, type Created, choice, freeText, submit } from '../api/fixtures.ts'
import { call } from '../harness.ts'
import { keepPostgres } from '../postgres/keeper.ts'
import { readStored } from './history.ts'
import { killServers, type Server, startServer, temporaryFolder } from './server.ts'
import { SECRET, startWithSurvey } from './writers.ts'

const LIMIT = 500
const SENDERS = 1_000

afterEach(killServers)

test('of 1,000 submissions at once to three processes, one of which is killed, exactly as many are stored as there is room for [response-limit-exact]', async t => {
  const postgres = await keepPostgres({ durable: true })
  t.after(() => postgres.remove())
  const env = { DATABASE_URL: postgres.url, SECRET }
  const { server, survey } = await startWithSurvey(env)
  const [second, third] = await Promise.all([1, 2].map(() => startServer({ dataDir: temporaryFolder(), env })))
  const processes = [server, second, third] as readonly Server[]
  const { token } = survey
  const body = { title: 'Places', questions: [choice('Coming?', ['Yes', 'No']), freeText('Who are you?')] }
  const { id: slug, admin_token: admin } = bodyOf<Created>(
    await call(server, 'POST', '/api/v1/surveys', { token, body }),
    201,
  )
  const path = `/admin/api/${slug}`
  bodyOf(await call(server, 'PATCH', path, { token: admin, body: { response_limit: LIMIT } }))

  const keys = Array.from({ length: SENDERS }, () => randomUUID())
  const send = (key: string, to: Server | undefined) => submit(to ?? server, slug, ['Yes', key], { key })
  const attempts = keys.map((key, at) => send(key, processes[at % 3]).catch(() => undefined))
  await Promise.any(attempts)
  await third?.stop('SIGKILL')
  // Whoever was not answered sends again, to one of the others.
  const answers = await Promise.all(
    attempts.map(async (attempt, at) => (await attempt) ?? send(keys[at] as string, processes[at % 2])),
  )
  const accepted = answers.filter(({ status }) => status === 201)
  for (const answer of answers)
    if (answer.status !== 201) assertRefused(answer, 409, 'this survey is closed', 'survey_closed')
  assert.equal(accepted.length, LIMIT)
  const { full, aggregate } = await readStored(server, { token, slug })
  assert.deepEqual(
    [full.responses.length, aggregate.response_count, aggregate.results[0]?.answered],
    [LIMIT, LIMIT, LIMIT],
  )
  assert.equal(bodyOf<{ status: string }>(await call(server, 'GET', path, { token: admin })).status, 'closed')
})
