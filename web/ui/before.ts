/** The change of a share in whole points, as `+12`. */
export function changeOf(before: number, now: number): string {
  const change = Math.round(now * 100) - Math.round(before * 100)
  return change === 0 ? '±0' : `${change > 0 ? '+' : '−'}${Math.abs(change)}`
}
