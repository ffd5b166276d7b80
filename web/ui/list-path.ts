/** The query of the survey list's address, for as long as the tab is open. */
const KEY = 'survey list'

export function keepListQuery(query: string): void {
  sessionStorage.setItem(KEY, query)
}

/** The list as it was left, at what was opened there. @param id a survey's slug or a draft's id */
export function listPath(id: string): string {
  return `/app${sessionStorage.getItem(KEY) ?? ''}#${id}`
}
