import assert from 'node:assert/strict'
import { setTimeout as delay } from 'node:timers/promises'

/** Only what never happens takes this long: slow machines pass too. */
export const WAIT_MS = 30_000

/** Resolves when a condition holds. @param limit longer if much has to be done until then, in milliseconds */
export async function until(condition: () => boolean | Promise<boolean>, limit = WAIT_MS): Promise<void> {
  for (const end = Date.now() + limit; Date.now() < end; await delay(20)) if (await condition()) return
  assert.fail('it did not come about')
}
