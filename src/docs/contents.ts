import type { Description } from './description.ts'
import { readChanges, readGuides } from './guides.ts'
import type { DocsPage } from './page.ts'
import { BESIDE_PATHS, GUIDES, TOOLS } from './page-paths.ts'
import { referencePage } from './reference-page.ts'
import { schemasPage } from './schemas-page.ts'

/** All pages of the documentation, as its navigation groups them. */
export type Contents = readonly PageGroup[]

interface PageGroup {
  readonly name: string
  readonly pages: readonly DocsPage[]
}

/** @param beside the pages of these references */
export function makeContents(description: Description, beside: readonly DocsPage[]): Contents {
  const { baseUrl } = description
  return [
    { name: 'Guides', pages: readGuides(GUIDES, baseUrl) },
    { name: 'Tools', pages: readGuides(TOOLS, baseUrl) },
    {
      name: 'Reference',
      pages: [
        referencePage(description),
        schemasPage(description),
        ...beside,
        ...readGuides(['errors'], baseUrl),
        readChanges(baseUrl),
      ],
    },
  ]
}

/** What `/llms.txt` says: all pages as Markdown, in the form of llmstxt.org. */
export function contentsText(contents: Contents, baseUrl: string): string {
  const list = ({ name, pages }: PageGroup) =>
    `## ${name}\n\n${pages.map(({ path, title, summary }) => `- [${title}](${baseUrl}${path}.md): ${summary}`).join('\n')}\n`
  const introduction = `# Soundings\n\n> Live surveys over a REST API and in the browser, anonymous by construction.\n\nThe API is described in ${baseUrl}/openapi.json, how programs answer surveys in ${baseUrl}${BESIDE_PATHS.answering}.json, and what dashboards do in ${baseUrl}${BESIDE_PATHS.dashboard}.json. For AI clients, the same operations are tools at ${baseUrl}/mcp.\n`
  return [introduction, ...contents.map(list)].join('\n')
}
