import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { text } from 'node:stream/consumers'
import { type TestContext, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { freePort } from '../free-port.ts'
import { call } from '../harness.ts'
import { run, type Serving, serve, temporaryFolder } from '../program.ts'
import { until, WAIT_MS } from '../until.ts'
import { checkHistory, type Row, readStored } from './history.ts'

/** Submissions of one survey that may wait. */
const ROOM = 4_000
/** Small, so that a full queue takes many commits. */
const TOGETHER = 100
const SENDERS = 10
/** Requests of one sender, without waiting for responses: more in total than the queue holds. */
const SENDS = (ROOM + 5 * TOGETHER) / SENDERS

test('a flood of submissions while the database cannot write [submission-queue-bounded, submission-queue-fair, acknowledged-is-committed, metrics-commits]', async t => {
  const { server, dataDir, token, flooded, quiet, metric } = await startWithSurveys(t)
  const path = `/s/${flooded}/responses`
  const senders = await Promise.all(Array.from({ length: SENDERS }, () => Sender.connect(server, path, SENDS)))
  const elsewhere = await Sender.connect(server, `/s/${quiet}/responses`, 1)
  const letIn = keepOut(t, dataDir)
  for (const sender of senders) sender.send()
  const probes = await probeUntilRefused(() => call(server, 'POST', path, { body: newBody() }))
  const page = await call(server, 'POST', `/s/${flooded}`, { body: 'q0=kept+as+typed' })
  elsewhere.send()
  const keptBefore = elsewhere.begun.then(() => senders.reduce((sum, { kept }) => sum + kept, 0))

  await until(async () => (await metric('submissions_waiting')) > ROOM, 4 * WAIT_MS)
  assert.equal(await metric('submissions_waiting'), ROOM + 1)
  assert.ok((await metric('submissions_refused_total')) >= 2)
  assert.equal(page.status, 503)
  assert.equal(page.headers.get('retry-after'), '1')
  assert.match(page.text, /Your answer could not be saved just now.*kept as typed/s)
  letIn()
  const answers = await Promise.all(probes)
  await Promise.all([...senders, elsewhere].map(sender => sender.ended))
  const refused = answers.filter(({ status }) => status === 503)
  for (const { body, headers } of refused)
    assert.deepEqual([body, headers.get('retry-after')], [{ error: 'temporarily unavailable' }, '1'])

  const kept = senders.reduce((sum, sender) => sum + sender.kept, 0)
  assert.ok(kept >= ROOM - answers.length && kept <= ROOM + 2 * TOGETHER, `${kept} were kept`)
  assert.deepEqual(
    senders.map(sender => sender.kept + sender.refused),
    senders.map(() => SENDS),
    'each send is kept or refused, with Retry-After',
  )
  assert.equal(elsewhere.kept, 1)
  assert.ok((await keptBefore) < kept / 2, `another survey's was answered after ${await keptBefore} of ${kept}`)
  t.diagnostic(`another survey's was answered after ${await keptBefore} of ${kept}`)
  const later = answers.filter(({ status }) => status === 201).map(({ body }) => body as unknown as Row)
  const acknowledged = [...senders.flatMap(sender => sender.acknowledged), ...later]
  assert.equal(checkHistory(acknowledged, await readStored(server, { slug: flooded, token })), 0)
  assert.equal(checkHistory(elsewhere.acknowledged, await readStored(server, { slug: quiet, token })), 0)
  assert.equal(await metric('submissions_waiting'), 0)
  assert.equal(await metric('commit_submissions_sum'), kept + later.length + 1)
  assert.ok((await metric('commit_submissions_count')) <= kept / 10, 'they shared their commits')
  await assertNoFailureLogged(server)
})

/** A room of 1,000 that submits while the writer is blocked is not refused. */
test('the submissions of a lecture hall fit in the queue [submission-queue-bounded]', async t => {
  const { server, dataDir, flooded } = await startWithSurveys(t)
  const path = `/s/${flooded}/responses`
  const senders = await Promise.all(Array.from({ length: SENDERS }, () => Sender.connect(server, path, 100)))
  const letIn = keepOut(t, dataDir)
  for (const sender of senders) sender.send()
  await delay(300)
  letIn()
  await Promise.all(senders.map(sender => sender.ended))
  assert.deepEqual(
    senders.map(({ kept }) => kept),
    senders.map(() => 100),
  )
})

async function startWithSurveys(t: TestContext) {
  const dataDir = temporaryFolder(t)
  const made = await run(['account', 'create', 'owner@example.org', '--subscribed', '--token', '--json'], { dataDir })
  const { token } = JSON.parse(made.stdout)
  const metricsPort = await freePort()
  const env = { SUBMISSIONS_PER_COMMIT: String(TOGETHER), METRICS_PORT: String(metricsPort), RESPONDENT_LIMIT: '0' }
  const server = await serve(t, [], { dataDir, env })
  const survey = { title: 'Flooded or not', questions: [{ type: 'free_text', text: 'Anything?' }] }
  const create = async () => String((await call(server, 'POST', '/api/v1/surveys', { token, body: survey })).body.id)
  const metric = async (name: string) => {
    const { text } = await call({ baseUrl: `http://127.0.0.1:${metricsPort}` }, 'GET', '/metrics')
    return Number(new RegExp(`^soundings_${name} (\\d+)$`, 'm').exec(text)?.[1])
  }
  return { server, dataDir, token, flooded: await create(), quiet: await create(), metric }
}

/** Blocks the server’s writer, as the command line does for moments, until the returned function is called. */
function keepOut(t: TestContext, dataDir: string): () => unknown {
  const other = new DatabaseSync(join(dataDir, 'soundings.db'), { timeout: 5000 })
  other.exec('begin immediate')
  const letIn = () => other.isOpen && other.close()
  t.after(letIn)
  return letIn
}

/** Sends once more every now and then, until one is refused; gives all, since those before wait to be kept. */
async function probeUntilRefused<Answer extends { status: number }>(
  send: () => Promise<Answer>,
): Promise<Promise<Answer>[]> {
  const probes: Promise<Answer>[] = []
  for (let refused = false; !refused; ) {
    assert.ok(probes.length < 500, 'none was refused')
    probes.push(send())
    refused = await Promise.race([...probes.map(probe => probe.then(({ status }) => status === 503)), delay(50, false)])
  }
  return probes
}

let bodies = 0

/** No two submissions have the same text, so that duplicates are detected. */
function newBody() {
  return { answers: [`one of many, ${++bodies}`] }
}

/**
 * Sends all at once, each on a separate connection: requests on one connection would be handled in sequence. The
 * connections are open before, because the server waits only some seconds for the writer.
 */
class Sender {
  readonly #sockets: readonly Socket[]
  readonly #path: string
  readonly #answers: string[] = []
  readonly #begun = Promise.withResolvers<unknown>()
  readonly #ended = Promise.withResolvers<unknown>()

  private constructor(sockets: readonly Socket[], path: string) {
    this.#sockets = sockets
    this.#path = path
  }

  static async connect({ baseUrl }: Serving, path: string, sends: number): Promise<Sender> {
    const { hostname, port } = new URL(baseUrl)
    const sockets = Array.from({ length: sends }, () => connect(Number(port), hostname))
    await Promise.all(sockets.map(socket => once(socket, 'connect')))
    return new Sender(sockets, path)
  }

  send(): void {
    const answers = this.#sockets.map(async socket => {
      const body = JSON.stringify(newBody())
      socket.write(
        `POST ${this.#path} HTTP/1.1\r\nHost: here\r\nConnection: close\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
      )
      this.#answers.push(await text(socket))
    })
    this.#begun.resolve(Promise.race(answers))
    this.#ended.resolve(Promise.all(answers))
  }

  /** Resolves with the first answer. */
  get begun(): Promise<unknown> {
    return this.#begun.promise
  }

  get ended(): Promise<unknown> {
    return this.#ended.promise
  }

  get acknowledged(): readonly Row[] {
    const kept = this.#answers.filter(answer => answer.startsWith('HTTP/1.1 201'))
    return kept.map(answer => JSON.parse(answer.slice(answer.indexOf('\r\n\r\n'))))
  }

  get kept(): number {
    return this.acknowledged.length
  }

  get refused(): number {
    return this.#answers.filter(answer => /^HTTP\/1\.1 503.*\r\nretry-after: 1\r\n/s.test(answer)).length
  }
}

/** A flood does not fill the log with causes: a full queue has none. */
async function assertNoFailureLogged(server: Serving): Promise<void> {
  const { stdout } = await server.stop()
  const lines = stdout
    .trim()
    .split('\n')
    .map(line => JSON.parse(line))
  const refused = lines.filter(({ status }) => status === 503)
  assert.ok(refused.length > 0)
  assert.equal(refused.find(({ level, err }) => level !== 30 || err !== undefined)?.err, undefined)
}
