import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'
import { load, open } from './load.ts'

/** A survey’s board, and the number of phones that follow it and vote. */
export interface Hall {
  readonly port: number
  readonly slug: string
  readonly items: readonly string[]
  readonly phones: number
  readonly votesPerSecond: number
}

/** Concurrent connections being opened. */
const TOGETHER = 100
/** The longest time a phone waits before it reads a board, in milliseconds. */
const READ_WITHIN = 1_000

// Phones run in their own thread, so that what they receive does not disturb the measurement.
const hall = workerData as Hall
const board = `/s/${hall.slug}/board/0`
const leaving = new AbortController()
const connected: Promise<void>[] = []
while (connected.length < hall.phones)
  connected.push(...(await Promise.all(Array.from({ length: TOGETHER }, () => follow()))).map(({ ended }) => ended))
const voting = setInterval(vote, 1_000 / hall.votesPerSecond)
await delay(READ_WITHIN)
parentPort?.postMessage('watching')
parentPort?.once('message', () => {
  clearInterval(voting)
  leaving.abort()
})

/** A phone: reads what an event does not contain. Resolves once its stream has begun. */
async function follow(): Promise<{ ended: Promise<void> }> {
  const socket = await open(hall.port)
  socket.setEncoding('utf8').write(`GET /s/${hall.slug}/events HTTP/1.1\r\nHost: bench\r\n\r\n`)
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>()
  const { promise: ended, resolve: end } = Promise.withResolvers<void>()
  let isReading = false
  socket.on('data', (text: string) => {
    begin()
    if (isReading || !/^data: \{"index":0\}$/m.test(text)) return
    isReading = true
    setTimeout(() => {
      isReading = false
      if (!leaving.signal.aborted) send(`GET ${board} HTTP/1.1\r\nHost: bench\r\nAccept-Encoding: gzip\r\n\r\n`)
    }, Math.random() * READ_WITHIN)
  })
  leaving.signal.addEventListener('abort', () => socket.destroy())
  socket.on('close', end)
  await begun
  return { ended }
}

function vote(): void {
  const item = hall.items[Math.floor(Math.random() * hall.items.length)]
  const body = JSON.stringify({ voter: randomUUID() })
  send(`PUT ${board}/${item}/vote HTTP/1.1\r\nHost: bench\r\nContent-Length: ${body.length}\r\n\r\n${body}`)
}

function send(request: string): void {
  const bytes = Buffer.from(request)
  load({ port: hall.port, senders: 1, requests: () => () => bytes, until: { replies: 1 } }).catch(error => {
    if (!leaving.signal.aborted) throw error
  })
}
