import type { Log } from './log.ts'

/** What changed: the survey as respondents see it, its responses, or one of its boards. */
export type Part = 'survey' | 'responses' | `board ${number}`

export interface Change {
  readonly slug: string
  readonly part: Part
}

/** Receives a change, and may be asynchronous; undefined if changes may have been missed, so that everything has to be read again. */
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

  /** A listener that throws or rejects is logged. It disturbs neither the others nor the transaction, which is committed. */
  notify(change: Change | undefined): void {
    for (const listener of this.#listeners)
      Promise.try(listener, change).catch(err => this.#log.error({ err }, 'a change listener failed'))
  }
}
