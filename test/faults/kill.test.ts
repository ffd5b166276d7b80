import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, type TestContext, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { run } from '../program.ts'
import { killServers, type Server, startServer, temporaryFolder } from './server.ts'

type Answers = [choice: string, rating: number, text: string]

/** A response as the service replies with it and reads it back. */
interface Row {
  readonly id: string
  readonly submitted_at: string
  readonly answers: Answers
}

interface Survey {
  readonly dataDir: string
  readonly token: string
  readonly slug: string
}

const KILLS = process.env.SOUNDINGS_LONG === '1' ? 200 : 20
const WRITERS = 16
const HEALTHY_WITHIN_MS = 1_000
const STOPPED_WITHIN_MS = 10_000
const OPTIONS = ['In the hall', 'From home', 'Not at all']

// Writers of a test that failed wait for the next server then, and hold nothing.
afterEach(killServers)

test('[D11-key-survives-kill, D1-503-nothing-acknowledged, D8-kept-counts] killed at random moments under 16 writers', {
  timeout: KILLS * 20_000,
}, async t => {
  const { server: first, survey } = await startWithSurvey()
  const writers = new Writers(first.baseUrl, survey.slug)
  const timesToReady: number[] = []
  const moments = randomMoments(20_240_607)
  let server = first
  let unanswered = 0
  for (let kill = 0; kill < KILLS; kill++) {
    await writers.writeFor(moments())
    await server.stop('SIGKILL')
    await writers.interrupted()
    server = await startServer({ dataDir: survey.dataDir, port: server.port })
    timesToReady.push(server.readyAfter)
    unanswered += await checkKept(server, survey, writers)
  }
  await finish(server, survey, writers)
  t.diagnostic(`${writers.acknowledged.size} acknowledged; ${unanswered} kept without a reply and sent again`)
  assertHealthySoon(t, timesToReady)
})

test('[D1-503-nothing-acknowledged, D11-key-once] stopped by SIGTERM under load', { timeout: 60_000 }, async () => {
  const { server, survey } = await startWithSurvey()
  const writers = new Writers(server.baseUrl, survey.slug)
  await writers.writeFor(300)
  assert.equal(await Promise.race([server.stop('SIGTERM'), delay(STOPPED_WITHIN_MS, 'late', { ref: false })]), 0)
  await writers.interrupted()
  const next = await startServer({ dataDir: survey.dataDir, port: server.port })
  await checkKept(next, survey, writers)
  await finish(next, survey, writers)
})

test('[D16-token-list-json] the command line beside the loaded server', { timeout: 120_000 }, async () => {
  const { server, survey } = await startWithSurvey()
  const { dataDir } = survey
  await commandJson(dataDir, 'account', 'create', 'beside@example.org', '--subscribed')
  const writers = new Writers(server.baseUrl, survey.slug)
  await writers.writeFor(0)
  for (let round = 1; round <= 10; round++) {
    const { token } = await commandJson(dataDir, 'token', 'create', 'beside@example.org')
    const tokens = await commandJson(dataDir, 'token', 'list', 'beside@example.org')
    const accounts = await commandJson(dataDir, 'account', 'list')
    const subscription = await commandJson(dataDir, 'subscription', 'set', 'beside@example.org', 'active')
    assert.equal(tokens.length, round)
    assert.ok(!JSON.stringify(tokens).includes(token), 'a token is shown once')
    assert.equal(accounts.length, 2)
    assert.equal(subscription.email, 'beside@example.org')
    assert.equal((await get(server, '/api/v1/me', token)).status, 200, 'the server knows the new token')
  }
  assert.deepEqual(writers.interruptions, [], 'no submission failed')
  await finish(server, survey, writers)
})

/** Writers that never give up: each submission is sent under its one key until it has been acknowledged. */
class Writers {
  readonly acknowledged = new Map<string, Row>()
  /** Why sends were left without an acknowledgement. */
  readonly interruptions: string[] = []
  /** Answers that no submission should get. */
  readonly faults: string[] = []
  readonly #url: string
  readonly #ended: Promise<unknown>
  #go = Promise.withResolvers<void>()
  #allWait = Promise.withResolvers<void>()
  #acknowledgedOne = Promise.withResolvers<void>()
  #waiting = 0
  #last = false

