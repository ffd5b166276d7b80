import type { FastifyBaseLogger, FastifyReply, FastifyRequest } from 'fastify'
import { Refusal } from '../domain/refusal.ts'
import { EVENT_STREAM_TYPE, type EventStream, type EventStreams } from './event-streams.ts'

/** What has changed since a reading began; undefined where it can be anything. */
export type Changes<Change> = ReadonlySet<Change> | undefined

/** What is watched, as an entry point gives it to a room. */
export interface RoomSource<Watcher, Change> {
  /** @returns stops the notifications */
  subscribe(onChange: (changes: Changes<Change>) => void): () => void
  /**
   * Reads once for all watchers.
   * @param reader one of the watchers, on whose authority it reads
   * @throws Refusal of the kind `missing` where the thing is gone
   */
  read(reader: Watcher, changes: Changes<Change>): Promise<Update<Watcher>>
  /** Whether time alone has changed what was read last, which nobody is notified of. */
  isOutdated(): boolean
  /** Reads again who may still read, for sources whose watchers had to be admitted. */
  readonly readAdmission?: () => Promise<(watcher: Watcher) => boolean>
  /** The last events of streams whose thing is gone. */
  readonly farewell?: () => string
}

/** What follows from a reading, as the text of events; an empty text is not sent. */
export interface Update<Watcher> {
  /** For watchers who were sent the update before. */
  readonly news: string
  /** For a watcher who has been sent nothing yet. */
  readonly whole: (watcher: Watcher) => string
  /** Whether a watcher may still read; otherwise the stream ends. */
  readonly isAdmitted: (watcher: Watcher) => boolean
}

interface RoomsParts<Watcher, Change> {
  readonly streams: EventStreams
  readonly log: FastifyBaseLogger
  readonly source: (name: string) => RoomSource<Watcher, Change>
}

/** Event streams by the name of what they watch. All streams of one name share a room. */
export class Rooms<Watcher, Change> {
  readonly #parts: RoomsParts<Watcher, Change>
  readonly #rooms = new Map<string, Room<Watcher, Change>>()

  constructor(parts: RoomsParts<Watcher, Change>) {
    this.#parts = parts
  }

  /** Answers with everything as it is now, and from then on with what changes. @throws Refusal as `EventStreams.open` */
  stream(name: string, watcher: Watcher, { method }: FastifyRequest, reply: FastifyReply): FastifyReply {
    if (method === 'HEAD') return reply.type(EVENT_STREAM_TYPE).send()
    const { streams, log, source } = this.#parts
    // The stream is opened first: one that is refused leaves no room behind.
    const stream = streams.open(reply, () => {
      if (room.leave(stream)) this.#rooms.delete(name)
    })
    const room = this.#rooms.get(name) ?? new Room(source(name), log)
    this.#rooms.set(name, room)
    room.join(stream, watcher)
    return reply
  }
}

/** How often a failed reading is repeated, and the passing of time is noticed, in milliseconds. */
const CHECK_MS = 1_000
/** After so many checks it is read again who may still read, since a notification of a lost right can be missed. */
const CHECKS_PER_ADMISSION = 3

type Stream = Pick<EventStream, 'send' | 'end'>

/** All who watch one thing: it is read once for all of them, and each reading ends the streams that are no longer admitted. */
export class Room<Watcher, Change> {
  readonly #source: RoomSource<Watcher, Change>
  readonly #log: Pick<FastifyBaseLogger, 'warn'>
  readonly #watchers = new Map<Stream, Watcher>()
  /** Those who have been sent nothing yet. */
  readonly #newcomers = new Map<Stream, Watcher>()
  readonly #unsubscribe: () => void
  readonly #timer: NodeJS.Timeout
  #changes: Set<Change> | undefined = new Set()
  /** A due reading has not begun, so it will see everything that happens before it does. */
  #isDue = false
  #isReading = false
  #hasFailed = false
  #checks = 0

  constructor(source: RoomSource<Watcher, Change>, log: Pick<FastifyBaseLogger, 'warn'>) {
    this.#source = source
    this.#log = log
    this.#unsubscribe = source.subscribe(changes => this.#note(changes))
    this.#timer = setInterval(() => this.#check(), CHECK_MS).unref()
  }

  join(stream: Stream, watcher: Watcher): void {
    this.#newcomers.set(stream, watcher)
    this.#readSoon()
  }

  /** @returns whether that was the last stream; the room is closed then */
  leave(stream: Stream): boolean {
    this.#watchers.delete(stream)
    this.#newcomers.delete(stream)
    if (this.#watchers.size + this.#newcomers.size > 0) return false
    this.#unsubscribe()
    clearInterval(this.#timer)
    return true
  }

  #note(changes: Changes<Change>): void {
    this.#changes = changes && this.#changes?.union(changes)
    this.#readSoon()
  }

  #check(): void {
    this.#checks++
    if (this.#hasFailed || this.#source.isOutdated()) this.#readSoon()
    else if (this.#checks % CHECKS_PER_ADMISSION === 0) this.#checkAdmission()
  }

  /** Never rejects. */
  async #checkAdmission(): Promise<void> {
    try {
      const isAdmitted = await this.#source.readAdmission?.()
      if (isAdmitted === undefined) return
      for (const [stream, watcher] of [...this.#watchers, ...this.#newcomers]) if (!isAdmitted(watcher)) stream.end()
    } catch (error) {
      this.#fail(error)
    }
  }

  #readSoon(): void {
    this.#isDue = true
    if (!this.#isReading) this.#readWhileDue()
  }

  /** One reading after another, so that nothing older is sent after something newer. Never rejects. */
  async #readWhileDue(): Promise<void> {
    this.#isReading = true
    while (this.#isDue) {
      this.#isDue = false
      try {
        await this.#read()
        this.#hasFailed = false
      } catch (error) {
        this.#fail(error)
      }
    }
    this.#isReading = false
  }

  async #read(): Promise<void> {
    // Who joins and what changes from here on waits for the next reading, since this one can be older.
    const newcomers = [...this.#newcomers]
    const changes = this.#changes
    this.#changes = new Set()
    const [reader] = [...this.#watchers, ...newcomers]
    if (reader === undefined) return
    const { news, whole, isAdmitted } = await this.#source.read(reader[1], changes)
    const bytes = Buffer.from(news)
    for (const [stream, watcher] of this.#watchers) update(stream, isAdmitted(watcher) ? bytes : undefined)
    for (const [stream, watcher] of newcomers) {
      if (!this.#newcomers.delete(stream)) continue
      this.#watchers.set(stream, watcher)
      update(stream, isAdmitted(watcher) ? Buffer.from(whole(watcher)) : undefined)
    }
  }

  /** What is gone ends all streams. Any other failure is repeated later, with all that can have changed by then. */
  #fail(error: unknown): void {
    this.#changes = undefined
    if (error instanceof Refusal && error.kind === 'missing') this.#end()
    else {
      // Once for a failure that lasts, since readings are repeated every second.
      if (!this.#hasFailed) this.#log.warn({ err: error }, 'event streams: reading failed, will be repeated')
      this.#hasFailed = true
    }
  }

  #end(): void {
    this.#hasFailed = false
    const farewell = Buffer.from(this.#source.farewell?.() ?? '')
    for (const stream of [...this.#watchers.keys(), ...this.#newcomers.keys()]) {
      update(stream, farewell)
      stream.end()
    }
  }
}

/** @param events undefined for a stream that ends */
function update(stream: Stream, events: Buffer | undefined): void {
  if (events === undefined) stream.end()
  else if (events.length > 0) stream.send(events)
}
