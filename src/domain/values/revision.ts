import { type Json, numberIn } from './json.ts'
import { Refusal } from './refusal.ts'

/** The revision that a replacement is based on. @throws Refusal `revision must be …` */
export function parseRevision(input: Json | undefined): number {
  const revision = numberIn(input)
  if (revision === undefined || !Number.isSafeInteger(revision) || revision < 1) throw new Refusal('invalid_revision')
  return revision
}
