/**
 * The largest of some numbers and `least`. A list is never spread into arguments: a call has room for a few hundred
 * thousand, and what people send can be longer.
 */
export function largestOf(numbers: Iterable<number>, least = Number.NEGATIVE_INFINITY): number {
  let largest = least
  for (const number of numbers) if (number > largest) largest = number
  return largest
}

/** The smallest of some numbers and `most`. */
export function smallestOf(numbers: Iterable<number>, most = Number.POSITIVE_INFINITY): number {
  let smallest = most
  for (const number of numbers) if (number < smallest) smallest = number
  return smallest
}
