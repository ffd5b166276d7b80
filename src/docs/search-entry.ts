/** A part of the documentation that can be found by search. */
export interface SearchEntry {
  /** With the id of its heading after `#`. */
  readonly path: string
  readonly title: string
  /** The title of its page. */
  readonly page: string
  readonly text: string
}
