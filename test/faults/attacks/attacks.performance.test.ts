import assert from 'node:assert/strict'
import { type ChildProcess, fork } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { get, type IncomingMessage, request } from 'node:http'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { paced, quantile } from '../../../bench/paced.ts'
import { seedSurvey } from '../../../bench/seed.ts'
import { answersOf, submissions } from '../../../bench/survey.ts'
import { expectFigure } from '../../figure.ts'
import { scaled } from '../../scale.ts'
import { killServers, type Server, startServer, temporaryFolder } from '../server.ts'
import { ATTACKS } from './attacks.ts'

const PROCESS = join(import.meta.dirname, 'attack-process.ts')
const PHONES = 200
/** Loads and answers of all phones together. */
const PER_SECOND = 100
const ROUNDS = scaled({ short: 1, long: 2, release: 3 })
/** Long enough that what is done without a rest at the beginning of an attack counts as what it is: once. */
const ROUND_MS = scaled({ short: 4_000, long: 10_000, release: 20_000 })
/** After an attack, what it has left is cleared away. */
const SETTLE_MS = 1_000
/** Answers in two pieces, which need room for their bodies, beside the others of each measurement. */
const IN_PIECES = 10
const PIECE_MS = 20
/**
 * How many times as long a room may wait as one on another server of this machine in the same seconds: an attack takes
 * time from a machine of two cores wherever it goes. Without one, both wait equally long.
 */
const MOST = 1.5

/** Senders of bodies come from several networks. All phones of a room have one address. */
const SETTINGS = { TRUST_PROXY: '1', SURVEY_STORAGE: '1024' }

/** A survey that 200 phones follow, on a server of its own. */
interface Room {
  readonly server: Server
  readonly slug: string
}

let attackedRoom: Room
let otherRoom: Room
const streams: IncomingMessage[] = []
before(async () => {
  attackedRoom = await openRoom()
  otherRoom = await openRoom()
  await measureRooms()
})
after(() => {
  for (const stream of streams) stream.destroy()
  killServers()
})

describe('a room of 200 phones does not wait for what a free account does [largest-writes, bodies-bounded]', () => {
  for (const name of Object.keys(ATTACKS))
    test(name, async t => {
      const attack = fork(PROCESS, [name, `http://localhost:${attackedRoom.server.port}`])
      t.after(() => attack.kill('SIGKILL'))
      assert.equal(await messageOf(attack), 'prepared')
      const times: Record<'quiet' | 'other' | 'attacked', number[]> = { quiet: [], other: [], attacked: [] }
      const answers: Record<string, number> = {}
      for (let round = 0; round < ROUNDS; round++) {
        await delay(SETTLE_MS)
        times.quiet.push(...(await measureRoom(attackedRoom)))
        attack.send('go')
        const [attacked, other] = await measureRooms()
        times.attacked.push(...attacked)
        times.other.push(...other)
        attack.send('stop')
        const counts = (await messageOf(attack)) as Record<string, number>
        for (const [status, count] of Object.entries(counts)) answers[status] = (answers[status] ?? 0) + count
      }
      const p99 = (of: keyof typeof times) => quantile(times[of], 0.99)
      const milliseconds = (of: keyof typeof times) => `${p99(of).toFixed(1)} ms`
      expectFigure(t, {
        subject: `p99 of a room during an attack by ${name} / of a room on another server`,
        measured: `${milliseconds('attacked')} / ${milliseconds('other')}, without an attack ${milliseconds('quiet')}; it was answered ${JSON.stringify(answers)}`,
        value: p99('attacked') / p99('other'),
        gate: { sign: '≤', limit: MOST, unit: '×' },
      })
    })
})

async function openRoom(): Promise<Room> {
  const dataDir = temporaryFolder()
  const { slug } = await seedSurvey(dataDir)
  const room = { server: await startServer({ dataDir, env: SETTINGS }), slug }
  for (let phone = 0; phone < PHONES; phone++) streams.push(await follow(room, phone))
  return room
}

/** The next message of an attack. @throws Error if it ends instead */
async function messageOf(attack: ChildProcess): Promise<unknown> {
  const ended = once(attack, 'exit').then(() => Promise.reject(new Error('the attack has ended')))
  const [message] = (await Promise.race([once(attack, 'message'), ended])) as [unknown]
  return message
}

function measureRooms(): Promise<[number[], number[]]> {
  return Promise.all([measureRoom(attackedRoom), measureRoom(otherRoom)])
}

/** Milliseconds that each load of the page and each answer takes. All must be accepted. */
async function measureRoom(room: Room): Promise<number[]> {
  const inPieces = Promise.all(
    Array.from({ length: IN_PIECES }, (_, at) => answerInPieces(room, (at / IN_PIECES) * ROUND_MS)),
  )
  const [times] = await Promise.all([measureAnswers(room), inPieces])
  return times
}

function measureAnswers({ server, slug }: Room): Promise<number[]> {
  const requests = (sender: number) => {
    const answer = submissions(slug, sender)
    const load = Buffer.from(`GET /s/${slug} HTTP/1.1\r\nHost: localhost\r\nAccept-Encoding: gzip\r\n\r\n`)
    let sent = 0
    return () => (sent++ % 2 === 0 ? load : answer())
  }
  return paced({ port: server.port, perSecond: PER_SECOND, milliseconds: ROUND_MS, requests, senders: 20 })
}

async function answerInPieces({ server, slug }: Room, afterMs: number): Promise<void> {
  await delay(afterMs)
  const body = JSON.stringify({ key: randomUUID(), answers: answersOf(0) })
  const request = post(server.port, `/s/${slug}/responses`)
  const answered = once(request, 'response') as Promise<[IncomingMessage]>
  request.write(body.slice(0, 10))
  await delay(PIECE_MS)
  request.end(body.slice(10))
  const [response] = await answered
  response.resume()
  assert.equal(response.statusCode, 201)
}

function post(port: number, path: string) {
  const headers = { 'content-type': 'application/json' }
  return request({ port, path, headers, method: 'POST', agent: false })
}

/** A phone that follows the events of the survey. */
async function follow({ server, slug }: Room, phone: number): Promise<IncomingMessage> {
  const headers = { 'x-forwarded-for': `198.51.100.${phone % 250}` }
  const events = get(`${server.baseUrl}/s/${slug}/events`, { agent: false, headers })
  const [response] = (await once(events, 'response')) as [IncomingMessage]
  assert.equal(response.statusCode, 200)
  return response.on('error', () => undefined).resume()
}
