/** A part of the documentation that searches find. */
export interface SearchEntry {
  /** With the id of its heading behind `#`. */
  readonly path: string
  readonly title: string
  /** The title of the page that it is on. */
  readonly page: string
  readonly text: string
}
