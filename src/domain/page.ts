import { RESPONSES_PER_PAGE, RESPONSES_PER_PAGE_UNASKED } from './limits.ts'
import { Refusal } from './refusal.ts'

/** Which part of a long list is asked for. */
export interface Page {
  /** The place of the last one that was seen; 0 for none. */
  readonly after: number
  readonly limit: number
}

/** Reads a part as it stands in a URL. @throws Refusal with the reason */
export function parsePage({ after = '0', limit = String(RESPONSES_PER_PAGE_UNASKED) }: Record<string, unknown>): Page {
  const page = { after: parseCount(after), limit: parseCount(limit) }
  if (page.after === undefined) throw invalid('after must be a whole number')
  if (page.limit === undefined || page.limit < 1 || page.limit > RESPONSES_PER_PAGE)
    throw invalid(`limit must be a whole number from 1 to ${RESPONSES_PER_PAGE}`)
  return { after: page.after, limit: page.limit }
}

function parseCount(input: unknown): number | undefined {
  return typeof input === 'string' && /^\d{1,15}$/.test(input) ? Number(input) : undefined
}

function invalid(reason: string): Refusal {
  return new Refusal('invalid_page', { reason })
}
