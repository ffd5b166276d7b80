import type { Contents } from './contents.ts'
import type { SearchEntry } from './search-entry.ts'

/** The index of the documentation's search: every section of every page. */
export function searchIndex(contents: Contents): readonly SearchEntry[] {
  return contents
    .flatMap(({ pages }) => pages)
    .flatMap(({ path, title: page, sections }) =>
      sections.map(({ id, title, text }) => ({ path: id === '' ? path : `${path}#${id}`, title, page, text })),
    )
}
