import { ARRIVALS } from './limits.ts'

/** As many places as a chart of arrivals has points, evenly from the first to the last; some twice where there are fewer. */
export function sampledPlaces(last: number): number[] {
  return Array.from({ length: ARRIVALS }, (_, point) => 1 + Math.round((point * (last - 1)) / (ARRIVALS - 1)))
}
