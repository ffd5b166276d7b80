import type { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyBaseLogger, FastifyReply, FastifyRequest } from 'fastify'
import { Refusal } from '../../domain/values/refusal.ts'
import { type EventStream, type EventStreams, STREAM_HEADERS } from './event-streams.ts'
import { inTimeSlices, timeOfSlices } from './time-slices.ts'

/** Changes since the last reading began; undefined if anything may have changed. */
export type Changes<Change> = ReadonlySet<Change> | undefined

/**
 * Whether a reading follows a notification. Another one, such as when somebody joins, may find what a notification has yet to
 * report: sources leave it out of `news`, so that watchers never get more events than the interval of notifications allows.
 */
export function isNotified(changes: Changes<unknown>): boolean {
  return changes === undefined || changes.size > 0
}

/** What a channel watches. Entry points implement it. */
export interface ChannelSource<Watcher, Change> {
  /** @returns a function that ends the subscription */
  subscribe(onChange: (changes: Changes<Change>) => void): () => void
  /**
   * Reads once for all watchers.
   * @param reader one of the watchers, whose authority the reading uses
   * @throws Refusal of the kind `missing` if the source no longer exists
   */
  read(reader: Watcher, changes: Changes<Change>): Promise<Update<Watcher>>
  /** Whether the last reading is outdated only because time has passed, which does not cause a notification. */
  isOutdated(): boolean
  /** Reads which watchers still have access, for sources that check it. */
  readonly readAccess?: () => Promise<(watcher: Watcher) => boolean>
  /** Final events, sent when the source no longer exists. */
  readonly finalEvents?: () => string
}

/** Events that result from a reading. Empty text is not sent. */
export interface Update<Watcher> {
  /** For a watcher who has received the previous update. */
  readonly news: (watcher: Watcher) => string
  /** For a watcher who has not received anything yet. */
  readonly whole: (watcher: Watcher) => string
  /** Whether a watcher may still read; otherwise the stream ends. */
  readonly hasAccess: (watcher: Watcher) => boolean
}

interface ChannelsParts<Watcher, Change> {
  readonly streams: EventStreams
  readonly log: FastifyBaseLogger
  readonly source: (name: string) => ChannelSource<Watcher, Change>
  /** For channels open to everybody, whose streams are counted by address. */
  readonly addressOf?: (request: IncomingMessage) => string
}

/** Event streams grouped into channels. All streams of the same name share a channel. */
export class Channels<Watcher, Change> {
  readonly #parts: ChannelsParts<Watcher, Change>
  readonly #channels = new Map<string, Channel<Watcher, Change>>()

  constructor(parts: ChannelsParts<Watcher, Change>) {
    this.#parts = parts
  }

  /** Sends the current state and, from then on, changes. @throws Refusal as `EventStreams.open` */
  stream(name: string, watcher: Watcher, { method, raw }: FastifyRequest, reply: FastifyReply): FastifyReply {
    // A stream whose client has already left would never report its end.
    if (method === 'HEAD' || reply.raw.destroyed)
      return reply.headers({ ...STREAM_HEADERS, 'transfer-encoding': 'chunked' }).send(Readable.from([]))
    const { streams, log, source, addressOf } = this.#parts
    // The stream is opened first, so that a refused one leaves no channel behind.
    const anonymous = addressOf && { survey: name, address: addressOf(raw) }
    const stream = streams.open(reply, anonymous, () => {
      if (channel.leave(stream)) this.#channels.delete(name)
    })
    const channel = this.#channels.get(name) ?? new Channel(source(name), log)
    this.#channels.set(name, channel)
    channel.join(stream, watcher)
    return reply
  }
}

/** Interval at which failed readings are repeated and expiry is checked, in milliseconds. */
const CHECK_MS = 1_000
/** Access is read again after this many checks, because the notification of a revocation can be lost. */
const CHECKS_PER_ACCESS_READ = 3
/**
 * Time over which an update is spread, in milliseconds. The next one begins after it, so that changes in a large channel
 * are combined and still arrive within a second.
 */
const SPREAD_MS = 400

type Stream = Pick<EventStream, 'send' | 'end'>

/**
 * All watchers of one source. It is read once for all, and each reading ends the streams of watchers who have lost
 * access.
 */
