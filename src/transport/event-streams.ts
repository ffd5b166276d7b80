import type { ServerResponse } from 'node:http'
import type { FastifyReply } from 'fastify'
import { Refusal } from '../domain/refusal.ts'

/** Interval of keep-alive comments, in milliseconds. Without them proxies may close an idle stream. */
const BEAT = Buffer.from(':\n\n')
const BEAT_MS = 15_000
/** Reconnection delay of browsers, in milliseconds. */
const BACK_AFTER_MS = 1_000
/** Bytes that may wait for a slow reader. Beyond that the stream is ended, and the browser reconnects. */
const WAITING_BYTES = 65_536
/** Maximum number of open streams of a process, and the `Retry-After` of a refused one in seconds. */
const MOST = 20_000
const RETRY_SECONDS = 30

export const EVENT_STREAM_TYPE = 'text/event-stream; charset=utf-8'

const HEADERS = {
  'content-type': EVENT_STREAM_TYPE,
  'cache-control': 'no-store',
  // Tells proxies not to buffer: a buffered event would arrive late.
  'x-accel-buffering': 'no',
}

export interface EventStream {
  /** Sends events formatted by `eventText`. Does nothing after the end. */
  send(events: Buffer): void
  end(): void
}

/** Open responses with server-sent events. */
export class EventStreams {
  readonly #open = new Set<ServerResponse>()
  readonly #timer = setInterval(() => this.#beat(), BEAT_MS).unref()

  /**
   * Takes over a response and keeps it open.
   * @param ended called once, whichever side ends the stream
   * @throws Refusal `temporarily unavailable` if too many streams are open
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

  /** Ends all streams. Browsers reconnect by themselves. */
  close(): void {
    clearInterval(this.#timer)
    for (const response of this.#open) response.end()
  }

  #beat(): void {
    for (const response of this.#open) write(response, BEAT)
  }
}

/** @param id returned by the browser as `Last-Event-ID` when it reconnects */
export function eventText(event: string, data: unknown, id?: string): string {
  return `event: ${event}\n${id === undefined ? '' : `id: ${id}\n`}data: ${JSON.stringify(data)}\n\n`
}

/** An ended response may stay open until its reader has read it. */
function write(response: ServerResponse, bytes: Buffer): void {
  if (response.writableEnded) return
  if (response.writableLength > WAITING_BYTES) response.destroy()
  else response.write(bytes)
}
