import { RESPONSES_PER_PAGE, RESPONSES_PER_PAGE_UNASKED, SEARCH_TEXT_LENGTH } from './limits.ts'
import { Refusal } from './refusal.ts'
import type { Search } from './search.ts'
import { isBlank, isLongerThan } from './text.ts'

/** As they were taken, or the other way round. */
export type Order = 'taken' | 'newest'

/** Which part of a long list is asked for. */
export interface Page {
  readonly order: Order
  /** The place of the last one that was seen; 0 for none. */
  readonly after: number
  readonly limit: number
  /** Undefined for all. */
  readonly search: Search | undefined
}

/** Reads a part as it stands in a URL. @throws Refusal with the reason */
export function parsePage(query: Record<string, unknown>): Page {
  const { after = '0', limit = String(RESPONSES_PER_PAGE_UNASKED) } = query
  const page = { after: parseCount(after), limit: parseCount(limit) }
  if (page.after === undefined) throw invalid('after must be a whole number')
  if (page.limit === undefined || page.limit < 1 || page.limit > RESPONSES_PER_PAGE)
    throw invalid(`limit must be a whole number from 1 to ${RESPONSES_PER_PAGE}`)
  const order = query.order === 'newest' ? 'newest' : 'taken'
  return { order, after: page.after, limit: page.limit, search: parseSearch(query) }
}

/** A blank text is none. */
function parseSearch({ text = '', question }: Record<string, unknown>): Search | undefined {
  if (typeof text !== 'string' || isLongerThan(text, SEARCH_TEXT_LENGTH))
    throw invalid(`text must be one text of at most ${SEARCH_TEXT_LENGTH} characters`)
  const index = question === undefined ? undefined : parseCount(question)
  if (question !== undefined && index === undefined) throw invalid('question must be a whole number')
  const search = { text: isBlank(text) ? undefined : text, question: index }
  return search.text === undefined && index === undefined ? undefined : search
}

function parseCount(input: unknown): number | undefined {
  return typeof input === 'string' && /^\d{1,15}$/.test(input) ? Number(input) : undefined
}

function invalid(reason: string): Refusal {
  return new Refusal('invalid_page', { reason })
}
