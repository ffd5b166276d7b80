/** Names of pages, as the navigation groups them. */
export const GUIDES = [
  'first-survey',
  'lecture',
  'peer-instruction',
  'town-hall',
  'question-kinds',
  'devices',
  'reading-results',
  'editing',
  'retries',
  'weekly-job',
]
export const TOOLS = ['files', 'pasting-surveys', 'ai-clients', 'oauth-applications']
const REFERENCE = ['schemas', 'answering', 'dashboard-api', 'errors', 'changes']
/** Paths of all pages. They are fixed, so that routes can be registered before any page is made. */
export const PAGE_PATHS: readonly string[] = [
  '/docs',
  ...[...GUIDES, ...TOOLS, ...REFERENCE].map(name => `/docs/${name}`),
]
/** Path of the search index. */
export const INDEX_PATH = '/docs/search.json'
/** Paths of the additional references. With `.json` appended, each is its OpenAPI document. */
export const BESIDE_PATHS = { answering: '/docs/answering', dashboard: '/docs/dashboard-api' }
