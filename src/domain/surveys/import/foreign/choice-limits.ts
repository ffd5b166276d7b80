import type { ForeignItem } from './foreign-survey.ts'

type Limits = Pick<ForeignItem, 'atLeast' | 'atMost'>

/** How many options may be chosen. Numbers that limit nothing are left out. */
export function choiceLimits(least: number | undefined, most: number | undefined): Limits {
  return {
    ...(isCount(least) && { atLeast: least }),
    ...(isCount(most) && { atMost: most }),
  }
}

function isCount(number: number | undefined): number is number {
  return number !== undefined && Number.isInteger(number) && number > 0
}
