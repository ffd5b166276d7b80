import type { ServerResponse } from 'node:http'
import type { FastifyReply } from 'fastify'
import { Refusal } from '../domain/refusal.ts'

/** A line that means nothing, so that neither side nor a proxy takes the stream for dead; how often, in milliseconds. */
const BEAT = Buffer.from(':\n\n')
const BEAT_MS = 15_000
/** How soon a browser comes back after a stream has ended, in milliseconds. */
const BACK_AFTER_MS = 1_000
/** What may wait for one slow reader, in bytes; beyond it the stream is ended, and the reader begins anew. */
const WAITING_BYTES = 65_536
/** Streams of one process at a time, and when one more may be tried, in seconds. */
const MOST = 20_000
const RETRY_SECONDS = 30

export const EVENT_STREAM_TYPE = 'text/event-stream; charset=utf-8'

const HEADERS = {
  'content-type': EVENT_STREAM_TYPE,
  'cache-control': 'no-store',
  // Told to proxies: an event that waits in a buffer is late.
  'x-accel-buffering': 'no',
}

export interface EventStream {
  /** Sends events as `eventText` writes them; after the end, none. */
  send(events: Buffer): void
  end(): void
}

/** Server-sent events: any number of open answers that are written to as something happens. */
export class EventStreams {
  readonly #open = new Set<ServerResponse>()
  readonly #timer = setInterval(() => this.#beat(), BEAT_MS).unref()

  /**
   * Takes over an answer and keeps it open.
   * @param ended called once, whoever ends it
   * @throws Refusal `temporarily unavailable` where too many are open
   */
  open(reply: FastifyReply, ended: () => void): EventStream {
    if (this.#open.size >= MOST) throw new Refusal('unavailable', { retryAfter: RETRY_SECONDS })
    reply.headers(HEADERS).hijack()
    const response = reply.raw
    response.writeHead(200, reply.getHeaders() as Record<string, string>)
    response.socket?.setNoDelay(true)
    this.#open.add(response)
    response.on('close', () => {
      if (this.#open.delete(response)) ended()
    })
    response.write(`retry: ${BACK_AFTER_MS}\n\n`)
    return { send: events => write(response, events), end: () => response.end() }
  }

  /** Ends all streams; browsers come back by themselves. */
  close(): void {
    clearInterval(this.#timer)
    for (const response of this.#open) response.end()
  }

  #beat(): void {
    for (const response of this.#open) write(response, BEAT)
  }
}

/** @param id where the reader stands after it; sent back as `Last-Event-ID` */
export function eventText(event: string, data: unknown, id?: string): string {
  return `event: ${event}\n${id === undefined ? '' : `id: ${id}\n`}data: ${JSON.stringify(data)}\n\n`
}

/** One that was ended may stay open until its reader has read. */
function write(response: ServerResponse, bytes: Buffer): void {
  if (response.writableEnded) return
  if (response.writableLength > WAITING_BYTES) response.destroy()
  else response.write(bytes)
}
