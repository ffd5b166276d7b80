/** What changed: the survey as respondents see it, its responses, or one of its boards. */
export type Part = 'survey' | 'responses' | `board ${number}`

export interface Change {
  readonly slug: string
  readonly part: Part
}

/** Receives a change; undefined if changes may have been missed, so that everything has to be read again. */
export type ChangeListener = (change: Change | undefined) => void

/** Notifies the listeners of this process of committed changes. */
export class ChangeNotifications {
  readonly #listeners: ChangeListener[] = []

  listen(listener: ChangeListener): void {
    this.#listeners.push(listener)
  }

  notify(change: Change | undefined): void {
    for (const listener of this.#listeners) listener(change)
  }
}
