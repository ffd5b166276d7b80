import { ARRIVAL_POINTS } from './limits.ts'

/**
 * Evenly spaced sequence numbers from 1 to `last`, one for each point of an arrivals chart. If there are few responses,
 * some are repeated.
 */
export function sampleSequences(last: number): number[] {
  return Array.from(
    { length: ARRIVAL_POINTS },
    (_, point) => 1 + Math.round((point * (last - 1)) / (ARRIVAL_POINTS - 1)),
  )
}