  constructor(baseUrl: string, slug: string) {
    this.#url = `${baseUrl}/s/${slug}/responses`
    this.#ended = Promise.all(Array.from({ length: WRITERS }, (_, writer) => this.#write(writer)))
  }

  /** Lets the writers go, until some milliseconds after the first acknowledgement; they go on then. */
  async writeFor(milliseconds: number): Promise<void> {
    this.#acknowledgedOne = Promise.withResolvers()
    this.#resume()
    await this.#acknowledgedOne.promise
    await delay(milliseconds)
  }

  /** Resolves when every writer has met the end of the server, and waits for the next. */
  interrupted(): Promise<void> {
    return this.#allWait.promise
  }

  /** Resolves when all that was begun has been acknowledged. */
  async finish(): Promise<void> {
    this.#last = true
    this.#resume()
    await this.#ended
  }

  async #write(writer: number): Promise<void> {
    await this.#wait()
    for (let submission = 1; !this.#last; submission++) {
      const answers = answersOf(writer, submission)
      const body = JSON.stringify({ key: randomUUID(), answers })
      while (!(await this.#send(body))) await this.#wait()
    }
  }

  /** @returns whether the send has got its answer */
  async #send(body: string): Promise<boolean> {
    try {
      const reply = await fetch(this.#url, { method: 'POST', body, headers: { 'content-type': 'application/json' } })
      const text = await reply.text()
      if (reply.status === 201) this.#acknowledge(JSON.parse(text))
      else if (reply.status === 503) this.interruptions.push(text)
      else this.faults.push(`${reply.status} ${text}`)
      return reply.status !== 503
    } catch (error) {
      this.interruptions.push(String(error))
      return false
    }
  }

  #acknowledge(row: Row): void {
    if (this.acknowledged.has(row.id)) this.faults.push(`${row.id} was given to two submissions`)
    this.acknowledged.set(row.id, row)
    this.#acknowledgedOne.resolve()
  }

  async #wait(): Promise<void> {
    if (++this.#waiting === WRITERS) this.#allWait.resolve()
    await this.#go.promise
  }

  #resume(): void {
    const { resolve } = this.#go
    this.#go = Promise.withResolvers()
    this.#allWait = Promise.withResolvers()
    this.#waiting = 0
    resolve()
  }
}

async function startWithSurvey(): Promise<{ server: Server; survey: Survey }> {
  const dataDir = temporaryFolder()
  const { token } = await commandJson(dataDir, 'account', 'create', 'owner@example.org', '--subscribed', '--token')
  const server = await startServer({ dataDir })
  const questions = [
    { type: 'multiple_choice', text: 'Where do you listen?', options: OPTIONS },
    { type: 'rating', text: 'How clear was it?' },
    { type: 'free_text', text: 'What stays with you?' },
  ]
  const reply = await fetch(`${server.baseUrl}/api/v1/surveys`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body: JSON.stringify({ title: 'Under load', questions }),
  })
  assert.equal(reply.status, 201)
  const { id } = (await reply.json()) as { id: string }
  return { server, survey: { dataDir, token, slug: id } }
}

/** No two submissions have the same text, so that one that is kept twice is seen. */
function answersOf(writer: number, submission: number): Answers {
  const choice = OPTIONS[submission % OPTIONS.length] ?? ''
  return [choice, (submission % 10) + 1, `writer ${writer}, submission ${submission}`]
}

/**
 * Nothing that was acknowledged is missing or changed, nothing is there twice, and the kept counts are those of the rows.
 * @returns how many rows are there without having been acknowledged
 */
