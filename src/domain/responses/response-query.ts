import { Refusal } from '../values/refusal.ts'
import { isBlank, isLongerThan } from '../values/text.ts'
import { DEFAULT_RESPONSES_PER_PAGE, MAX_RESPONSES_PER_PAGE, SEARCH_TEXT_LENGTH } from './limits.ts'
import type { Search } from './search.ts'

/** By sequence, ascending or descending. */
export type Order = 'oldest' | 'newest'

/** The requested page of responses. */
export interface ResponseQuery {
  readonly order: Order
  /** Sequence of the last response seen; 0 for the first page. */
  readonly after: number
  readonly limit: number
  /** Undefined for all responses. */
  readonly search: Search | undefined
}

/** Parses the query parameters of a response list. @throws Refusal with the reason */
export function parseResponseQuery(query: Record<string, unknown>): ResponseQuery {
  const { after = '0', limit = String(DEFAULT_RESPONSES_PER_PAGE) } = query
  const page = { after: parseCount(after), limit: parseCount(limit) }
  if (page.after === undefined) throw invalid('after must be a whole number')
  if (page.limit === undefined || page.limit < 1 || page.limit > MAX_RESPONSES_PER_PAGE)
    throw invalid(`limit must be a whole number from 1 to ${MAX_RESPONSES_PER_PAGE}`)
  const order = query.order === 'newest' ? 'newest' : 'oldest'
  return { order, after: page.after, limit: page.limit, search: parseSearch(query) }
}

/** A blank text is ignored. */
function parseSearch({ text = '', question }: Record<string, unknown>): Search | undefined {
  if (typeof text !== 'string' || isLongerThan(text, SEARCH_TEXT_LENGTH))
    throw invalid(`text must be sent once, with at most ${SEARCH_TEXT_LENGTH} characters`)
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
