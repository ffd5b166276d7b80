import type { Place } from '../../values/place.ts'

/** Counts lines as far as it is asked, in ascending order, so that all places together cost one pass. */
export class PlaceCounter {
  readonly #text: string
  #line = 1
  #lineStart = 0
  /** Where the line ends. */
  #lineEnd: number

  constructor(text: string) {
    this.#text = text
    this.#lineEnd = this.#endFrom(0)
  }

  at(offset: number): Place {
    while (this.#lineEnd < offset) {
      this.#line++
      this.#lineStart = this.#lineEnd + 1
      this.#lineEnd = this.#endFrom(this.#lineStart)
    }
    return { line: this.#line, column: Math.max(0, offset - this.#lineStart) + 1 }
  }

  #endFrom(start: number): number {
    const end = this.#text.indexOf('\n', start)
    return end < 0 ? Number.POSITIVE_INFINITY : end
  }
}
