import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'

test('types, lint, unused code, imports between rooms and the published description pass', async () => {
  const root = join(import.meta.dirname, '../..')
  const checked = promisify(execFile)(process.execPath, ['bin/check.js', '--static'], { cwd: root })
  const { stdout } = await checked.catch(failed => failed)
  assert.doesNotMatch(stdout, /FAILED/)
  assert.equal(stdout.match(/^.+: ok$/gm)?.length, 7)
})
