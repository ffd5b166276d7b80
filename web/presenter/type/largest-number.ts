/** Applies the largest integer that fits, or the least if none does. */
export function largestNumber(least: number, most: number, apply: (number: number) => void, fits: () => boolean): void {
  let [low, high] = [least, most]
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    apply(middle)
    if (fits()) low = middle
    else high = middle - 1
  }
  apply(low)
}
