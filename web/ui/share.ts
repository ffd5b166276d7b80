/** A part of a whole as people read it, e.g. `38 %`; of nothing it is `0 %`. */
export function shareText(count: number, whole: number): string {
  return `${Math.round(share(count, whole) * 100)} %`
}

/** Between 0 and 1. */
export function share(count: number, whole: number): number {
  return whole === 0 ? 0 : count / whole
}
