import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as delay } from 'node:timers/promises'
import { run } from '../program.ts'
import { checkHistory, type Row, readStored } from './history.ts'
import { type Server, startServer, temporaryFolder } from './server.ts'

type Settings = Readonly<Record<string, string>>

/** An installation's. */
interface Place {
  readonly dataDir: string
  readonly env: Settings
}

export interface Survey extends Place {
  readonly token: string
  readonly slug: string
}

/** Of processes that share a database. */
export const SECRET = 'of no use anywhere but in these tests'
const WRITERS = 16
const POLL_MS = 20
const OPTIONS = ['In the hall', 'From home', 'Not at all']

export interface Persistence {
  /** After so many milliseconds a send without an acknowledgement is repeated. Default: when `writeFor` is called again. */
  readonly retryMs?: number
}

/** Writers that never give up: each submission is repeated with the same key until it is acknowledged. */
export class Writers {
  readonly acknowledged = new Map<string, Row>()
  /** Why requests got no acknowledgement. */
  readonly interruptions: string[] = []
  /** Responses that no submission should get. */
  readonly faults: string[] = []
  readonly #urlOf: (writer: number) => string
  readonly #retryMs: number | undefined
  readonly #ended: Promise<unknown>
  #go = Promise.withResolvers<void>()
  #allWait = Promise.withResolvers<void>()
  #acknowledgedOne = Promise.withResolvers<void>()
  readonly #acknowledgedBy: number[] = Array.from({ length: WRITERS }, () => 0)
  #waiting = 0
  #isPausing = false
  #last = false

  /** @param baseUrlOf the server to send to, asked before each request */
  constructor(baseUrlOf: (writer: number) => string, slug: string, { retryMs }: Persistence = {}) {
    this.#urlOf = writer => `${baseUrlOf(writer)}/s/${slug}/responses`
    this.#retryMs = retryMs
    this.#ended = Promise.all(Array.from({ length: WRITERS }, (_, writer) => this.#write(writer)))
  }

  /** Starts the writers, and resolves some milliseconds after the first acknowledgement; they keep running. */
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

  /** Resolves when every writer has had a submission acknowledged that it began after this call. */
  async accepted(): Promise<void> {
    // The first acknowledgement may be of a submission that was under way.
    const enough = this.#acknowledgedBy.map(count => count + 2)
    while (enough.some((count, writer) => (this.#acknowledgedBy[writer] ?? 0) < count)) await delay(POLL_MS)
  }

  /** Resolves when every submission that was under way has been acknowledged. The writers then wait for `writeFor`. */
  async pause(): Promise<void> {
    this.#isPausing = true
    await this.#allWait.promise
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
      while (!(await this.#send(this.#urlOf(writer), body)))
        await (this.#retryMs === undefined ? this.#wait() : delay(this.#retryMs, undefined, { ref: false }))
      this.#acknowledgedBy[writer] = submission
      if (this.#isPausing) await this.#wait()
    }
  }

  /** @returns whether the request got a response */
  async #send(url: string, body: string): Promise<boolean> {
    try {
      const reply = await fetch(url, { method: 'POST', body, headers: { 'content-type': 'application/json' } })
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
    this.#isPausing = false
    resolve()
  }
}

/** A new server with a survey that accepts answers. @param env further settings, such as a database */
export async function startWithSurvey(env: Settings = {}): Promise<{ server: Server; survey: Survey }> {
  const options = { dataDir: temporaryFolder(), env }
  const { token } = await commandJson(options, 'account', 'create', 'owner@example.org', '--subscribed', '--token')
  const server = await startServer(options)
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
  return { server, survey: { ...options, token, slug: id } }
}

/** No two submissions have the same text, so that duplicates are detected. */
function answersOf(writer: number, submission: number): Row['answers'] {
  const choice = OPTIONS[submission % OPTIONS.length] ?? ''
  return [choice, (submission % 10) + 1, `writer ${writer}, submission ${submission}`]
}

/**
 * Everything acknowledged is stored, once, and the counts agree.
 * @returns the number of stored rows that were not acknowledged
 */
export async function checkKept(server: Server, survey: Survey, writers: Writers): Promise<number> {
  const unanswered = checkHistory([...writers.acknowledged.values()], await readStored(server, survey))
  assert.ok(unanswered <= WRITERS, `${unanswered} rows beyond the acknowledged, more than were under way`)
  assert.deepEqual(writers.faults, [])
  return unanswered
}

/** Everything begun is acknowledged and stored, and the server leaves an intact database. */
export async function finish(server: Server, survey: Survey, writers: Writers): Promise<void> {
  await writers.finish()
  assert.equal(await checkKept(server, survey, writers), 0, 'as many rows as acknowledgements')
  assert.equal(await server.stop('SIGTERM'), 0)
  assertWhole(survey.dataDir)
}

/** No database in a folder is damaged. */
export function assertWhole(folder: string): void {
  for (const file of readdirSync(folder).filter(name => name.endsWith('.db'))) {
    const database = new DatabaseSync(join(folder, file), { readOnly: true })
    assert.deepEqual({ ...database.prepare('pragma integrity_check').get() }, { integrity_check: 'ok' })
    database.close()
  }
}

export function get({ baseUrl }: Server, path: string, token: string): Promise<Response> {
  return fetch(baseUrl + path, { headers: { authorization: `Bearer ${token}` } })
}

/** The single line printed by a command that must succeed. */
export async function commandJson({ dataDir, env }: Place, ...words: string[]) {
  const { status, stdout, stderr } = await run([...words, '--json'], { dataDir, env })
  assert.equal(status, 0, stderr)
  assert.match(stdout, /^[^\n]+\n$/, 'one line')
  return JSON.parse(stdout)
}
