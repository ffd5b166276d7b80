import type { DraftRow, SurveyRow } from '../../../src/account/contract.ts'

/** A line of the list. */
export type Entry =
  | { readonly kind: 'survey'; readonly survey: SurveyRow; readonly state: 'open' | 'closed' | 'expired' }
  | { readonly kind: 'draft'; readonly draft: DraftRow; readonly state: 'draft' }

export const TABS = ['all', 'open', 'closed', 'archived', 'drafts'] as const
export type Tab = (typeof TABS)[number]

/** Drafts first, then surveys, each in the order in which the server gives them. */
export function entriesOf(surveys: readonly SurveyRow[], drafts: readonly DraftRow[], now: number): Entry[] {
  return [
    ...drafts.map(draft => ({ kind: 'draft', draft, state: 'draft' }) as const),
    ...surveys.map(survey => ({ kind: 'survey', survey, state: stateAt(survey, now) }) as const),
  ]
}

/** A survey that has expired counts as closed. Archived ones are on a tab of their own and on no other. */
export function isOnTab(entry: Entry, tab: Tab): boolean {
  if (entry.kind === 'draft') return tab === 'drafts' || tab === 'all'
  if (entry.survey.archived) return tab === 'archived'
  return tab === 'all' || (tab === 'open' ? entry.state === 'open' : tab === 'closed' && entry.state !== 'open')
}

/** Whether each word of a search is in the title or in the link, whatever its capitals and accents are. */
export function isFound(entry: Entry, search: string): boolean {
  const text = folded(entry.kind === 'draft' ? entry.draft.title : `${entry.survey.title} ${entry.survey.id}`)
  return folded(search)
    .split(/\s+/)
    .every(word => text.includes(word))
}

export function titleOf(entry: Entry): string {
  return entry.kind === 'draft' ? entry.draft.title : entry.survey.title
}

/** Identifies an entry among all of its kind. */
export function idOf(entry: Entry): string {
  return entry.kind === 'draft' ? entry.draft.id : entry.survey.id
}

/** The page that an entry opens: no two have the same. */
export function pathOf(entry: Entry): string {
  return entry.kind === 'draft' ? `/app/drafts/${entry.draft.id}` : `/admin/${entry.survey.id}`
}

function stateAt({ status, expires_at: end }: SurveyRow, now: number): 'open' | 'closed' | 'expired' {
  return end !== null && new Date(end).getTime() <= now ? 'expired' : status
}

function folded(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().trim()
}
