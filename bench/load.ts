import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

/**
 * Returns a sender’s next request, complete. The buffer may be reused, since a sender has only one request under way.
 */
export type Requests = () => Uint8Array

export interface Load {
  readonly port: number
  /** Connections that stay open, each with one request under way at any time. */
  readonly senders: number
  readonly requests: (sender: number) => Requests
  /** When to end: after a number of responses, or after a number of milliseconds. */
  readonly until: { readonly replies: number } | { readonly milliseconds: number }
}

/**
 * Keeps a server busy over raw sockets. This costs less than a client that parses headers, and leaves more of the
 * machine to the server being measured.
 * @returns responses per second
 * @throws Error at the first response that is not a success
 */
export async function load({ port, senders, requests, until }: Load): Promise<number> {
  const sockets = await Promise.all(Array.from({ length: senders }, () => open(port)))
  const end = new End(until)
  const startedAt = performance.now()
  try {
    await Promise.all(sockets.map((socket, sender) => send(socket, requests(sender), end)))
    return (end.begun * 1_000) / (performance.now() - startedAt)
  } finally {
    end.cancel()
    for (const socket of sockets) socket.destroy()
  }
}

/** Decides, for all senders together, whether to send another request. */
class End {
  begun = 0
  readonly #most: number
  readonly #timer: NodeJS.Timeout | undefined
  #over = false

  constructor(until: Load['until']) {
    this.#most = 'replies' in until ? until.replies : Number.POSITIVE_INFINITY
    if ('milliseconds' in until) this.#timer = setTimeout(() => this.cancel(), until.milliseconds)
  }

  mayBegin(): boolean {
    if (this.#over || this.begun >= this.#most) return false
    this.begun++
    return true
  }

  cancel(): void {
    this.#over = true
    clearTimeout(this.#timer)
  }
}

export async function open(port: number): Promise<Socket> {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true })
  await once(socket, 'connect')
  return socket
}

/** One sender’s requests, each sent after the previous response. */
function send(socket: Socket, next: Requests, end: End): Promise<void> {
  return new Promise((resolve, reject) => {
    const reply = new ReplyReader()
    const proceed = () => (end.mayBegin() ? socket.write(next()) : resolve())
    socket.on('data', (piece: Buffer) => {
      try {
        if (reply.take(piece)) proceed()
      } catch (error) {
        reject(error)
      }
    })
    socket.on('error', reject)
    socket.on('close', () => reject(new Error('the server closed the connection')))
    proceed()
  })
}

/** Finds the end of each response, and nothing more. Responses have a Content-Length. */
export class ReplyReader {
  #head = ''
  /** Remaining bytes of the body; undefined while the head is read. */
  #left: number | undefined

  /** @returns whether this chunk completes the response */
  take(piece: Buffer): boolean {
    this.#left = this.#left === undefined ? this.#leftAfterHead(piece) : this.#left - piece.length
    if (this.#left !== 0) return false
    this.#left = undefined
    return true
  }

  #leftAfterHead(piece: Buffer): number | undefined {
    const before = this.#head.length
    this.#head += piece.toString('latin1')
    const end = this.#head.indexOf('\r\n\r\n')
    if (end < 0) return undefined
    const [, status = '', length] = /^HTTP\/1\.1 (\d+).*?\r\ncontent-length: *(\d+)/is.exec(this.#head) ?? []
    if (!status.startsWith('2') || length === undefined) throw new Error(`not as expected: ${this.#head}`)
    this.#head = ''
    return Number(length) - (before + piece.length - end - 4)
  }
}
