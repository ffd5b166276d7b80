import { browserStorage } from './browser-storage.ts'

/** The query of the survey list's address, kept while the tab is open. */
const listQuery = browserStorage<string>('sessionStorage', 'survey list')

export function keepListQuery(query: string): void {
  listQuery.write(query)
}

/** The list as it was left, at the opened entry. @param id a survey's slug or a draft's id */
export function listPath(id: string): string {
  return `/app${listQuery.read() ?? ''}#${id}`
}
