import type { Log } from './log.ts'

/**
 * The part of a survey that changed: the survey as respondents see it, its responses, the projected texts, what is presented,
 * or a board. For a board, the sequence numbers of the changed items follow; without them, any of its items may have changed. Of
 * `unpublished` items respondents saw nothing before the change, and see nothing now.
 */
export type Part =
  | 'survey'
  | 'responses'
  | 'projected_texts'
  | 'presentation'
  | `board ${number}`
  | `board ${number}: ${string}`
  | `unpublished ${number}`
  | `unpublished ${number}: ${string}`

/** Maximum number of sequence numbers in a part. The payload of a PostgreSQL notification can have 8,000 bytes. */
const MAX_LISTED_ITEMS = 100

export function boardPart(question: number, items: ReadonlySet<number>): Part {
  return items.size > MAX_LISTED_ITEMS ? `board ${question}` : `board ${question}: ${[...items].join(' ')}`
}

export function unpublishedPart(question: number, items: ReadonlySet<number>): Part {
  return items.size > MAX_LISTED_ITEMS ? `unpublished ${question}` : `unpublished ${question}: ${[...items].join(' ')}`
}

export interface Change {
  readonly slug: string
  /** Undefined if anything about the survey may have changed. */
  readonly part: Part | undefined
}

/**
 * Receives a change, possibly asynchronously; undefined if changes may have been missed, so that everything must be
 * read again.
 */
export type ChangeListener = (change: Change | undefined) => void

/** Notifies the listeners of this process of committed changes. */
export class ChangeNotifications {
  readonly #log: Log
  readonly #listeners: ChangeListener[] = []

  constructor(log: Log) {
    this.#log = log
  }

  listen(listener: ChangeListener): void {
    this.#listeners.push(listener)
  }

  /**
   * A listener that throws or rejects is logged, and affects neither other listeners nor the transaction, which is
   * already committed.
   */
  notify(change: Change | undefined): void {
    for (const listener of this.#listeners)
      Promise.try(listener, change).catch(err => this.#log.error({ err }, 'a change listener failed'))
  }
}
