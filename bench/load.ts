import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

/** Gives a sender's next request, whole. It may be one buffer written anew: a sender has one request under way. */
export type Requests = () => Uint8Array

export interface Load {
  readonly port: number
  /** Connections that stay open, each with one request under way at any time. */
  readonly senders: number
  readonly requests: (sender: number) => Requests
  /** When to end: after so many replies, or so many milliseconds. */
  readonly until: { readonly replies: number } | { readonly milliseconds: number }
}

/**
 * Keeps a server busy over raw sockets: it costs the machine less than a client that reads every header, and leaves
 * more of it to the server that is measured.
 * @returns replies per second
 * @throws Error at the first reply that is no success
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

/** Decides, for all senders together, whether one more request is sent. */
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

/** One sender's requests, each after the reply to the one before. */
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

/** Finds the end of each reply, and nothing more. Replies have a Content-Length. */
export class ReplyReader {
  #head = ''
  /** Bytes of the body still to come; undefined while the head is read. */
  #left: number | undefined

  /** @returns whether the reply is complete with this piece */
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
