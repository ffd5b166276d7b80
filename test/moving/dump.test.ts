import assert from 'node:assert/strict'
import { existsSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { run, temporaryFolder } from '../program.ts'
import type { Place } from './dumps.ts'

const SECRET = 'the secret of this test, of no other use'

test('a dump deletes leftovers of a killed one, and creates no data directory [dump-left-files]', async t => {
  const place: Place = { dataDir: join(temporaryFolder(t), 'data'), env: { SECRET } }
  const folder = temporaryFolder(t)
  const none = await run(['dump', join(folder, 'file.dump')], place)
  assert.deepEqual([none.status, none.stderr], [1, `soundings: there is no database in ${place.dataDir}\n`])
  assert.equal(existsSync(place.dataDir), false)
  await run(['account', 'list'], place)
  writeFileSync(join(folder, 'file.dump.soundings-partial-999999999'), '')
  assert.equal((await run(['dump', join(folder, 'file.dump')], place)).status, 0)
  assert.deepEqual(readdirSync(folder), ['file.dump'])
  const nowhere = await run(['dump', join(folder, 'none', 'file.dump')], place)
  assert.deepEqual(
    [nowhere.status, nowhere.stderr.split('\n').at(-2)?.split(':').slice(0, 3).join(':')],
    [1, `soundings: ${join(folder, 'none', 'file.dump')} cannot be written: ENOENT`],
  )
})
