import type { Html } from '../html/html.ts'

/** A page of the documentation. */
export interface DocsPage {
  /** `/docs`, or a path below it. The Markdown version has `.md` appended. */
  readonly path: string
  /** Without inline markup. */
  readonly title: string
  /** What readers find on it, with inline markup. */
  readonly summary: string
  /** The content after the summary. */
  readonly content: Html
  /** The page as Markdown. */
  readonly markdown: string
  /** The parts that can be found by search. The first is the whole page. */
  readonly sections: readonly Section[]
  /** The parts listed in the navigation, for pages that are too long to find them by scrolling. */
  readonly parts?: readonly Pick<Section, 'id' | 'title'>[]
  /** Whether samples are placed beside the text if there is room. */
  readonly isWide?: boolean
}

export interface Section {
  /** Id of the heading; empty for the page itself. */
  readonly id: string
  readonly title: string
  /** The section's text, without markup. */
  readonly text: string
}
