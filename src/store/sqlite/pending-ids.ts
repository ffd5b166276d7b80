/** How many of a survey's responses are in the index of ids. */
export interface IndexProgress {
  /** All responses up to this sequence number are in the index. */
  readonly indexed: number
  /** Those after it, up to this one, are being moved to the index in the order of their ids. */
  readonly moving: number
  /** The last moved id; empty before the first. */
  readonly movedId: string
}

export type IdEntry = readonly [id: string, sequence: number]

export const NOTHING_INDEXED: IndexProgress = { indexed: 0, moving: 0, movedId: '' }

/** When ids are moved to the index. */
export interface PendingLimits {
  /** How many newer ids are collected before they are moved: a share of the survey's responses, within these limits. */
  readonly share: number
  readonly min: number
  readonly max: number
  /** Minimum number of ids moved together. */
  readonly together: number
}

/**
 * A page of the index holds about 170 ids, so it receives about twenty of the moved ones, or fewer beyond 260,000
 * responses. Moving fewer than 256 at a time would write most pages twice.
 */
const LIMITS: PendingLimits = { share: 1 / 8, min: 4_096, max: 32_768, together: 256 }

/**
 * The responses of a survey that are not yet in the index of ids. While some of them are being moved to the index,
 * newer ones are collected.
 */
export class PendingIds {
  #progress: IndexProgress
  #lastSequence: number
  /** The sequence numbers of all pending responses. */
  readonly #sequences: Map<string, number>
  #newer: string[]
  /** The ids that are being moved, in order, and how many have been moved. */
  #moving: readonly string[]
  #moved = 0
  /** Number of responses added since ids were last moved. */
  #added: number
  readonly #limits: PendingLimits

  /** @param rows the responses after the indexed ones */
  constructor(progress: IndexProgress, lastSequence: number, rows: readonly IdEntry[], limits = LIMITS) {
    const { moving, movedId } = progress
    const pending = rows.filter(([id, sequence]) => sequence > moving || id > movedId)
    this.#progress = progress
    this.#lastSequence = lastSequence
    this.#limits = limits
    // Otherwise a process that restarts often would never move any.
    this.#added = limits.together
    this.#sequences = new Map(pending)
    this.#newer = pending.filter(([_, sequence]) => sequence > moving).map(([id]) => id)
    this.#moving = pending
      .filter(([_, sequence]) => sequence <= moving)
      .map(([id]) => id)
      .sort()
  }

  get progress(): IndexProgress {
    return this.#progress
  }

  /** Sequence of the survey's last response. */
  get lastSequence(): number {
    return this.#lastSequence
  }

  get size(): number {
    return this.#sequences.size
  }

  /** @returns the sequence number of the response if it is pending */
  find(id: string): number | undefined {
    return this.#sequences.get(id)
  }

  /**
   * Adds the survey's next responses. From time to time, moves as many ids to the index as have been added.
   * @returns the entries that the same transaction inserts into the index
   */
  add(ids: readonly string[]): IdEntry[] {
    for (const id of ids) {
      this.#sequences.set(id, ++this.#lastSequence)
      this.#newer.push(id)
    }
    if (this.#moved === this.#moving.length) this.#beginMoving()
    this.#added += ids.length
    return this.#added < this.#limits.together ? [] : this.#move(this.#added)
  }

  #beginMoving(): void {
    const { share, min, max } = this.#limits
    if (this.#newer.length < Math.min(Math.max(this.#lastSequence * share, min), max)) return
    this.#moving = this.#newer.sort()
    this.#newer = []
    this.#moved = 0
    this.#added = 0
    this.#progress = { ...this.#progress, moving: this.#lastSequence, movedId: '' }
  }

  #move(count: number): IdEntry[] {
    const ids = this.#moving.slice(this.#moved, this.#moved + count)
    const entries = ids.map((id): IdEntry => [id, this.#sequences.get(id) ?? 0])
    for (const id of ids) this.#sequences.delete(id)
    this.#moved += ids.length
    this.#added = 0
    const movedId = ids.at(-1)
    if (movedId === undefined) return entries
    const { indexed, moving } = this.#progress
    const isLast = this.#moved === this.#moving.length
    this.#progress = isLast ? { indexed: moving, moving, movedId: '' } : { indexed, moving, movedId }
    return entries
  }
}
