import type { Json } from '../../values/json.ts'
import { Refusal } from '../../values/refusal.ts'

/** Whether whoever presents a survey sets the pace, so that phones show one question at a time. */
export function parsePaced(input: Json | undefined): boolean {
  if (typeof input !== 'boolean') throw new Refusal('invalid_paced')
  return input
}
