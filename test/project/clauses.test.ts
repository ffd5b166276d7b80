import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { CLAUSES } from './contract-clauses.ts'

const root = join(import.meta.dirname, '../..')
/** One id, or several with commas between them. Before them may be ids that a row of a table has. */
const IDS = '((?:\\$\\{\\w+\\}, )?[a-z0-9]+(?:-[a-z0-9]+)+(?:, [a-z0-9-]+)*)'
/** At the end of a title: `a closed survey stays closed [close-survey]`. */
const IN_TITLES = new RegExp(` \\[${IDS}\\](?=['"\`])`, 'g')
/** In a table of tests, whose titles end with what is in the row. */
const IN_ROWS = new RegExp(`(?<=['"]\\[?)${IDS}(?=\\]?['"])`, 'g')

const tests = globSync(['{src,test}/**/*.test.ts', 'test/store/contract.ts'], { cwd: root }).map(path => ({
  path,
  code: readFileSync(join(root, path), 'utf8'),
}))

test('each clause of the contract is cited by a test', () => {
  const cited = new Set(tests.flatMap(({ code }) => [...idsIn(code, IN_TITLES), ...idsIn(code, IN_ROWS)]))
  assert.deepEqual(
    CLAUSES.filter(id => !cited.has(id)),
    [],
  )
})

test('each clause that a title cites is in the contract, once', () => {
  const cited = tests.flatMap(({ path, code }) => idsIn(code, IN_TITLES).map(id => ({ path, id })))
  assert.deepEqual(
    cited.filter(({ id }) => !CLAUSES.includes(id)),
    [],
  )
  assert.deepEqual(
    CLAUSES.filter((id, index) => CLAUSES.indexOf(id) !== index),
    [],
  )
})

function idsIn(code: string, pattern: RegExp): string[] {
  return [...code.matchAll(pattern)].flatMap(([, ids = '']) => ids.split(', ')).filter(id => !id.startsWith('$'))
}
