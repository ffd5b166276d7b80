import type { Html } from '../html/html.ts'

/** A page of the documentation. */
export interface DocsPage {
  /** `/docs`, or a path below it. The same as Markdown has `.md` behind it. */
  readonly path: string
  /** Without inline markup. */
  readonly title: string
  /** What readers find on it, with inline markup. */
  readonly summary: string
  /** What comes after that. */
  readonly content: Html
  /** The page as Markdown. */
  readonly markdown: string
  /** The parts that searches find. The first is the whole page. */
  readonly sections: readonly Section[]
  /** Whether samples stand beside the text where there is room. */
  readonly isWide?: boolean
}

export interface Section {
  /** Of the heading; empty for the page itself. */
  readonly id: string
  readonly title: string
  /** What it says, without markup. */
  readonly text: string
}
