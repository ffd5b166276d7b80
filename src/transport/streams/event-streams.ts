import type { ServerResponse } from 'node:http'
import type { FastifyReply } from 'fastify'
import { Refusal } from '../../domain/values/refusal.ts'
import { STREAM_WAITING_BYTES } from '../limits.ts'
import { inTimeSlices } from './time-slices.ts'

/**
 * Interval of heartbeats, in milliseconds. Without them, proxies may close an idle stream. They are events rather than
 * comments, which browsers do not pass to scripts, so that a script can tell a quiet stream from a dead one.
 */
const BEAT = Buffer.from('event: heartbeat\ndata: {}\n\n')
const BEAT_MS = 15_000
/** Maximum time over which one interval's heartbeats are spread, in milliseconds. */
const BEAT_SPREAD_MS = 10_000
/** Reconnection delay of browsers, in milliseconds. */
const BACK_AFTER_MS = 1_000
/** `Retry-After` of a refused stream, in seconds. */
const RETRY_SECONDS = 30

export const STREAM_HEADERS = {
  'content-type': 'text/event-stream; charset=utf-8',
  // Tells proxies not to buffer, because buffered events would arrive late.
  'x-accel-buffering': 'no',
}

export interface EventStream {
  /** Sends events formatted by `eventText`. Does nothing after the stream has ended. */
  send(events: Buffer): void
  end(): void
}

/** Limits on a process's open streams. */
export interface StreamLimits {
  readonly all: number
  /** Streams of all respondents together. The rest is reserved for dashboards and projectors. */
  readonly respondents: number
  /** Streams of respondents of one survey. */
  readonly perSurvey: number
  /** Respondents' streams from one address; 0 for no limit per address. */
  readonly perAddress: number
}

/** A stream that needs no credential, so that only these limits restrict how many there are. */
export interface AnonymousStream {
  readonly survey: string
  /** Kept in memory until the stream ends, as the connection itself does. */
  readonly address: string
}

/** Counts open streams for metrics: of survey pages, and of dashboards and projectors. */
export interface StreamObserver {
  countStream(kind: 'page' | 'dashboard', change: 1 | -1): void
}

/** Open responses with server-sent events. */
export class EventStreams {
  readonly #limits: StreamLimits
  readonly #observer: StreamObserver | undefined
  readonly #open = new Set<ServerResponse>()
  readonly #surveys = new OpenCounts()
  readonly #addresses = new OpenCounts()
  readonly #timer = setInterval(() => this.#beat(), BEAT_MS).unref()
  #anonymous = 0
  #isClosed = false

  constructor(limits: StreamLimits, observer?: StreamObserver) {
    this.#limits = limits
    this.#observer = observer
  }

  /**
   * Takes over a response and keeps it open.
   * @param anonymous for streams without a credential
   * @param ended called once, whichever side ends the stream
   * @throws Refusal if too many streams are open
   */
  open(reply: FastifyReply, anonymous: AnonymousStream | undefined, ended: () => void): EventStream {
    this.#checkRoom(anonymous)
    reply.headers(STREAM_HEADERS).hijack()
    const response = reply.raw
    response.writeHead(200, reply.getHeaders() as Record<string, string>)
    response.socket?.setNoDelay(true)
    this.#open.add(response)
    this.#count(anonymous, 1)
    response.on('close', () => {
      if (!this.#open.delete(response)) return
      this.#count(anonymous, -1)
      ended()
    })
    response.write(`retry: ${BACK_AFTER_MS}\n\n`)
    // Its request may have been accepted before the server began to stop, and stopping would wait for it.
    if (this.#isClosed) response.end()
    return { send: events => write(response, events), end: () => response.end() }
  }

  /** How many streams of a survey's respondents are open. */
  respondentsOf(survey: string): number {
    return this.#surveys.of(survey)
  }

  /** Ends all streams, including those opened from now on. Browsers reconnect automatically. */
  close(): void {
    this.#isClosed = true
    clearInterval(this.#timer)
    for (const response of this.#open) response.end()
  }

  #checkRoom(anonymous: AnonymousStream | undefined): void {
    const { all, respondents, perSurvey, perAddress } = this.#limits
    const full = () => new Refusal('unavailable', { retryAfter: RETRY_SECONDS })
    if (this.#open.size >= all) throw full()
    if (anonymous === undefined) return
    if (perAddress > 0 && this.#addresses.of(anonymous.address) >= perAddress)
      throw new Refusal('too_many_streams', { retryAfter: RETRY_SECONDS })
    if (this.#anonymous >= respondents || this.#surveys.of(anonymous.survey) >= perSurvey) throw full()
  }

  #count(anonymous: AnonymousStream | undefined, change: 1 | -1): void {
    this.#observer?.countStream(anonymous === undefined ? 'dashboard' : 'page', change)
    if (anonymous === undefined) return
    this.#anonymous += change
    this.#surveys.add(anonymous.survey, change)
    this.#addresses.add(anonymous.address, change)
  }

  async #beat(): Promise<void> {
    await inTimeSlices(this.#open, { count: this.#open.size, within: BEAT_SPREAD_MS }, response => {
      write(response, BEAT)
      return true
    })
  }
}

/** Counts by name. A name whose count reaches 0 is removed. */
class OpenCounts {
  readonly #counts = new Map<string, number>()

  of(name: string): number {
    return this.#counts.get(name) ?? 0
  }

  add(name: string, change: 1 | -1): void {
    const count = this.of(name) + change
    if (count === 0) this.#counts.delete(name)
    else this.#counts.set(name, count)
  }
}

/** @param id returned by the browser as `Last-Event-ID` when it reconnects */
export function eventText(event: string, data: unknown, id?: string): string {
  return `event: ${event}\n${id === undefined ? '' : `id: ${id}\n`}data: ${JSON.stringify(data)}\n\n`
}

/** An ended response may stay open until its client has read it. */
function write(response: ServerResponse, bytes: Buffer): void {
  if (response.writableEnded) return
  if (response.writableLength > STREAM_WAITING_BYTES) response.destroy()
  else response.write(bytes)
}
