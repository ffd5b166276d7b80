/** A part of a whole as people read it, e.g. `38 %`; of nothing it is `0 %`. */
export function percentText(count: number, whole: number): string {
  return `${Math.round(ratio(count, whole) * 100)} %`
}

/** Between 0 and 1. */
export function ratio(count: number, whole: number): number {
  return whole === 0 ? 0 : count / whole
}