async function checkKept(server: Server, survey: Survey, writers: Writers): Promise<number> {
  const full = await read(server, survey, 'full')
  const aggregate = await read(server, survey, 'aggregate')
  const rows: Row[] = full.responses
  const byId = new Map(rows.map(row => [row.id, row]))
  const lost = [...writers.acknowledged.values()].filter(row => !isDeepStrictEqual(byId.get(row.id), row))
  assert.deepEqual(lost, [], 'what was acknowledged is there')
  assert.equal(new Set(rows.map(({ answers }) => answers[2])).size, rows.length, 'nothing is there twice')
  const unanswered = rows.length - writers.acknowledged.size
  assert.ok(unanswered <= WRITERS, `${unanswered} rows beyond the acknowledged, more than were under way`)
  assert.deepEqual(countsIn(full.response_count, aggregate), countsOf(rows))
  assert.deepEqual(writers.faults, [])
  return unanswered
}

/** All that was begun is acknowledged and kept, and the database that the server leaves behind is whole. */
async function finish(server: Server, survey: Survey, writers: Writers): Promise<void> {
  await writers.finish()
  assert.equal(await checkKept(server, survey, writers), 0, 'as many rows as acknowledgements')
  assert.equal(await server.stop('SIGTERM'), 0)
  for (const file of readdirSync(survey.dataDir).filter(name => name.endsWith('.db'))) {
    const database = new DatabaseSync(join(survey.dataDir, file), { readOnly: true })
    assert.deepEqual({ ...database.prepare('pragma integrity_check').get() }, { integrity_check: 'ok' })
    database.close()
  }
}

/** The counts that the service keeps, each as a plain number. */
function countsIn(responseCount: number, aggregate: Aggregate) {
  const [choice, rating, text] = aggregate.results
  return {
    responses: [responseCount, aggregate.response_count],
    choices: choice?.tally?.map(({ count }) => count),
    ratings: rating?.distribution?.map(({ count }) => count),
    texts: text?.answered,
  }
}

/** The same counts, counted in the rows. */
function countsOf(rows: readonly Row[]): ReturnType<typeof countsIn> {
  const ratings = Array.from({ length: 10 }, (_, point) => point + 1)
  return {
    responses: [rows.length, rows.length],
    choices: OPTIONS.map(option => rows.filter(({ answers }) => answers[0] === option).length),
    ratings: ratings.map(value => rows.filter(({ answers }) => answers[1] === value).length),
    texts: rows.length,
  }
}

interface Aggregate {
  readonly response_count: number
  readonly results: { answered: number; tally?: { count: number }[]; distribution?: { count: number }[] }[]
}

async function read(server: Server, { slug, token }: Survey, view: string): Promise<Aggregate & { responses: Row[] }> {
  const reply = await get(server, `/api/v1/surveys/${slug}?view=${view}`, token)
  assert.equal(reply.status, 200)
  return (await reply.json()) as Aggregate & { responses: Row[] }
}

function get({ baseUrl }: Server, path: string, token: string): Promise<Response> {
  return fetch(baseUrl + path, { headers: { authorization: `Bearer ${token}` } })
}

/** What a command that must succeed says in its one line. */
async function commandJson(dataDir: string, ...words: string[]) {
  const { status, stdout, stderr } = await run([...words, '--json'], { dataDir })
  assert.equal(status, 0, stderr)
  assert.match(stdout, /^[^\n]+\n$/, 'one line')
  return JSON.parse(stdout)
}

function assertHealthySoon(t: TestContext, times: readonly number[]): void {
  const healthy = p95(times)
  t.diagnostic(`healthy again after ${healthy.toFixed(0)} ms (p95 of ${times.length})`)
  assert.ok(healthy <= HEALTHY_WITHIN_MS, `healthy again after ${healthy.toFixed(0)} ms`)
}

function p95(times: readonly number[]): number {
  return times.toSorted((a, b) => a - b)[Math.ceil(times.length * 0.95) - 1] ?? Number.POSITIVE_INFINITY
}

/** Moments from 50 to 400 ms, the same in every run (the generator of Park and Miller). */
function randomMoments(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 48_271) % 2_147_483_647
    return 50 + (state / 2_147_483_647) * 350
  }
}
