import { NO_SHOWN_COUNTS, type ShownCounts } from '../../domain/results/shown-counts.ts'

type StoredCount = readonly [question: number, slot: number, count: number]

export function readShownCounts(text: string | null): ShownCounts {
  if (text === null) return NO_SHOWN_COUNTS
  const { responses, counts }: { responses: number; counts: readonly StoredCount[] } = JSON.parse(text)
  return { responses, counts: counts.map(([question, slot, count]) => ({ question, slot, count })) }
}

/** No counts are stored as null. */
export function shownCountsJson({ responses, counts }: ShownCounts): string | null {
  if (responses === 0 && counts.length === 0) return null
  const stored = counts.map(({ question, slot, count }): StoredCount => [question, slot, count])
  return JSON.stringify({ responses, counts: stored })
}
