import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { temporaryFolder } from '../program.ts'
import { changedTests } from './changed.ts'

const FILES: Readonly<Record<string, string>> = {
  'src/sum.ts': 'export const sum = 1',
  'src/total.ts': "export { sum } from './sum.ts'",
  'src/total.test.ts': "import { sum } from './total.ts'",
  'src/other.test.ts': "import { test } from 'node:test'",
  'test/later.test.ts': "const { sum } = await import('../src/total.ts')",
}

test('a change reaches the tests that import it, directly or not, and new tests', t => {
  const root = temporaryFolder(t)
  const write = (path: string, content: string) => {
    mkdirSync(join(root, path, '..'), { recursive: true })
    writeFileSync(join(root, path), content)
  }
  for (const [path, content] of Object.entries(FILES)) write(path, content)
  const author = ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.org']
  for (const words of [
    ['init', '--quiet'],
    ['add', '--all'],
    [...author, 'commit', '--quiet', '--message', 'First'],
  ])
    execFileSync('git', words, { cwd: root })
  assert.deepEqual(changedTests(root), [])
  write('src/sum.ts', 'export const sum = 2')
  assert.deepEqual(changedTests(root), ['src/total.test.ts', 'test/later.test.ts'])
  write('test/new.test.ts', '')
  assert.deepEqual(changedTests(root), ['src/total.test.ts', 'test/later.test.ts', 'test/new.test.ts'])
})
