/** A part of a total, between 0 and 1; 0 if the total is 0. */
export function ratio(count: number, total: number): number {
  return total === 0 ? 0 : count / total
}
