/** Hears of a survey that has changed; of undefined where changes may have been missed and all must be read again. */
export type Heard = (slug: string | undefined) => void

/** Who is told in this process of what is on disk. */
export class Announcements {
  readonly #listeners: Heard[] = []

  listen(heard: Heard): void {
    this.#listeners.push(heard)
  }

  tell(slug: string | undefined): void {
    for (const heard of this.#listeners) heard(slug)
  }
}
