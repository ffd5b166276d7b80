import { type Figure, perSecond } from './figure.ts'

/** Warm-up rounds: a server gets faster for some seconds. */
const WARMING = 3

type Sides = Readonly<Record<string, () => Promise<number>>>

/** Measures the sides in turn (A B, A B, …), so that other load on the machine affects all of them. */
export async function inTurn<Given extends Sides>(
  rounds: number,
  sides: Given,
): Promise<{ [Name in keyof Given]: number[] }> {
  const names: (keyof Given)[] = Object.keys(sides)
  const measured = Object.fromEntries(names.map(name => [name, [] as number[]])) as { [Name in keyof Given]: number[] }
  for (let turn = 0; turn < WARMING + rounds; turn++) {
    for (const name of names) {
      const value = await sides[name]?.()
      if (turn >= WARMING && value !== undefined) measured[name].push(value)
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

/** The median of the rounds’ ratios, each of two consecutive measurements. */
export function medianRatio(over: readonly number[], under: readonly number[]): number {
  return median(over.map((value, round) => value / (under[round] ?? Number.NaN)))
}

/**
 * Requests a second of our server, of a bare server that gives the same responses, and of an earlier commit if one is
 * measured.
 */
interface Rates {
  readonly ours: readonly number[]
  readonly bare: readonly number[]
  readonly earlier?: readonly number[]
}

/** @param least the required share of the earlier commit’s requests a second */
export function comparedRates(id: string, subject: string, { ours, bare, earlier }: Rates, least: number): Figure[] {
  const figure = (other: readonly number[], name: string) => ({
    id,
    subject: `${subject} / ${name}`,
    measured: `${perSecond(median(ours))} / ${perSecond(median(other))}`,
    value: medianRatio(ours, other),
  })
  const toBare = figure(bare, 'bare node:http')
  if (earlier === undefined) return [toBare]
  return [toBare, { ...figure(earlier, 'the earlier commit'), gate: { sign: '≥', limit: least } }]
}
