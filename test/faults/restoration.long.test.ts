import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { request } from 'node:http'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { type Browser, PASSWORD, sendWith, submitForm } from '../account/browser.ts'
import { begin, newSlug, type Restoration, response, surveyFile } from '../account/restoration-steps.ts'
import { board, bodyOf, choice, optional } from '../api/fixtures.ts'
import { cookieIn } from '../http.ts'
import { randomNumbers } from '../random.ts'
import { scaled } from '../scale.ts'
import { until } from '../until.ts'
import { killServers, type Server, startServer, temporaryFolder } from './server.ts'

const ROUNDS = scaled({ long: 12, release: 60 })
const SURVEYS = 24
/** How long a restoration may do nothing. */
const LEASE_MS = 120_000
/** Within this time after it was asked to finish, the server is killed: longer than a handover takes. */
const KILL_WITHIN_MS = 150
/** So long that each survey's row takes some milliseconds. */
const OPTIONS = Array.from({ length: 1_000 }, (_, at) => `${at}`.padStart(14, '0'))
const QUESTIONS = [
  choice('Coming?', ['Yes', 'No'], optional),
  board('Ask'),
  ...Array.from({ length: 15 }, (_, at) => choice(`Question ${at}`, OPTIONS, optional)),
]

/** The surveys of a staging account have such a slug. */
const HANDED_OVER = "select count(*) from survey where slug not like '%@%'"

afterEach(killServers)

test('a restoration whose server is killed is complete if acknowledged, else complete or gone within two minutes [account-restore]', {
  timeout: ROUNDS * 60_000,
}, async t => {
  const dataDir = temporaryFolder()
  const random = randomNumbers(20_261_129)
  let server = await startServer({ dataDir })
  let stored = 0
  const found: Record<'acknowledged' | 'partial' | 'completed' | 'deleted', number> = {
    acknowledged: 0,
    partial: 0,
    completed: 0,
    deleted: 0,
  }
  for (let round = 0; round < ROUNDS; round++) {
    const cookie = await signUp(server)
    const restoration = await begin({ send: sendWith(page(server), cookie) })
    const slugs = Array.from({ length: SURVEYS }, newSlug)
    for (const slug of slugs) await addSurvey(restoration, slug)
    // In the first round, the restoration is not even finished.
    const finishing = round === 0 ? Promise.resolve(false) : restoration.finish().then(() => true)
    const outcome = finishing.catch(() => false)
    if (round % 2 === 0) await delay(KILL_WITHIN_MS * random())
    else await until(() => Number(valueIn(dataDir, HANDED_OVER)) > stored)
    await server.stop('SIGKILL')
    const isAcknowledged = await outcome
    assertLeased(dataDir)
    server = await startServer({ dataDir, port: server.port })
    const browser = sendWith(page(server), cookie)
    const moved = await surveysOf(browser)
    if (isAcknowledged) assert.equal(moved.length, SURVEYS)
    else if (moved.length > 0 && moved.length < SURVEYS) found.partial++
    server = await afterTheLease(server, dataDir)
    const kept = await surveysOf(browser)
    assert.ok(kept.length === SURVEYS || (kept.length === 0 && moved.length === 0), `${moved.length}, ${kept.length}`)
    for (const [slug, count] of kept) assert.deepEqual([slugs.includes(slug), count], [true, 1])
    stored += kept.length
    assert.deepEqual(leftIn(dataDir), { accounts: round + 1, jobs: 0, surveys: stored })
    found[isAcknowledged ? 'acknowledged' : kept.length === 0 ? 'deleted' : 'completed']++
  }
  t.diagnostic(JSON.stringify(found))
  assert.ok(found.partial > 0 && found.deleted > 0, 'kills at all stages')
})

test('a restoration whose connection breaks while it is finished is completed [account-restore]', async () => {
  const dataDir = temporaryFolder()
  const server = await startServer({ dataDir })
  const cookie = await signUp(server)
  const send = sendWith(page(server), cookie)
  const restoration = await begin({ send })
  for (let at = 0; at < SURVEYS; at++) await addSurvey(restoration, newSlug())
  const { baseUrl } = page(server)
  const headers = { cookie, origin: baseUrl, 'sec-fetch-site': 'same-origin' }
  const connection = request(`${baseUrl}/app/api${restoration.path}/finish`, { method: 'POST', headers, agent: false })
  const answered = once(connection, 'response').then(
    () => true,
    () => false,
  )
  connection.end()
  await until(() => Number(valueIn(dataDir, HANDED_OVER)) > 0)
  connection.destroy()
  assert.equal(await answered, false, 'the connection breaks before the end')
  await until(async () => (await surveysOf(send)).length === SURVEYS && leftIn(dataDir).jobs === 0)
  assert.deepEqual(leftIn(dataDir), { accounts: 1, jobs: 0, surveys: SURVEYS })
})

/** The service under the address that its own pages have. */
function page({ port }: Server) {
  return { baseUrl: `http://localhost:${port}` }
}

async function signUp(server: Server): Promise<string> {
  const fields = { email: `${randomUUID()}@example.org`, name: 'Ada', password: PASSWORD }
  const { status, headers, text } = await submitForm(page(server), '/sign-up', fields)
  assert.equal(status, 303, text)
  return cookieIn(headers)
}

async function addSurvey({ send }: Restoration, slug: string): Promise<void> {
  await send('/surveys', surveyFile(slug, { questions: QUESTIONS }))
  const { answers, ...more } = response('Yes')
  const padded = [...answers, ...Array(QUESTIONS.length - answers.length).fill(null)]
  await send(`/surveys/${slug}/responses`, { first: 1, responses: [{ ...more, answers: padded }] })
}

/** The slug of each survey with its number of responses. */
async function surveysOf(send: Browser['send']): Promise<[slug: string, responses: number][]> {
  const { surveys } = bodyOf<{ surveys: { id: string; response_count: number }[] }>(await send('GET', '/surveys'))
  return surveys.map(({ id, response_count }) => [id, response_count])
}

/** Whatever waits to be completed or deleted does not wait longer than the lease. */
function assertLeased(dataDir: string): void {
  const latest = valueIn(dataDir, 'select max(run_at) from job')
  assert.ok(latest === null || Number(latest) <= Date.now() + LEASE_MS, `${latest}`)
}

/** Starts the server again as if two minutes had passed, and waits for its jobs. */
async function afterTheLease(server: Server, dataDir: string): Promise<Server> {
  await server.stop('SIGKILL')
  const database = new DatabaseSync(join(dataDir, 'soundings.db'))
  database.exec('update job set run_at = 0')
  database.close()
  const again = await startServer({ dataDir, port: server.port })
  await until(() => leftIn(dataDir).jobs === 0)
  return again
}

function leftIn(dataDir: string) {
  const count = (table: string) => Number(valueIn(dataDir, `select count(*) from ${table}`))
  return { accounts: count('account'), jobs: count('job'), surveys: count('survey') }
}

function valueIn(dataDir: string, query: string): unknown {
  const database = new DatabaseSync(join(dataDir, 'soundings.db'), { readOnly: true })
  try {
    return Object.values(database.prepare(query).get() ?? {})[0]
  } finally {
    database.close()
  }
}
