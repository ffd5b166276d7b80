import { foldForSearch } from '../../../src/domain/values/fold.ts'
import type { Entry } from './survey-list.ts'

/** Whether each word of a search is in the title or the link, compared as in a search for responses. */
export function isFound(entry: Entry, search: string): boolean {
  const text = foldForSearch(entry.kind === 'draft' ? entry.draft.title : `${entry.survey.title} ${entry.survey.id}`)
  return foldForSearch(search)
    .split(' ')
    .every(word => text.includes(word))
}
