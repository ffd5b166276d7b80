/** How far the responses of a survey are in the index of ids. */
export interface IndexProgress {
  /** All responses up to this sequence number are in the index. */
  readonly indexed: number
  /** Those after it, up to this one, are being moved to the index in the order of their ids. */
  readonly moving: number
  /** The last id that was moved; empty before the first. */
  readonly movedId: string
}

export type IdEntry = readonly [id: string, sequence: number]

export const NOTHING_INDEXED: IndexProgress = { indexed: 0, moving: 0, movedId: '' }

/** How many newer ids are collected before they are moved: a share of the survey's responses, within limits. */
export interface CollectionLimits {
  readonly share: number
  readonly min: number
  readonly max: number
}

/** A page of the index has room for some 170 ids, so it receives about ten at once, or fewer beyond 260,000 responses. */
const LIMITS: CollectionLimits = { share: 1 / 16, min: 4_096, max: 16_384 }

/**
 * The responses of a survey that are not in the index of ids yet. While some of them are being moved to the index, newer ones
 * are collected.
 */
export class PendingIds {
  #progress: IndexProgress
  #lastSequence: number
  #newer: Map<string, number>
  /** Includes those that have been moved meanwhile. */
  #moving: Map<string, number>
  /** The ids that are to be moved, in order, and how many of them have been. */
  #order: readonly string[]
  #moved = 0
  readonly #limits: CollectionLimits

  /** @param rows the responses after those that are indexed */
  constructor(progress: IndexProgress, lastSequence: number, rows: readonly IdEntry[], limits = LIMITS) {
    this.#progress = progress
    this.#lastSequence = lastSequence
    this.#limits = limits
    this.#moving = new Map(rows.filter(([id, sequence]) => sequence <= progress.moving && id > progress.movedId))
    this.#newer = new Map(rows.filter(([_, sequence]) => sequence > progress.moving))
    this.#order = [...this.#moving.keys()].sort()
  }

  get progress(): IndexProgress {
    return this.#progress
  }

  /** The last response of the survey. */
  get lastSequence(): number {
    return this.#lastSequence
  }

  get size(): number {
    return this.#newer.size + this.#moving.size
  }

  /** @returns the sequence number of the response, if it is pending */
  find(id: string): number | undefined {
    return this.#newer.get(id) ?? this.#moving.get(id)
  }

  /**
   * Adds the next responses of the survey, and moves as many to the index.
   * @returns the entries that the same transaction inserts into the index
   */
  add(ids: readonly string[]): IdEntry[] {
    for (const id of ids) this.#newer.set(id, ++this.#lastSequence)
    if (this.#moved === this.#order.length) this.#beginMoving()
    return this.#move(ids.length)
  }

  #beginMoving(): void {
    const { share, min, max } = this.#limits
    if (this.#newer.size < Math.min(Math.max(this.#lastSequence * share, min), max)) return
    this.#moving = this.#newer
    this.#newer = new Map()
    this.#order = [...this.#moving.keys()].sort()
    this.#moved = 0
    this.#progress = { ...this.#progress, moving: this.#lastSequence, movedId: '' }
  }

  #move(count: number): IdEntry[] {
    const ids = this.#order.slice(this.#moved, this.#moved + count)
    const entries = ids.map((id): IdEntry => [id, this.#moving.get(id) ?? 0])
    this.#moved += ids.length
    const movedId = ids.at(-1)
    if (movedId === undefined) return entries
    if (this.#moved === this.#order.length) this.#endMoving()
    else this.#progress = { ...this.#progress, movedId }
    return entries
  }

  #endMoving(): void {
    const { moving } = this.#progress
    this.#progress = { indexed: moving, moving, movedId: '' }
    this.#moving = new Map()
  }
}
