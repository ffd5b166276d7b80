/** What of a survey has changed: what respondents see of it, what they answered, or one of its boards. */
export type Part = 'survey' | 'responses' | `board ${number}`

export interface Change {
  readonly slug: string
  readonly part: Part
}

/** Hears of a change; of undefined where changes may have been missed and all must be read again. */
export type ChangeListener = (change: Change | undefined) => void

/** Who is told in this process of what is on disk. */
export class ChangeNotifications {
  readonly #listeners: ChangeListener[] = []

  listen(heard: ChangeListener): void {
    this.#listeners.push(heard)
  }

  notify(change: Change | undefined): void {
    for (const heard of this.#listeners) heard(change)
  }
}
