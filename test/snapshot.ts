import assert from 'node:assert/strict'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')

/**
 * Compares generated content with its committed text; with SNAPSHOTS=write the text is rewritten, so that the diff
 * shows the change.
 */
export function assertSnapshot(name: string, generated: string, folder = 'test/snapshots'): void {
  const file = join(root, folder, name)
  if (process.env.SNAPSHOTS === 'write') {
    mkdirSync(join(root, folder), { recursive: true })
    writeFileSync(file, generated)
  }
  const lines = generated.split('\n')
  const committed = readFileSync(file, 'utf8').split('\n')
  const at = lines.findIndex((line, index) => line !== committed[index])
  const first = at < 0 ? `line ${committed.length} is gone` : `line ${at + 1} is now ${lines[at]}`
  assert.ok(
    at < 0 && lines.length === committed.length,
    `${name}: ${first}. Where that is meant: SNAPSHOTS=write npm test`,
  )
}
