import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { freePort } from '../free-port.ts'
import { reportMissing } from '../missing-program.ts'
import { keepPostgres } from '../postgres/keeper.ts'
import { isNginxInstalled, startNginx } from './nginx.ts'
import { killServers, startServer, temporaryFolder } from './server.ts'
import { finish, SECRET, startWithSurvey, Writers } from './writers.ts'

const ROLLS = 2
const READERS = 16
/** Between two restarts, in milliseconds. */
const UNDISTURBED_MS = 500

// The test’s proxy has a self-signed certificate.
process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0'

afterEach(killServers)

if (!isNginxInstalled()) reportMissing('replacing every process behind nginx', 'Install nginx-light and openssl.')
else
  test('every process behind nginx is replaced under load, and no request fails [acknowledged-is-committed, submission-key-once]', {
    timeout: 300_000,
  }, async t => {
    const postgres = await keepPostgres({ durable: true })
    t.after(() => postgres.remove())
    const env = { DATABASE_URL: postgres.url, SECRET }
    const { server: first, survey } = await startWithSurvey(env)
    const processes = [first, await startServer({ dataDir: temporaryFolder(), env, port: await freePort() })]
    const [one, two] = processes
    assert.ok(one !== undefined && two !== undefined)
    const nginx = await startNginx([one.port, two.port])
    t.after(() => nginx.stop())
    const writers = new Writers(() => nginx.baseUrl, survey.slug)
    const readers = new Readers([`${nginx.baseUrl}/s/${survey.slug}`, `${nginx.baseUrl}/openapi.json`])
    t.after(() => readers.stop())
    await writers.writeFor(UNDISTURBED_MS)
    for (let roll = 0; roll < ROLLS; roll++)
      for (const [at, { port }] of processes.entries()) {
        assert.equal(await processes[at]?.stop('SIGTERM'), 0)
        processes[at] = await startServer({ dataDir: temporaryFolder(), env, port })
        await delay(UNDISTURBED_MS)
      }
    await readers.stop()
    t.diagnostic(`${writers.acknowledged.size} submissions and ${readers.answered} reads during ${2 * ROLLS} restarts`)
    assert.deepEqual([...readers.failures, ...writers.interruptions].slice(0, 10), [])
    const [last] = processes
    assert.ok(last !== undefined)
    await finish(last, survey, writers)
  })

/** Clients that read pages through the proxy, each one after the other. */
class Readers {
  answered = 0
  readonly failures: string[] = []
  #isStopped = false
  readonly #ended: Promise<unknown>

  constructor(pages: readonly string[]) {
    this.#ended = Promise.all(Array.from({ length: READERS }, (_, reader) => this.#read(pages, reader)))
  }

  async stop(): Promise<void> {
    this.#isStopped = true
    await this.#ended
  }

  async #read(pages: readonly string[], reader: number): Promise<void> {
    for (let turn = reader; !this.#isStopped; turn++) {
      const page = pages[turn % pages.length] ?? ''
      const failure = await fetch(page).then(
        async reply => {
          await reply.arrayBuffer()
          return reply.ok ? undefined : `${page}: ${reply.status}`
        },
        error => `${page}: ${error}`,
      )
      if (failure === undefined) this.answered++
      else this.failures.push(failure)
    }
  }
}
