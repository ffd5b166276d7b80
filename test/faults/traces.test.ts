import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { choice, freeText, optional } from '../api/fixtures.ts'
import { freePort } from '../free-port.ts'
import { type Answer, call } from '../harness.ts'
import { run, type Serving, serve, temporaryFolder } from '../program.ts'
import { scaled } from '../scale.ts'

/** A multiple of four, the ways in which submissions are sent. */
const SUBMISSIONS = scaled({ short: 200, long: 1_000, release: 1_000 })
/** Addresses of persons repeat after 256. */
const FROM_ONE_ADDRESS = Math.ceil(SUBMISSIONS / 256)
/** Sent together: browsers in one room. */
const TOGETHER = 50
const SLUG = 'who-is-there'

const LANGUAGES = ['pt-BR', 'zh-Hans', 'fr-CH', 'es-419', 'de-LI']

/** Searches for traces of a respondent, wherever they are and however they are truncated. */
const TRACES = [
  /canary/i,
  /198\.51\.100\./,
  /2001:db8:/i,
  /127\.0\.0\.1|::1\b/,
  /mozilla/i,
  /x-forwarded-for|user-agent|set-cookie/i,
  new RegExp(LANGUAGES.join('|')),
]

test('no trace of respondents but their answers is in the database, the log or the metrics [response-is-anonymous, respondent-logs-anonymous, respondent-no-cookie, response-id-hides-key, metrics-anonymous]', async t => {
  const dataDir = temporaryFolder(t)
  const made = await run(['account', 'create', 'owner@example.org', '--subscribed', '--token', '--json'], { dataDir })
  const metricsPort = await freePort()
  const env = { METRICS_PORT: String(metricsPort), TRUST_PROXY: '1', RESPONDENT_LIMIT: String(FROM_ONE_ADDRESS + 1) }
  const server = await serve(t, [], { dataDir, env })
  const { token } = JSON.parse(made.stdout)
  const survey = { title: 'Who is there?', slug: SLUG, questions: [choice(), freeText('Why?', optional)] }
  assert.equal((await call(server, 'POST', '/api/v1/surveys', { token, body: survey })).status, 201)

  const keys: string[] = []
  const cookies: (string | null)[] = []
  const visit = async (person: number) => {
    const page = await call(server, 'GET', `/s/${SLUG}${queryOf(person)}`, { headers: headersOf(person) })
    const key = /name="key"[^>]* value="([^"]+)"/.exec(page.text)?.[1] ?? ''
    const sent = await submit(server, person, key)
    keys.push(key)
    cookies.push(page.headers.get('set-cookie'), sent.headers.get('set-cookie'))
    return `${page.status} ${sent.status}`
  }
  const statuses = new Map<string, number>()
  for (let person = 0; person < SUBMISSIONS; person += TOGETHER) {
    const room = await Promise.all(Array.from({ length: TOGETHER }, (_, place) => visit(person + place)))
    for (const status of room) statuses.set(status, (statuses.get(status) ?? 0) + 1)
  }
  assert.deepEqual([...statuses].sort(), [
    ['200 201', (SUBMISSIONS / 4) * 3],
    ['200 303', SUBMISSIONS / 4],
  ])
  assert.deepEqual(new Set(cookies), new Set([null]))
  // The address named by a proxy is the one that is counted, so it was read.
  const again = await Promise.all([1, 2, 3].map(() => submit(server, 0, '')))
  assert.deepEqual(again.filter(({ status }) => status === 429).length, 2)

  const metrics = await call({ baseUrl: `http://127.0.0.1:${metricsPort}` }, 'GET', '/metrics')
  const whileRunning = filesIn(dataDir)
  const { stdout, stderr } = await server.stop()
  const written = { ...whileRunning, ...filesIn(dataDir), stdout, 'the metrics': metrics.text }
  assert.ok(whileRunning['soundings.db-wal while it runs']?.includes(`answer of respondent ${SUBMISSIONS - 1}`))
  const counted = [...stdout.matchAll(/"route":"\/s\/[^"]*","status":(200|201|303),"requests":(\d+)/g)]
  assert.equal(
    counted.reduce((sum, [, , requests]) => sum + Number(requests), 0),
    2 * SUBMISSIONS + 1,
  )
  for (const [name, text] of Object.entries(written)) {
    for (const trace of TRACES) assert.doesNotMatch(text.replace(OWN_WORDS, ''), trace, name)
    for (const key of keys) assert.ok(!text.includes(key), `a key in ${name}`)
  }
  assert.doesNotMatch(stderr, /canary/)
})

/** What the service logs about itself: where it listens. */
const OWN_WORDS = /"(?:host|address)":"[^"]*"/g

/** One value unique to this person for each kind of identifying data. */
function headersOf(person: number): Record<string, string> {
  const address =
    person % 2 === 0 ? `198.51.100.${person % 256}` : `2001:db8:${person.toString(16)}:${person.toString(16)}::2`
  return {
    'x-forwarded-for': `192.0.2.${person % 256}, ${address}`,
    'x-real-ip': address,
    forwarded: `for="${address}"`,
    'user-agent': `Mozilla/5.0 (canary-agent-${person})`,
    referer: `https://canary-referrer-${person}.example/inbox?mail=${person}`,
    cookie: `session=canary-cookie-${person}`,
    'accept-language': LANGUAGES[person % LANGUAGES.length] ?? '',
    'x-request-id': `canary-request-${person}`,
    'sec-ch-ua-platform': `canary-platform-${person}`,
    dnt: `canary-${person}`,
  }
}

/** A third of them without one, so that cached pages are sent too. */
function queryOf(person: number): string {
  return person % 3 === 0 ? '' : `?utm_source=canary-query-${person}`
}

/** As the script sends it, with and without a query, or as a form is sent. */
function submit(server: Serving, person: number, key: string): Promise<Answer> {
  const text = `answer of respondent ${person}`
  const headers = headersOf(person)
  if (person % 4 === 2) {
    const body = new URLSearchParams({ q0: '0', q1: text, key, extra: `canary-field-${person}` }).toString()
    const type = { 'content-type': 'application/x-www-form-urlencoded' }
    return call(server, 'POST', `/s/${SLUG}${queryOf(person)}`, { headers: { ...headers, ...type }, body })
  }
  const body = { answers: ['Yes', text], ...(key !== '' && { key }), tracking: `canary-property-${person}` }
  return call(server, 'POST', `/s/${SLUG}/responses${person % 4 === 1 ? queryOf(person) : ''}`, { headers, body })
}

/** By name; temporary files, which are removed on exit, are marked. */
function filesIn(folder: string): Record<string, string> {
  const names = readdirSync(folder)
  const isRunning = names.includes('soundings.db-wal')
  const read = (name: string) => [
    isRunning ? `${name} while it runs` : name,
    readFileSync(join(folder, name), 'latin1'),
  ]
  return Object.fromEntries(names.map(read))
}
