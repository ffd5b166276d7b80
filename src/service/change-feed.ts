import type { ChangeListener, Part } from '../store/change-notifications.ts'
import type { Store } from '../store/store.ts'

export type { Part }

/** Minimum time between two notifications of one watcher, in milliseconds. Changes in between are combined. */
const MIN_INTERVAL_MS = 250

/** @param parts the changed parts; undefined if anything may have changed */
export type Watcher = (parts: ReadonlySet<Part> | undefined) => void

/** Notifies a survey's watchers of changes, whichever process made them. */
export class ChangeFeed {
  readonly #watched = new Map<string, Set<SurveyWatcher>>()

  /** @param store notifies of changes to all surveys */
  constructor(store: Pick<Store, 'listen'>) {
    const notify: ChangeListener = change => {
      const watched = change === undefined ? this.#watched.values() : [this.#watched.get(change.slug) ?? []]
      for (const watchers of watched) for (const watcher of watchers) watcher.changed(change?.part)
    }
    store.listen(notify, () => [...this.#watched.keys()])
  }

  /**
   * @param concerns whether a change of a part matters to the watcher
   * @returns a function that stops the notifications
   */
  watch(slug: string, notify: Watcher, concerns: (part: Part) => boolean = () => true): () => void {
    const watchers = this.#watched.get(slug) ?? new Set()
    this.#watched.set(slug, watchers)
    const watcher = new SurveyWatcher(notify, concerns)
    watchers.add(watcher)
    return () => {
      watcher.stop()
      // Stopping twice must not remove watchers that were added since.
      if (watchers.delete(watcher) && watchers.size === 0) this.#watched.delete(slug)
    }
  }
}

/**
 * Combines the changes that concern one watcher. Those that do not concern it must not delay the others: the moments of
 * its notifications would reveal them.
 */
class SurveyWatcher {
  readonly #notifyWatcher: Watcher
  readonly #concerns: (part: Part) => boolean
  #parts: Set<Part> | undefined = new Set()
  #timer: NodeJS.Timeout | undefined

  constructor(notify: Watcher, concerns: (part: Part) => boolean) {
    this.#notifyWatcher = notify
    this.#concerns = concerns
  }

  /** The first change after a quiet period is notified at once; later ones wait until the interval has passed. */
  changed(part: Part | undefined): void {
    if (part !== undefined && !this.#concerns(part)) return
    if (part === undefined) this.#parts = undefined
    else this.#parts?.add(part)
    if (this.#timer === undefined) this.#notify()
  }

  stop(): void {
    clearTimeout(this.#timer)
  }

  #notify(): void {
    const parts = this.#parts
    this.#parts = new Set()
    this.#timer = setTimeout(() => {
      this.#timer = undefined
      if (this.#parts === undefined || this.#parts.size > 0) this.#notify()
    }, MIN_INTERVAL_MS)
    this.#timer.unref()
    this.#notifyWatcher(parts)
  }
}

/** A change to a board that respondents can see. */
export function isBoardPart(part: Part): boolean {
  return part.startsWith('board ')
}

/** A change to a board that only moderators can see. */
export function isUnpublishedPart(part: Part): boolean {
  return part.startsWith('unpublished ')
}

/** The items of a board that changed, by their sequence numbers; undefined if any may have changed. */
export type ChangedItems = ReadonlySet<number> | undefined

/** The boards among the changed parts. */
export function changedBoards(parts: Iterable<Part>): ReadonlyMap<number, ChangedItems> {
  const boards = new Map<number, ChangedItems>()
  for (const part of parts) {
    const [, question, items] = /^(?:board|unpublished) (\d+)(?:: (.*))?$/.exec(part) ?? []
    if (question === undefined) continue
    const known = boards.has(Number(question)) ? boards.get(Number(question)) : new Set<number>()
    boards.set(Number(question), items === undefined ? undefined : known?.union(new Set(items.split(' ').map(Number))))
  }
  return boards
}
