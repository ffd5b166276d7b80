export interface BodyBudgetLimits {
  /** Bytes that may be reserved for one address, and in total. */
  readonly perAddress: number
  readonly perProcess: number
  /** Maximum number of reservations that wait for room. */
  readonly waiting: number
}

interface Reservation {
  readonly address: string
  readonly size: number
  readonly onRoom: () => void
}

/**
 * Bytes of buffers for bodies being received. Bodies that find no room wait for it, in order as far as there is room
 * for them.
 */
export class BodyBudget {
  readonly #limits: BodyBudgetLimits
  readonly #held = new Set<Reservation>()
  readonly #waiting = new Set<Reservation>()
  readonly #bytesByAddress = new Map<string, number>()
  #bytes = 0

  constructor(limits: BodyBudgetLimits) {
    this.#limits = limits
  }

  /**
   * @param onRoom called once the bytes are reserved, possibly before this returns
   * @returns a function that releases the reservation or ends its wait; undefined if too many wait
   */
  reserve(address: string, size: number, onRoom: () => void): (() => void) | undefined {
    const reservation = { address, size, onRoom }
    if (this.#hasRoom(reservation)) this.#hold(reservation)
    else if (this.#waiting.size < this.#limits.waiting) this.#waiting.add(reservation)
    else return undefined
    return () => this.#release(reservation)
  }

  #hasRoom({ address, size }: Reservation): boolean {
    const { perAddress, perProcess } = this.#limits
    return this.#bytesOf(address) + size <= perAddress && this.#bytes + size <= perProcess
  }

  #hold(reservation: Reservation): void {
    this.#held.add(reservation)
    this.#count(reservation, reservation.size)
    reservation.onRoom()
  }

  #release(reservation: Reservation): void {
    this.#waiting.delete(reservation)
    if (!this.#held.delete(reservation)) return
    this.#count(reservation, -reservation.size)
    for (const next of this.#waiting)
      if (this.#hasRoom(next)) {
        this.#waiting.delete(next)
        this.#hold(next)
      }
  }

  #count({ address }: Reservation, bytes: number): void {
    this.#bytes += bytes
    const ofAddress = this.#bytesOf(address) + bytes
    if (ofAddress === 0) this.#bytesByAddress.delete(address)
    else this.#bytesByAddress.set(address, ofAddress)
  }

  #bytesOf(address: string): number {
    return this.#bytesByAddress.get(address) ?? 0
  }
}
