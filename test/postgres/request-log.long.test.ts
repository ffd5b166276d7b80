import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { submitForm } from '../account/browser.ts'
import { administer, nameOf, newPostgres } from '../database.ts'
import { call } from '../harness.ts'
import { count, countIn, GONE, linesOf, startWithSurvey } from '../log-lines.ts'
import { until } from '../until.ts'

const SECRET = 'a secret of this test, of no use anywhere else'
/** Longer than the interval between checks during an outage. */
const CHECK_MS = 1_500
const BACK = 'the database is available again'

test('an outage of the database is logged when it begins and ends, and each failed submission in a short line [storage-unavailable-503]', async t => {
  const database = await newPostgres()
  t.after(() => database.drop())
  const { server } = await startWithSurvey(t, { DATABASE_URL: database.url, SECRET })
  const submit = () => call(server, 'POST', '/s/lunch/responses', { body: { answers: ['canary'] } })
  const form = { body: '0=canary', headers: { 'content-type': 'application/x-www-form-urlencoded' } }
  const signIn = () => submitForm(server, '/sign-in', { email: 'ada@example.org', password: 'canary' })
  const watching = await fetch(`${server.baseUrl}/s/lunch/events`)
  assert.equal((await submit()).status, 201)
  const outages = 2
  for (let outage = 1; outage <= outages; outage++) {
    await setReachable(database.url, false)
    for (let sent = 0; sent < 5; sent++) assert.equal((await submit()).status, 503)
    assert.equal((await call(server, 'POST', '/s/lunch', form)).status, 503)
    assert.equal((await signIn()).status, 503)
    await until(() => count(server, GONE) === outage)
    await delay(CHECK_MS)
    await setReachable(database.url, true)
    await until(() => count(server, BACK) === outage)
    assert.equal((await submit()).status, 201)
    await until(() => count(server, 'change notifications are arriving again') === outage)
  }
  await watching.body?.cancel()
  const lines = linesOf((await server.stop()).stdout)
  const failed = lines.filter(({ status }) => status === 503)
  assert.equal(failed.length, outages * 7)
  for (const { id, time, reason, ms, ...line } of failed) {
    assert.equal(ms === undefined, line.route !== '/sign-in')
    assert.ok(['/s/:slug/responses', '/s/:slug', '/sign-in'].includes(String(line.route)))
    assert.deepEqual(line, { level: 40, method: 'POST', route: line.route, status: 503 })
    assert.ok(typeof reason === 'string' && reason.length < 200)
  }
  assert.deepEqual([countIn(lines, GONE), countIn(lines, BACK)], [outages, outages])
  assert.match(JSON.stringify(lines.find(({ msg }) => msg === GONE)?.err), /connection/)
  assert.equal(JSON.stringify(lines).includes('canary'), false)
})

/** Ends all connections of a database and refuses further ones, or accepts them again. */
async function setReachable(url: string, isReachable: boolean): Promise<void> {
  const name = nameOf(url)
  await administer(`alter database ${name} allow_connections ${isReachable}`)
  if (!isReachable) await administer(`select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`)
}
