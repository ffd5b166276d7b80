import { SLOWEST_BODY } from '../../domain/values/body-limits.ts'

export interface BodyBudgetLimits {
  /** Bytes that may be reserved for one address, and in total. */
  readonly perAddress: number
  readonly perProcess: number
  /** Maximum number of bodies that wait for room. */
  readonly waiting: number
  /** How long a body may hold room before its speed counts, in milliseconds. */
  readonly graceMs: number
}

/** A body being received. */
export interface ReceivedBody {
  readonly address: string
  /** Bytes to reserve. */
  readonly size: number
  /** Bytes that have arrived. */
  readonly received: () => number
  /** Called once the bytes are reserved, possibly before `reserve` returns. */
  readonly onRoom: () => void
  /** Called when the body must give up its room. It must release its reservation. */
  readonly onEnd: () => void
}

interface Holding {
  readonly since: number
  /** Bytes that had arrived by then. */
  readonly received: number
}

/**
 * Slowest transfer of a body that holds room which another one needs, in bytes per second: a poor mobile connection.
 */
const FAIR_SPEED = 3 * SLOWEST_BODY
/** Interval at which the speed of bodies is compared while others wait, in milliseconds. */
const CHECK_MS = 250

/**
 * Bytes of buffers for bodies being received. If there is no room for a body, slow ones are ended, the slowest first.
 * If none is slow, it waits. Of those that wait, the smallest is first, since it will be done soonest.
 */
export class BodyBudget {
  readonly #limits: BodyBudgetLimits
  readonly #now: () => number
  readonly #held = new Map<ReceivedBody, Holding>()
  readonly #waiting = new Set<ReceivedBody>()
  readonly #bytesByAddress = new Map<string, number>()
  #bytes = 0
  #timer: NodeJS.Timeout | undefined

  /** @param now milliseconds of a clock that is never set back */
  constructor(limits: BodyBudgetLimits, now = () => performance.now()) {
    this.#limits = limits
    this.#now = now
  }

  /** @returns a function that releases the reservation or ends its wait; undefined if too many wait */
  reserve(body: ReceivedBody): (() => void) | undefined {
    this.#endSlowest(body)
    if (this.#hasRoom(body)) this.#hold(body)
    else if (this.#waiting.size < this.#limits.waiting) this.#wait(body)
    else return undefined
    return () => this.#release(body)
  }

  /** Ends bodies that have become too slow while others wait. */
  readonly checkSpeed = (): void => {
    for (const body of this.#waiting) this.#endSlowest(body)
  }

  #hasRoom({ address, size }: ReceivedBody): boolean {
    return this.#addressHasRoom(address, size) && this.#bytes + size <= this.#limits.perProcess
  }

  #addressHasRoom(address: string, size: number): boolean {
    return this.#bytesOf(address) + size <= this.#limits.perAddress
  }

  /** Ends as many bodies as must give up their room for this one, if that many are slow. */
  #endSlowest(body: ReceivedBody): void {
    while (!this.#hasRoom(body)) {
      const slowest = this.#slowestInTheWayOf(body)
      if (slowest === undefined) return
      slowest.onEnd()
    }
  }

  /**
   * The slow body that would hold the room for the longest time at its speed. An address that has used up its share
   * makes room for itself.
   */
  #slowestInTheWayOf({ address, size }: ReceivedBody): ReceivedBody | undefined {
    const isOwnShare = !this.#addressHasRoom(address, size)
    const now = this.#now()
    let [slowest, leastPerSecond]: [ReceivedBody | undefined, number] = [undefined, Number.POSITIVE_INFINITY]
    for (const [held, { since, received }] of this.#held) {
      const milliseconds = now - since
      if (milliseconds < this.#limits.graceMs || (isOwnShare && held.address !== address)) continue
      const speed = ((held.received() - received) / Math.max(milliseconds, 1)) * 1_000
      const sharePerSecond = speed / held.size
      if (speed < FAIR_SPEED && sharePerSecond < leastPerSecond) [slowest, leastPerSecond] = [held, sharePerSecond]
    }
    return slowest
  }

  #hold(body: ReceivedBody): void {
    this.#held.set(body, { since: this.#now(), received: body.received() })
    this.#count(body, body.size)
    body.onRoom()
  }

  #wait(body: ReceivedBody): void {
    this.#waiting.add(body)
    this.#timer ??= setInterval(this.checkSpeed, CHECK_MS).unref()
  }

  #release(body: ReceivedBody): void {
    this.#waiting.delete(body)
    if (this.#held.delete(body)) {
      this.#count(body, -body.size)
      for (const next of [...this.#waiting].sort((one, other) => one.size - other.size))
        if (this.#hasRoom(next)) {
          this.#waiting.delete(next)
          this.#hold(next)
        }
    }
    if (this.#waiting.size > 0) return
    clearInterval(this.#timer)
    this.#timer = undefined
  }

  #count({ address }: ReceivedBody, bytes: number): void {
    this.#bytes += bytes
    const ofAddress = this.#bytesOf(address) + bytes
    if (ofAddress === 0) this.#bytesByAddress.delete(address)
    else this.#bytesByAddress.set(address, ofAddress)
  }

  #bytesOf(address: string): number {
    return this.#bytesByAddress.get(address) ?? 0
  }
}
