import { setTimeout as delay, setImmediate as nextTurn } from 'node:timers/promises'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import { Refusal } from '../domain/values/refusal.ts'
import { SMALL_BODY_BYTES } from './limits.ts'

/** Milliseconds that a request may keep the process busy before its sender rests. */
const FREE_MS = 2
/** How many times as long its sender rests, for each request a second of others. */
const REST = 2
/** Requests a second beyond which no one rests longer. */
const MOST_PER_SECOND = 100
/** Longest rest after one request, and longest wait of the next one, in milliseconds: shorter than a slow body may take. */
const LONGEST_REST_MS = 8_000
/** Senders whose rests are known: as many as can be resting. */
const SENDERS = 10_000
/** How many times as long as a slice of long work others have afterwards, if they send as many requests as count. */
const SLICE_REST = 4
/** Shortest time that is worth a timer, in milliseconds. */
const SHORTEST_WAIT_MS = 1
const SECOND = 1_000

declare module 'fastify' {
  interface FastifyInstance {
    /** The pace of all entry points. */
    pace: Pace
  }
}

interface Clocks {
  /** Milliseconds of a clock that is never set back. */
  readonly now: () => number
  /** Milliseconds that the process has been busy. */
  readonly busy: () => number
  readonly wait: (milliseconds: number) => Promise<unknown>
  /** Ends the turn of the event loop. */
  readonly turn: () => Promise<unknown>
}

/** Resolves when long work may go on for about two milliseconds. */
export type NextSlice = () => Promise<void>

const CLOCKS: Clocks = {
  now: () => performance.now(),
  busy: () => performance.eventLoopUtilization().active,
  wait: delay,
  turn: nextTurn,
}

/**
 * Makes the senders of expensive requests leave time for everybody else. How long a sender rests depends on how many
 * requests others send: none on a quiet server, 200 times what the request took beside a full hall. So such a sender
 * delays no more than one in a hundred of their requests, however long a single step takes.
 */
export class Pace {
  readonly #clocks: Clocks
  readonly #restUntil = new LRUCache<string, number>({ max: SENDERS })
  readonly #requests = { second: 0, now: 0, before: 0 }
  #lastSlice = Promise.resolve()
  #lastLong: Promise<unknown> = Promise.resolve()

  constructor(clocks: Partial<Clocks> = {}) {
    this.#clocks = { ...CLOCKS, ...clocks }
  }

  /** Counts a request of anybody. */
  count(): void {
    this.#turnSecond()
    this.#requests.now++
  }

  /** Waits until a sender has rested. @throws Refusal `unavailable` if several requests at a time add up to more */
  async turn(sender: string): Promise<void> {
    const rest = this.#restOf(sender)
    if (rest > 0) await this.#clocks.wait(Math.min(rest, LONGEST_REST_MS))
    if (rest > LONGEST_REST_MS) throw resting(rest - LONGEST_REST_MS)
  }

  /** @throws Refusal `unavailable` if a sender has to rest */
  checkRested(sender: string): void {
    const rest = this.#restOf(sender)
    if (rest > 0) throw resting(rest)
  }

  /** Begins an expensive request. @returns a function that ends it */
  begin(sender: string): () => void {
    this.#requests.now--
    const since = this.#clocks.busy()
    return () => this.#spend(sender, this.#clocks.busy() - since - FREE_MS)
  }

  /**
   * Resolves when long work that anybody can cause may go on. All such work of a process takes turns: however much there
   * is, it takes a fifth of the time beside a full hall, and never more than a slice at once.
   */
  readonly nextSlice: NextSlice = () => {
    const slice = this.#lastSlice
    this.#lastSlice = slice.then(() => this.#afterSlice())
    return slice
  }

  /**
   * Does long work once all that was asked for before is done. Between its slices it keeps what it has made, which takes several
   * times as much memory if pieces of such work take turns.
   */
  oneByOne<Result>(work: () => Promise<Result>): Promise<Result> {
    const result = this.#lastLong.then(work)
    this.#lastLong = result.catch(() => {
      // Only its own caller is concerned.
    })
    return result
  }

  async #afterSlice(): Promise<void> {
    const { now, turn, wait } = this.#clocks
    const since = now()
    await turn()
    const rest = ((now() - since) * SLICE_REST * this.#perSecond()) / MOST_PER_SECOND
    if (rest >= SHORTEST_WAIT_MS) await wait(rest)
  }

  #restOf(sender: string): number {
    return Math.max(0, (this.#restUntil.get(sender) ?? 0) - this.#clocks.now())
  }

  #spend(sender: string, milliseconds: number): void {
    const rest = Math.min(LONGEST_REST_MS, milliseconds * REST * this.#perSecond())
    if (rest > 0) this.#restUntil.set(sender, this.#clocks.now() + this.#restOf(sender) + rest)
  }

  /** Requests of the last full second, or of this one if there are more already. */
  #perSecond(): number {
    this.#turnSecond()
    const { now, before } = this.#requests
    return Math.min(MOST_PER_SECOND, Math.max(now, before))
  }

  #turnSecond(): void {
    const second = Math.floor(this.#clocks.now() / SECOND)
    const { second: counted, now } = this.#requests
    if (second !== counted) Object.assign(this.#requests, { second, now: 0, before: second === counted + 1 ? now : 0 })
  }
}

/**
 * Makes those who send expensive requests keep the pace.
 * @param senderOf identifies who sends a request
 * @param isExpensive whether a request may be, apart from those with a large body
 */
export function keepPace(
  app: FastifyInstance,
  senderOf: (request: FastifyRequest) => string,
  isExpensive: (request: FastifyRequest) => boolean = () => false,
): void {
  const { pace } = app
  const ends = new WeakMap<FastifyRequest, () => void>()
  app.addHook('onRequest', async request => {
    if (isExpensive(request) || saysLarge(request)) await pace.turn(senderOf(request))
  })
  app.addHook('preHandler', async request => {
    const isLarge = sizeOf(request.body) > SMALL_BODY_BYTES
    if (!isExpensive(request) && !isLarge) return
    const sender = senderOf(request)
    // A body that does not state its length has been read without waiting.
    if (isLarge && !saysLarge(request)) pace.checkRested(sender)
    ends.set(request, pace.begin(sender))
  })
  app.addHook('onSend', async request => ends.get(request)?.())
}

/** Whether a request states that it has a large body. */
function saysLarge({ headers }: FastifyRequest): boolean {
  return Number(headers['content-length']) > SMALL_BODY_BYTES
}

function sizeOf(body: unknown): number {
  return typeof body === 'string' ? body.length : 0
}

function resting(milliseconds: number): Refusal {
  return new Refusal('unavailable', { retryAfter: Math.ceil(milliseconds / SECOND) })
}
