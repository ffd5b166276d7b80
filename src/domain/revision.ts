import type { Json } from './json.ts'
import { Refusal } from './refusal.ts'

/** The revision that a replacement is based on. @throws Refusal `revision must be …` */
export function parseRevision(input: Json | undefined): number {
  if (typeof input !== 'number' || !Number.isSafeInteger(input) || input < 1) throw new Refusal('invalid_revision')
  return input
}
