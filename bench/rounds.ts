/** Turns that only warm up: a server gets faster for some seconds. */
const WARMING = 3

/** Measures the sides in turn (A B, A B, …), so that what else the machine does falls on all of them. */
export async function inTurn<Side extends string>(
  rounds: number,
  sides: Readonly<Record<Side, () => Promise<number>>>,
): Promise<Record<Side, number[]>> {
  const names = Object.keys(sides) as Side[]
  const measured = Object.fromEntries(names.map(name => [name, [] as number[]])) as Record<Side, number[]>
  for (let turn = 0; turn < WARMING + rounds; turn++) {
    for (const name of names) {
      const value = await sides[name]()
      if (turn >= WARMING) measured[name].push(value)
    }
  }
  return measured
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length >> 1
  const [low = Number.NaN, high = low] = sorted.slice(middle - (sorted.length % 2 === 0 ? 1 : 0), middle + 1)
  return (low + high) / 2
}

/** The median of the rounds' ratios, each of two measurements that stand side by side in time. */
export function medianRatio(over: readonly number[], under: readonly number[]): number {
  return median(over.map((value, round) => value / (under[round] ?? Number.NaN)))
}
