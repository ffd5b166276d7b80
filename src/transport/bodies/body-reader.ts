import type { IncomingMessage } from 'node:http'
import { BODY_BYTES } from '../../domain/values/body-limits.ts'
import { Refusal } from '../../domain/values/refusal.ts'
import { TransportError } from '../errors.ts'
import {
  BODY_PIECE_BYTES,
  BODY_PIECES,
  FREE_BODY_BYTES,
  LARGE_BODIES,
  SMALL_BODIES,
  SMALL_BODY_BYTES,
} from '../limits.ts'
import { BodyBudget } from './body-budget.ts'

/** Who sends a body. `authenticated` senders are known before the body is read. */
export type BodySender = keyof typeof LARGE_BODIES

export interface BodyReaderParts {
  /**
   * For bodies of at most `SMALL_BODY_BYTES`, so that senders of larger ones cannot prevent anybody from answering a
   * survey.
   */
  readonly small: BodyBudget
  /** For larger ones, separately, so that strangers cannot keep the others waiting. */
  readonly large: Readonly<Record<BodySender, BodyBudget>>
  readonly addressOf: (request: IncomingMessage) => string
}

/** Receives the whole body, or the reason why there is none. The connection must be closed after an error. */
type OnBody = (error: Error | null, body?: Buffer) => void

/**
 * Reads the bodies of requests, each into one buffer, so that memory use does not depend on the number of pieces in
 * which they arrive.
 */
export class BodyReader {
  readonly #parts: BodyReaderParts

  constructor(parts: BodyReaderParts) {
    this.#parts = parts
  }

  /**
   * Reads a body of at most `BODY_BYTES`, and calls back once. The error is a `TransportError` for a body that is too
   * large, interrupted, or slow while others need its room, or a Refusal: `request body arrives in too many small
   * pieces`, or `temporarily unavailable` if there is no room.
   */
  read(request: IncomingMessage, sender: BodySender, onBody: OnBody): void {
    const { small, large, addressOf } = this.#parts
    const budgets = { small, large: large[sender], addressOf }
    if (Number(request.headers['content-length']) > BODY_BYTES) onBody(new TransportError(413))
    else new Body(request, budgets, onBody).read()
  }
}

/** The process's only body reader. */
export function bodyReader(addressOf: BodyReaderParts['addressOf']): BodyReader {
  const large = {
    authenticated: new BodyBudget(LARGE_BODIES.authenticated),
    respondent: new BodyBudget(LARGE_BODIES.respondent),
    other: new BodyBudget(LARGE_BODIES.other),
  }
  return new BodyReader({ small: new BodyBudget(SMALL_BODIES), large, addressOf })
}

interface Budgets {
  readonly small: BodyBudget
  readonly large: BodyBudget
  readonly addressOf: BodyReaderParts['addressOf']
}

/** A body being received. */
class Body {
  readonly #request: IncomingMessage
  readonly #budgets: Budgets
  readonly #onBody: OnBody
  /** NaN if the request does not state its length. */
  readonly #statedLength: number
  #buffer: Buffer = Buffer.alloc(0)
  #length = 0
  #pieces = 0
  #release = (): void => undefined

  constructor(request: IncomingMessage, budgets: Budgets, onBody: OnBody) {
    this.#request = request
    this.#budgets = budgets
    this.#onBody = onBody
    this.#statedLength = Number(request.headers['content-length'])
  }

  read(): void {
    this.#request.on('data', this.#add).on('end', this.#complete).on('error', this.#breakOff)
  }

  readonly #add = (piece: Buffer): void => {
    this.#pieces++
    const length = this.#length + piece.length
    if (length > BODY_BYTES) this.#fail(new TransportError(413))
    else if (this.#pieces > BODY_PIECES + length / BODY_PIECE_BYTES) this.#fail(new Refusal('body_in_pieces'))
    else if (length <= this.#buffer.length) this.#append(piece)
    else if (length === this.#statedLength || length <= FREE_BODY_BYTES) this.#keep(piece)
    else this.#reserve(length, piece)
  }

  #append(piece: Buffer): void {
    piece.copy(this.#buffer, this.#length)
    this.#length += piece.length
  }

  /** Most bodies are a single piece, which need not be copied. Another one is the last, or the body is still tiny. */
  #keep(piece: Buffer): void {
    this.#buffer = this.#length === 0 ? piece : Buffer.concat([this.#buffer.subarray(0, this.#length), piece])
    this.#length = this.#buffer.length
  }

  /**
   * Reads no further until there is room for the whole body. If room were reserved piece by piece, two bodies could
   * wait for each other.
   */
  #reserve(length: number, piece: Buffer): void {
    const { small, large, addressOf } = this.#budgets
    const isSmall = length <= SMALL_BODY_BYTES
    const most = isSmall ? SMALL_BODY_BYTES : BODY_BYTES
    const size = Math.min(Number.isNaN(this.#statedLength) ? most : this.#statedLength, most)
    const releaseSmaller = this.#release
    this.#request.pause()
    const release = (isSmall ? small : large).reserve({
      address: addressOf(this.#request),
      size,
      received: () => this.#length,
      onRoom: () => {
        const buffer = Buffer.allocUnsafeSlow(size)
        this.#buffer.copy(buffer, 0, 0, this.#length)
        this.#buffer = buffer
        this.#append(piece)
        this.#request.resume()
        releaseSmaller()
      },
      onEnd: () => this.#fail(new TransportError(408)),
    })
    this.#release = () => {
      releaseSmaller()
      release?.()
    }
    if (release === undefined) this.#fail(new Refusal('unavailable', { retryAfter: 1 }))
  }

  readonly #complete = (): void => {
    const body = this.#buffer.subarray(0, this.#length)
    this.#end()
    this.#onBody(null, body)
  }

  readonly #breakOff = (): void => this.#fail(new TransportError(400))

  #fail(error: Error): void {
    this.#end()
    discardRest(this.#request)
    this.#onBody(error)
  }

  #end(): void {
    this.#request.off('data', this.#add).off('end', this.#complete).off('error', this.#breakOff)
    this.#buffer = Buffer.alloc(0)
    this.#release()
  }
}

/**
 * Does what Node does with a body that nobody reads. Resuming the stream would pass each piece that has arrived through
 * it, at four times the cost.
 */
function discardRest(request: IncomingMessage): void {
  ;(request as unknown as { _dump(): void })._dump()
}
