import type { Json } from '../../values/json.ts'
import { Refusal } from '../../values/refusal.ts'

export function parseSharedDevice(input: Json | undefined): boolean {
  if (typeof input !== 'boolean') throw new Refusal('invalid_shared_device')
  return input
}

/** How long the thank-you page is shown before the next person's page, in seconds. */
export const THANKS_SECONDS = 8
/** Half-typed answers are removed after this time without input, in seconds. */
export const IDLE_SECONDS = 120
/** How long before that the page shows a warning, in seconds. WCAG 2.2.1 requires at least 20. */
export const WARNING_SECONDS = 20
