import { once } from 'node:events'
import type { Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'
import { open } from './load.ts'
import type { StreamRequest } from './watched-surveys.ts'

/** An event stream to read. */
export interface Watching extends StreamRequest {
  readonly port: number
  /** The index of its survey. */
  readonly survey: number
}

export interface SentChange {
  readonly survey: number
  /** The number that events of this change carry; an event with a larger number covers it too. */
  readonly value: number
  /** When the change was sent, in milliseconds since the epoch. */
  readonly at: number
}

export interface Arrivals {
  /** Milliseconds from each change to its event on each stream of its survey. */
  readonly waits: Float64Array
  /** Events of these changes on all streams. Changes in quick succession share one. */
  readonly events: number
}

/** Streams being opened at a time. */
const TOGETHER = 100
/** An event that arrives later than this after the last change counts as lost, in milliseconds. */
const LOST_AFTER = 30_000
const POLL_MS = 50

/**
 * The number of responses or votes in an event, or the question that a presenter has gone on to. On a board, which is the first question, only one
 * question gets votes.
 */
const VALUE = /"(?:responses|response_count|votes|index)":([1-9]\d*)/g

/** Follows a stream, and records when each number first arrived. */
class Reader {
  readonly survey: number
  readonly #step: number
  readonly arrivals: { readonly value: number; readonly at: number }[] = []
  #rest = ''

  constructor({ survey, step = 1 }: Pick<Watching, 'survey' | 'step'>) {
    this.survey = survey
    this.#step = step
  }

  /** Whether this stream has an event for a change. */
  shows({ survey, value }: SentChange): boolean {
    return survey === this.survey && value % this.#step === 0
  }

  get value(): number {
    return this.arrivals.at(-1)?.value ?? 0
  }

  read(piece: string): void {
    const text = this.#rest + piece
    const end = text.lastIndexOf('\n') + 1
    this.#rest = text.slice(end)
    const values = Array.from(text.slice(0, end).matchAll(VALUE), ([, number]) => Number(number))
    const value = Math.max(0, ...values)
    if (value > this.value) this.arrivals.push({ value, at: performance.timeOrigin + performance.now() })
  }
}

// Readers run in their own thread, so that they do not delay changes.
const watching = workerData as readonly Watching[]
const readers: Reader[] = []
const sockets: Socket[] = []
for (let first = 0; first < watching.length; first += TOGETHER)
  await Promise.all(watching.slice(first, first + TOGETHER).map(follow))
parentPort?.postMessage('watching')
const [sent] = (await once(parentPort as NonNullable<typeof parentPort>, 'message')) as [readonly SentChange[]]
await untilArrived(sent)
parentPort?.postMessage({ waits: waitsOf(sent), events: eventsOf(sent) } satisfies Arrivals)
for (const socket of sockets) socket.destroy()

/** Resolves when the stream has begun. */
async function follow(watching: Watching): Promise<void> {
  const { port, path, token } = watching
  const socket = await open(port)
  const reader = new Reader(watching)
  const authorization = token === undefined ? '' : `Authorization: Bearer ${token}\r\n`
  socket.setEncoding('utf8').write(`GET ${path} HTTP/1.1\r\nHost: bench\r\n${authorization}\r\n`)
  const [head] = (await once(socket, 'data')) as [string]
  if (!head.startsWith('HTTP/1.1 200 ')) throw new Error(`not as expected: ${head}`)
  reader.read(head)
  socket.on('data', (piece: string) => reader.read(piece))
  readers.push(reader)
  sockets.push(socket)
}

async function untilArrived(changes: readonly SentChange[]): Promise<void> {
  const deadline = performance.now() + LOST_AFTER
  const awaited = readers.map(reader => changes.findLast(change => reader.shows(change))?.value ?? 0)
  const late = () => readers.filter(({ value }, at) => value < (awaited[at] ?? 0))
  while (late().length > 0) {
    if (performance.now() > deadline) throw new Error(`${late().length} streams lost events`)
    await delay(POLL_MS)
  }
}

function waitsOf(changes: readonly SentChange[]): Float64Array {
  const bySurvey = Map.groupBy(readers, ({ survey }) => survey)
  const waits = changes.flatMap(change =>
    (bySurvey.get(change.survey) ?? [])
      .filter(reader => reader.shows(change))
      .map(({ arrivals }) => (arrivals.find(({ value }) => value >= change.value)?.at ?? Number.NaN) - change.at),
  )
  return Float64Array.from(waits)
}

function eventsOf([first]: readonly SentChange[]): number {
  const isNew = ({ at }: { at: number }) => at >= (first?.at ?? 0)
  return readers.reduce((count, { arrivals }) => count + arrivals.filter(isNew).length, 0)
}
