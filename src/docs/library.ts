import type { Description } from './description.ts'
import { readChanges, readGuides } from './guides.ts'
import type { DocsPage } from './page.ts'
import { referencePage } from './reference-page.ts'
import { schemasPage } from './schemas-page.ts'

/** All pages of the documentation, as its navigation groups them. */
export type Library = readonly PageGroup[]

interface PageGroup {
  readonly name: string
  readonly pages: readonly DocsPage[]
}

const GUIDES = ['first-survey', 'lecture', 'reading-results', 'editing', 'retries', 'weekly-job']
const TOOLS = ['files', 'pasting-surveys', 'ai-clients']
const REFERENCE = ['schemas', 'errors', 'changes']
/** Paths of all pages. They are fixed, so that routes can be registered before any page is made. */
export const PAGE_PATHS: readonly string[] = [
  '/docs',
  ...[...GUIDES, ...TOOLS, ...REFERENCE].map(name => `/docs/${name}`),
]

export function makeLibrary(description: Description): Library {
  const { baseUrl } = description
  return [
    { name: 'Guides', pages: readGuides(GUIDES, baseUrl) },
    { name: 'Tools', pages: readGuides(TOOLS, baseUrl) },
    {
      name: 'Reference',
      pages: [
        referencePage(description),
        schemasPage(description),
        ...readGuides(['errors'], baseUrl),
        readChanges(baseUrl),
      ],
    },
  ]
}

/** What `/llms.txt` says: all pages as Markdown, in the form of llmstxt.org. */
export function libraryText(library: Library, baseUrl: string): string {
  const list = ({ name, pages }: PageGroup) =>
    `## ${name}\n\n${pages.map(({ path, title, summary }) => `- [${title}](${baseUrl}${path}.md): ${summary}`).join('\n')}\n`
  const introduction = `# Soundings\n\n> Live surveys over a REST API and in the browser, anonymous by construction.\n\nThe API is described in ${baseUrl}/openapi.json. For AI clients, the same operations are tools at ${baseUrl}/mcp.\n`
  return [introduction, ...library.map(list)].join('\n')
}
