import assert from 'node:assert/strict'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { partialName, removePartialFiles } from './partial-file.ts'

test('a backup deletes the leftovers of an earlier process with the same id [backup-left-files]', t => {
  const folder = mkdtempSync(join(tmpdir(), 'soundings-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'a.backup')
  writeFileSync(partialName(file), '')
  writeFileSync(`${partialName(file)}-journal`, '')
  const ofAnother = `a.backup.soundings-partial-${process.ppid}`
  writeFileSync(join(folder, ofAnother), '')
  removePartialFiles(file)
  assert.deepEqual(readdirSync(folder), [ofAnother])
})
