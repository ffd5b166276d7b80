import assert from 'node:assert/strict'
import { run } from '../program.ts'

interface CheckResult {
  readonly check: string
  readonly ok: boolean
  readonly found: string
  readonly remedy: string | null
}

/** Makes a database lose its list of migrations. */
export const LISTLESS = 'delete from migration'
/** What fails then. */
export const FOREIGN = {
  schema: [/^the database was not made by Soundings: it has tables such as account, /, /DATA_DIR or DATABASE_URL/],
}

export async function runDoctor(dataDir: string, env: Record<string, string> = {}): Promise<CheckResult[]> {
  const { stdout, stderr } = await run(['doctor', '--json'], { dataDir, env })
  assert.equal(stderr, '')
  return JSON.parse(stdout)
}

/** @param expected by the name of each failing check, its finding and its remedy */
export function assertFailed(results: readonly CheckResult[], expected: object): void {
  const failed = results.filter(({ ok }) => !ok)
  const entries = Object.entries<[string | RegExp, RegExp]>(expected as Record<string, [string | RegExp, RegExp]>)
  assert.deepEqual(
    failed.map(({ check }) => check),
    entries.map(([check]) => check),
    JSON.stringify(failed),
  )
  for (const [index, [, [found, remedy]]] of entries.entries()) {
    assert.match(failed[index]?.found ?? '', typeof found === 'string' ? new RegExp(found) : found)
    assert.match(failed[index]?.remedy ?? '', remedy)
  }
}
