import assert from 'node:assert/strict'
import { globSync } from 'node:fs'
import { test } from 'node:test'
import { groupsOf, roomOf, type Suite } from './groups.ts'

const files = globSync('{src,test}/**/*.test.ts')
const filesIn = (suite: Suite, words: readonly string[] = []) => groupsOf(suite, words).flatMap(group => group.files)

test('each test file is in a suite, and on each engine in one group of it', () => {
  const all = new Set((['short', 'long', 'performance'] as const).flatMap(suite => filesIn(suite)))
  assert.deepEqual([...all].sort(), files.toSorted())
  for (const suite of ['short', 'long', 'performance'] as const)
    for (const engine of ['sqlite', 'postgres']) {
      const chosen = groupsOf(suite, []).flatMap(group => (group.engine === engine ? group.files : []))
      assert.equal(new Set(chosen).size, chosen.length)
    }
})

test('the names of files decide about their suite', () => {
  assert.deepEqual(
    filesIn('short').filter(file => /\.(?:long|performance)\.test\.ts$/.test(file)),
    [],
  )
  assert.deepEqual(
    filesIn('performance').toSorted(),
    files.filter(file => file.endsWith('.performance.test.ts')).toSorted(),
  )
})

test('the long suite repeats on PostgreSQL what the short one tests on SQLite', () => {
  const repeated = groupsOf('long', ['postgres']).filter(group => group.engine === 'postgres')
  for (const file of ['test/api/surveys.test.ts', 'test/account/settings.test.ts', 'test/pages/form.test.ts'])
    assert.ok(
      repeated.some(group => group.files.includes(file)),
      file,
    )
})

test('words choose rooms, globs and parts of paths', () => {
  const [faults, browser] = [groupsOf('long', ['faults']), groupsOf('long', ['browser'])]
  assert.deepEqual(new Set(faults.map(roomOf)), new Set(['faults']))
  assert.deepEqual(new Set(browser.map(roomOf)), new Set(['browser']))
  assert.deepEqual(filesIn('short', ['test/suite/groups']), ['test/suite/groups.test.ts'])
  assert.deepEqual(filesIn('short', ['test/suite/gr*.test.ts']), ['test/suite/groups.test.ts'])
  assert.deepEqual(filesIn('short', ['no such file']), [])
})
