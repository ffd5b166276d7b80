import { randomUUID } from 'node:crypto'
import type { Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'
import { open, ReplyReader } from './load.ts'
import { answersOf } from './survey.ts'

/** A room whose phones answer a survey and then wait for its results. */
export interface Hall {
  readonly port: number
  readonly slug: string
  readonly phones: number
}

/** Sent when all phones are waiting. */
export interface Answered {
  /** Milliseconds from the first load until the last phone was waiting. */
  readonly took: number
  /** Milliseconds of each submission. */
  readonly submissions: readonly number[]
}

/** When each phone received the counts, in milliseconds since the epoch. */
export type Revealed = readonly number[]

/** Phones start within this time, in milliseconds, as when a link appears on the screen. */
const ARRIVE_WITHIN = 4_000
/** The longest time a person takes to answer, in milliseconds. */
const ANSWER_WITHIN = 8_000

// Phones run in their own thread, so that what they receive does not disturb the measurement.
const hall = workerData as Hall
const startedAt = performance.now()
const answered = await Promise.all(Array.from({ length: hall.phones }, (_, person) => answer(person)))
const submissions = answered.map(({ submission }) => submission)
const revealed = Promise.all(answered.map(phone => phone.revealed))
parentPort?.postMessage({ took: performance.now() - startedAt, submissions } satisfies Answered)
parentPort?.postMessage((await revealed) satisfies Revealed)
for (const { stream } of answered) stream.destroy()

/**
 * Loads the page, follows its events, answers, and loads the results page. Resolves once that page’s stream has begun.
 */
async function answer(person: number) {
  const { port, slug } = hall
  await delay(Math.random() * ARRIVE_WITHIN)
  const phone = await open(port)
  await send(phone, `GET /s/${slug} HTTP/1.1\r\nHost: bench\r\nAccept-Encoding: gzip\r\n\r\n`)
  const page = await follow('')
  await delay(Math.random() * ANSWER_WITHIN)
  const body = JSON.stringify({ key: randomUUID(), answers: answersOf(person) })
  const length = `Content-Length: ${Buffer.byteLength(body)}`
  const submission = await send(
    phone,
    `POST /s/${slug}/responses HTTP/1.1\r\nHost: bench\r\nContent-Type: application/json\r\n${length}\r\n\r\n${body}`,
  )
  page.stream.destroy()
  await send(phone, `GET /s/${slug}/thanks HTTP/1.1\r\nHost: bench\r\nAccept-Encoding: gzip\r\n\r\n`)
  phone.destroy()
  return { submission, ...(await follow('?results')) }
}

/**
 * Sends one request.
 * @returns the milliseconds until the response is complete
 * @throws Error if the status is not a success
 */
function send(socket: Socket, request: string): Promise<number> {
  const sentAt = performance.now()
  const reply = new ReplyReader()
  return new Promise((resolve, reject) => {
    const receive = (piece: Buffer) => {
      try {
        if (!reply.take(piece)) return
        socket.off('data', receive)
        resolve(performance.now() - sentAt)
      } catch (error) {
        reject(error)
      }
    }
    socket.on('data', receive).on('error', reject).write(request)
  })
}

/** An open event stream. `revealed` is the time at which it received counts. */
async function follow(query: string): Promise<{ stream: Socket; revealed: Promise<number> }> {
  const stream = await open(hall.port)
  stream.setEncoding('utf8').write(`GET /s/${hall.slug}/events${query} HTTP/1.1\r\nHost: bench\r\n\r\n`)
  const { promise: begun, resolve: begin, reject } = Promise.withResolvers<void>()
  const { promise: revealed, resolve: reveal } = Promise.withResolvers<number>()
  let last = ''
  stream.on('error', reject).on('data', (text: string) => {
    if (last === '' && !text.startsWith('HTTP/1.1 200 ')) reject(new Error(`not as expected: ${text}`))
    last = (last + text).slice(-2_000)
    if (last.includes('data: ')) begin()
    if (last.includes('"areVisible":true')) reveal(performance.timeOrigin + performance.now())
  })
  await begun
  return { stream, revealed }
}
