import type { ChangeListener, Part } from '../store/change-notifications.ts'
import type { Store } from '../store/store.ts'

export type { Part }

/** Minimum time between two notifications about one survey, in milliseconds. Changes in between are combined. */
const MIN_INTERVAL_MS = 250

/** @param parts the changed parts; undefined if anything may have changed */
export type Watcher = (parts: ReadonlySet<Part> | undefined) => void

/** Notifies a survey's watchers of changes, whichever process made them. */
export class ChangeFeed {
  readonly #watched = new Map<string, WatchedSurvey>()

  /** @param store notifies of changes to all surveys */
  constructor(store: Pick<Store, 'listen'>) {
    const notify: ChangeListener = change => {
      if (change === undefined) for (const watched of this.#watched.values()) watched.changed(undefined)
      else this.#watched.get(change.slug)?.changed(change.part)
    }
    store.listen(notify, () => [...this.#watched.keys()])
  }

  /**
   * @param concerns whether a change of a part matters to the watcher
   * @returns a function that stops the notifications
   */
  watch(slug: string, notify: Watcher, concerns: (part: Part) => boolean = () => true): () => void {
    const watched = this.#watched.get(slug) ?? new WatchedSurvey()
    this.#watched.set(slug, watched)
    const watcher: Watcher = parts => {
      if (parts === undefined || [...parts].some(concerns)) notify(parts)
    }
    watched.watchers.add(watcher)
    return () => {
      // Stopping twice must not remove watchers that were added since.
      if (watched.watchers.delete(watcher) && watched.watchers.size === 0) this.#watched.delete(slug)
    }
  }
}

/** A survey with at least one watcher. */
class WatchedSurvey {
  readonly watchers = new Set<Watcher>()
  #parts: Set<Part> | undefined = new Set()
  #timer: NodeJS.Timeout | undefined

  /** The first change after a quiet period is notified at once; later ones wait until the interval has passed. */
  changed(part: Part | undefined): void {
    if (part === undefined) this.#parts = undefined
    else this.#parts?.add(part)
    if (this.#timer === undefined) this.#notify()
  }

  #notify(): void {
    const parts = this.#parts
    this.#parts = new Set()
    for (const watcher of [...this.watchers]) watcher(parts)
    this.#timer = setTimeout(() => {
      this.#timer = undefined
      if (this.#parts === undefined || this.#parts.size > 0) this.#notify()
    }, MIN_INTERVAL_MS)
    this.#timer.unref()
  }
}

export function isBoardPart(part: Part): boolean {
  return part.startsWith('board ')
}

/** The items of a board that changed, by their sequence numbers; undefined if any may have changed. */
export type ChangedItems = ReadonlySet<number> | undefined

/** The boards among the changed parts. */
export function changedBoards(parts: ReadonlySet<Part>): ReadonlyMap<number, ChangedItems> {
  const boards = new Map<number, ChangedItems>()
  for (const part of parts) {
    const [, question, items] = /^board (\d+)(?:: (.*))?$/.exec(part) ?? []
    if (question === undefined) continue
    const known = boards.has(Number(question)) ? boards.get(Number(question)) : new Set<number>()
    boards.set(Number(question), items === undefined ? undefined : known?.union(new Set(items.split(' ').map(Number))))
  }
  return boards
}
