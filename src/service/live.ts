import type { ChangeListener, Part } from '../store/change-notifications.ts'

export type { Part }

/** Changes of a survey that come closer together than this are told together, in milliseconds: four times a second. */
const TOGETHER_MS = 250

/** @param parts what has changed; undefined where it can be anything */
export type Watcher = (parts: ReadonlySet<Part> | undefined) => void

/** Tells those who watch a survey what has changed, whichever process has changed it. */
export class Live {
  readonly #watched = new Map<string, Watched>()

  /** @param store where changes are heard of */
  constructor(store: { listen(heard: ChangeListener): void }) {
    store.listen(change => {
      if (change === undefined) for (const watched of this.#watched.values()) watched.changed(undefined)
      else this.#watched.get(change.slug)?.changed(change.part)
    })
  }

  /** @returns ends the watching */
  watch(slug: string, watcher: Watcher): () => void {
    const watched = this.#watched.get(slug) ?? new Watched()
    this.#watched.set(slug, watched)
    watched.watchers.add(watcher)
    return () => {
      watched.watchers.delete(watcher)
      if (watched.watchers.size > 0) return
      watched.end()
      this.#watched.delete(slug)
    }
  }
}

/** One survey that somebody watches. */
class Watched {
  readonly watchers = new Set<Watcher>()
  #parts: Set<Part> | undefined = new Set()
  #timer: NodeJS.Timeout | undefined

  /** What comes after a quiet time is told at once; what follows waits its turn. */
  changed(part: Part | undefined): void {
    if (part === undefined) this.#parts = undefined
    else this.#parts?.add(part)
    if (this.#timer === undefined) this.#tell()
  }

  end(): void {
    clearTimeout(this.#timer)
  }

  #tell(): void {
    const parts = this.#parts
    this.#parts = new Set()
    for (const watcher of [...this.watchers]) watcher(parts)
    this.#timer = setTimeout(() => {
      this.#timer = undefined
      if (this.#parts === undefined || this.#parts.size > 0) this.#tell()
    }, TOGETHER_MS)
    this.#timer.unref()
  }
}

/** The indexes of the boards among what has changed. */
export function changedBoards(parts: ReadonlySet<Part>): ReadonlySet<number> {
  const boards = [...parts].filter(part => part.startsWith('board '))
  return new Set(boards.map(part => Number(part.slice('board '.length))))
}