export class Channel<Watcher, Change> {
  readonly #source: ChannelSource<Watcher, Change>
  readonly #log: Pick<FastifyBaseLogger, 'warn'>
  readonly #watchers = new Map<Stream, Watcher>()
  /** Watchers who have received nothing yet. */
  readonly #newcomers = new Map<Stream, Watcher>()
  readonly #unsubscribe: () => void
  readonly #timer: NodeJS.Timeout
  #changes: Set<Change> | undefined = new Set()
  /** The due reading has not begun yet, so it will cover everything so far. */
  #isDue = false
  #isReading = false
  #hasFailed = false
  #checks = 0

  constructor(source: ChannelSource<Watcher, Change>, log: Pick<FastifyBaseLogger, 'warn'>) {
    this.#source = source
    this.#log = log
    this.#unsubscribe = source.subscribe(changes => this.#note(changes))
    this.#timer = setInterval(() => this.#check(), CHECK_MS).unref()
  }

  join(stream: Stream, watcher: Watcher): void {
    this.#newcomers.set(stream, watcher)
    this.#readSoon()
  }

  /** @returns whether that was the last stream, in which case the channel closes */
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
    else if (this.#checks % CHECKS_PER_ACCESS_READ === 0) this.#checkAccess()
  }

  /** Never rejects. */
  async #checkAccess(): Promise<void> {
    try {
      // Watchers who join after this point may have been granted access after this reading.
      const watchers = [...this.#watchers, ...this.#newcomers]
      const hasAccess = await this.#source.readAccess?.()
      if (hasAccess === undefined) return
      for (const [stream, watcher] of watchers) if (!hasAccess(watcher)) stream.end()
    } catch (error) {
      await this.#fail(error)
    }
  }

  #readSoon(): void {
    this.#isDue = true
    if (!this.#isReading) this.#readWhileDue()
  }

  /** Reads one at a time, so that an older state never follows a newer one. Never rejects. */
  async #readWhileDue(): Promise<void> {
    this.#isReading = true
    while (this.#isDue) {
      this.#isDue = false
      try {
        const pause = timeOfSlices(this.#watchers.size, SPREAD_MS)
        await Promise.all([this.#read(), pause > 0 && delay(pause, undefined, { ref: false })])
        this.#hasFailed = false
      } catch (error) {
        await this.#fail(error)
      }
    }
    this.#isReading = false
  }

  async #read(): Promise<void> {
    // Watchers and changes after this point wait for the next reading, because this one may be older.
    const newcomers = [...this.#newcomers]
    const changes = this.#changes
    this.#changes = new Set()
    const [reader = newcomers[0]] = this.#watchers
    if (reader === undefined) return
    const { news, whole, hasAccess } = await this.#source.read(reader[1], changes)
    // Encoded once for all who receive the same text, because it stays in memory until the slowest has read it.
    const encoded = new Map<string, Buffer>()
    await this.#spread(this.#watchers, ([stream, watcher]) =>
      update(stream, hasAccess(watcher) ? encode(news(watcher), encoded) : undefined),
    )
    await this.#spread(newcomers, ([stream, watcher]) => {
      if (!this.#newcomers.delete(stream)) return false
      this.#watchers.set(stream, watcher)
      return update(stream, hasAccess(watcher) ? encode(whole(watcher), encoded) : undefined)
    })
  }

  #spread<Item>(items: Iterable<Item>, act: (item: Item) => boolean): Promise<void> {
    return inTimeSlices(items, { count: this.#watchers.size + this.#newcomers.size, within: SPREAD_MS }, act)
  }

  /** Ends all streams if the source no longer exists. After any other failure, the reading is repeated in full. */
  async #fail(error: unknown): Promise<void> {
    this.#changes = undefined
    if (error instanceof Refusal && error.kind === 'missing') await this.#end()
    else {
      // Logged once per outage, because readings are repeated every second.
      if (!this.#hasFailed) this.#log.warn({ err: error }, 'event streams: reading failed, will be repeated')
      this.#hasFailed = true
    }
  }

  async #end(): Promise<void> {
    this.#hasFailed = false
    const finalEvents = Buffer.from(this.#source.finalEvents?.() ?? '')
    await this.#spread([...this.#watchers.keys(), ...this.#newcomers.keys()], stream => {
      update(stream, finalEvents)
      return update(stream, undefined)
    })
  }
}

function encode(text: string, encoded: Map<string, Buffer>): Buffer {
  const bytes = encoded.get(text) ?? Buffer.from(text)
  encoded.set(text, bytes)
  return bytes
}

/**
 * @param events undefined to end the stream
 * @returns whether there was anything to do
 */
function update(stream: Stream, events: Buffer | undefined): boolean {
  if (events === undefined) stream.end()
  else if (events.length > 0) stream.send(events)
  return events === undefined || events.length > 0
}
