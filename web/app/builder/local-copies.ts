import { isObject, readJson } from '../../../src/domain/values/json.ts'
import { DAY_MS } from '../../../src/domain/values/time.ts'
import type { Stored } from './content.ts'

/** Lifetime of a copy that nobody comes back for, in milliseconds. */
const LIFETIME_MS = 30 * DAY_MS
const PREFIX = 'soundings unsaved '

/** What this browser keeps of some content. */
export interface Unsaved extends Stored {
  /** Digests of what was sent since the last response. */
  readonly sent?: readonly string[]
}

interface Copy {
  readonly keptAt: number
  readonly stored: Unsaved
}

/**
 * Typed text that has not been saved yet, in this browser's storage, so that a closed tab, a crash or an expired
 * session loses nothing. Each tab has its own copies, because two tabs may edit the same draft.
 */
export class LocalCopies {
  readonly #storage: Storage
  readonly #tab: string
  readonly #adopted = new Map<string, string>()
  #isClosed = false

  /** @param tab the tab's name, which stays the same after a reload */
  constructor(storage: Storage, tab: string, now: number) {
    this.#storage = storage
    this.#tab = tab
    for (const key of keysOf(storage, PREFIX))
      if ((this.#read(key)?.keptAt ?? 0) < now - LIFETIME_MS) storage.removeItem(key)
  }

  /** @returns false if it is not kept: the browser has no room for it, or somebody has signed out */
  keep(id: string, stored: Unsaved, keptAt: number): boolean {
    if (this.#isClosed) return false
    try {
      this.#storage.setItem(this.#keyOf(id), JSON.stringify({ keptAt, stored }))
      return true
    } catch {
      return false
    }
  }

  /** This tab's copy or, failing that, the newest copy of a tab that may have been closed. */
  find(id: string): Unsaved | undefined {
    const own = this.#read(this.#keyOf(id))
    if (own !== undefined) return own.stored
    const copies = keysOf(this.#storage, `${PREFIX}${id} `).map(key => ({ key, copy: this.#read(key) }))
    const [newest] = copies.toSorted((one, other) => (other.copy?.keptAt ?? 0) - (one.copy?.keptAt ?? 0))
    if (newest !== undefined) this.#adopted.set(id, newest.key)
    return newest?.copy?.stored
  }

  /** Drops this tab's copy, and the one that it took over. */
  forget(id: string): void {
    for (const key of [this.#keyOf(id), this.#adopted.get(id)]) if (key !== undefined) this.#storage.removeItem(key)
  }

  /** When somebody signs out in another tab: what is still open here keeps nothing any more. */
  close(): void {
    this.#isClosed = true
    LocalCopies.forgetAll(this.#storage)
  }

  /** Drops all tabs' copies, for example when somebody signs out or deletes the account. */
  static forgetAll(storage: Storage): void {
    for (const key of keysOf(storage, PREFIX)) storage.removeItem(key)
  }

  #keyOf(id: string): string {
    return `${PREFIX}${id} ${this.#tab}`
  }

  #read(key: string): Copy | undefined {
    try {
      const value = readJson(this.#storage.getItem(key) ?? 'null')
      return isObject(value) && isObject(value.stored) ? (value as unknown as Copy) : undefined
    } catch {
      // Not written by this page, or incomplete.
      return undefined
    }
  }
}

function keysOf(storage: Storage, prefix: string): string[] {
  return Object.keys(storage).filter(key => key.startsWith(prefix))
}
