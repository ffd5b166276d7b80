import assert from 'node:assert/strict'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const folder = join(import.meta.dirname, 'snapshots')

/** Holds what is generated against its committed text; with SNAPSHOTS=write the text is made anew, to be looked at in the diff. */
export function assertSnapshot(name: string, generated: string): void {
  const file = join(folder, name)
  if (process.env.SNAPSHOTS === 'write') {
    mkdirSync(folder, { recursive: true })
    writeFileSync(file, generated)
  }
  assert.equal(generated, readFileSync(file, 'utf8'))
}
