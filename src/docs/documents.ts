import { DASHBOARD } from '../dashboard/reference.ts'
import type { SiteLinks } from '../domain/values/site-links.ts'
import { FOOTER_WORDS, footer } from '../html/footer.ts'
import type { PathOf } from '../html/script-page.ts'
import { ANSWERING } from '../pages/reference.ts'
import { pageSecurityHeaders } from '../transport/security-headers.ts'
import { type BesideReference, besideReference } from './beside-page.ts'
import { contentsText, makeContents } from './contents.ts'
import { readDescription } from './description.ts'
import { type Around, missingPageFrame, pageFrame } from './layout.ts'
import type { DocsPage } from './page.ts'
import { BESIDE_PATHS, INDEX_PATH } from './page-paths.ts'
import { searchIndex } from './search-index.ts'

export interface DocsParts {
  /** Public address of the service, without a trailing slash. */
  readonly baseUrl: string
  readonly pathOf: PathOf
}

/** The content at a path. */
export interface Document {
  readonly type: string
  readonly text: string
  readonly headers?: Readonly<Record<string, string>>
}

/** What makes each document, by path, and the page for other paths. @param description the published one */
export function makeDocuments(description: object, parts: DocsParts, links: SiteLinks) {
  const around = surroundings(description, parts, links)
  return { documents: documentsOf(around), missing: missingPageFrame(around) }
}

/** The frame of each page, and the additional OpenAPI documents. */
interface Everything extends Around {
  readonly beside: readonly BesideReference[]
}

function surroundings(description: object, { baseUrl, pathOf }: DocsParts, links: SiteLinks): Everything {
  const beside = [
    besideReference(BESIDE_PATHS.answering, ANSWERING, baseUrl),
    besideReference(BESIDE_PATHS.dashboard, DASHBOARD, baseUrl),
  ]
  const pages = beside.map(({ page }) => page)
  const contents = makeContents(readDescription(description, baseUrl), pages)
  return { contents, baseUrl, script: pathOf('docs.js'), foot: footer(links, FOOTER_WORDS), beside }
}

function documentsOf(around: Everything): ReadonlyMap<string, () => Document> {
  const { contents, baseUrl, beside } = around
  const pages = contents.flatMap(({ pages }) => pages)
  const json = (value: unknown) => ({ type: 'application/json', text: JSON.stringify(value) })
  return new Map<string, () => Document>([
    ...pages.map(page => [page.path, () => htmlOf(page, around)] as const),
    ...pages.map(page => [`${page.path}.md`, () => ({ type: 'text/markdown', text: page.markdown })] as const),
    ...beside.map(({ page, document }) => [`${page.path}.json`, () => json(document())] as const),
    ['/llms.txt', () => ({ type: 'text/plain', text: contentsText(contents, baseUrl) })],
    [INDEX_PATH, () => json(searchIndex(contents))],
  ])
}

function htmlOf(page: DocsPage, around: Around): Document {
  const { text, policy } = pageFrame(page, around)
  return { type: 'text/html', text, headers: pageSecurityHeaders(policy) }
}
