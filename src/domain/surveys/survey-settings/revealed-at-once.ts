import type { Json } from '../../values/json.ts'
import { Refusal } from '../../values/refusal.ts'

/** Whether the presenter's screen shows results as they come in, without being told to. */
export function parseRevealedAtOnce(input: Json | undefined): boolean {
  if (typeof input !== 'boolean') throw new Refusal('invalid_revealed_at_once')
  return input
}
