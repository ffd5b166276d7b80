import type { DraftRow, SurveyRow } from '../../../src/account/contract.ts'

/** A line of the list. */
export type Entry =
  | { readonly kind: 'survey'; readonly survey: SurveyRow; readonly state: 'open' | 'closed' | 'expired' }
  | { readonly kind: 'draft'; readonly draft: DraftRow; readonly state: 'draft' }

export const TABS = ['all', 'open', 'closed', 'archived', 'drafts'] as const
export type Tab = (typeof TABS)[number]

/** Drafts first, then surveys, each in the server's order. */
export function entriesOf(surveys: readonly SurveyRow[], drafts: readonly DraftRow[], now: number): Entry[] {
  return [
    ...drafts.map(draft => ({ kind: 'draft', draft, state: 'draft' }) as const),
    ...surveys.map(survey => ({ kind: 'survey', survey, state: stateAt(survey, now) }) as const),
  ]
}

/** An expired survey counts as closed, and so does one that waits for its time. Archived surveys appear only on their own tab. */
export function isOnTab(entry: Entry, tab: Tab): boolean {
  if (entry.kind === 'draft') return tab === 'drafts' || tab === 'all'
  if (entry.survey.archived) return tab === 'archived'
  return tab === 'all' || (tab === 'open' ? entry.state === 'open' : tab === 'closed' && entry.state !== 'open')
}

export function titleOf(entry: Entry): string {
  return entry.kind === 'draft' ? entry.draft.title : entry.survey.title
}

/** Identifies an entry among all entries of its kind. */
export function idOf(entry: Entry): string {
  return entry.kind === 'draft' ? entry.draft.id : entry.survey.id
}

/** The page that an entry opens, which is different for each entry. */
export function pathOf(entry: Entry): string {
  return entry.kind === 'draft' ? `/app/drafts/${entry.draft.id}` : `/admin/${entry.survey.id}`
}

function stateAt({ status, expires_at: end, opens_at: opens }: SurveyRow, now: number): 'open' | 'closed' | 'expired' {
  if (end !== null && new Date(end).getTime() <= now) return 'expired'
  return opens !== null && new Date(opens).getTime() > now ? 'closed' : status
}
