import assert from 'node:assert/strict'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { partialName, removePartialBackups } from './left-files.ts'

test('[backup-left-files] a backup deletes what an earlier process with the same id has left', t => {
  const folder = mkdtempSync(join(tmpdir(), 'soundings-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'a.backup')
  writeFileSync(partialName(file), '')
  writeFileSync(`${partialName(file)}-journal`, '')
  const ofAnother = `a.backup.soundings-partial-${process.ppid}`
  writeFileSync(join(folder, ofAnother), '')
  removePartialBackups(file)
  assert.deepEqual(readdirSync(folder), [ofAnother])
})
