import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { temporaryFolder } from '../program.ts'

const FIGURE = join(import.meta.dirname, '../figure.ts')
/** The first figure misses its bound, and what follows is measured all the same. */
const MISSING = `
import { test } from 'node:test'
import { expectFigure } from ${JSON.stringify(FIGURE)}
const figure = (subject, value) => ({ subject, measured: 'five rounds', value, gate: { sign: '≤', limit: 50, unit: 'ms' } })
test('misses', t => {
  expectFigure(t, figure('too slow', 50.5))
  expectFigure(t, figure('fast enough', 50))
})
test('passes', t => expectFigure(t, figure('fast', 1)))
`

test('a figure that misses its bound fails its test, after the other figures of the test have been recorded', async t => {
  const folder = temporaryFolder(t)
  const [file, figures] = [join(folder, 'missing.test.ts'), join(folder, 'figures')]
  writeFileSync(file, MISSING)
  const { status, stdout } = await runTests(file, { SOUNDINGS_FIGURES: figures })
  assert.equal(status, 1)
  assert.match(stdout, /✖ misses.*✔ passes.*^ℹ pass 1$.*^ℹ fail 1$/ms)
  assert.match(stdout, /^ *ℹ too slow: five rounds; 50\.50 ms, bound ≤ 50 ms: FAIL$/m)
  assert.match(stdout, /^ *ℹ fast enough: five rounds; 50\.00 ms, bound ≤ 50 ms: pass$/m)
  const recorded = readFileSync(figures, 'utf8')
    .trimEnd()
    .split('\n')
    .map(line => JSON.parse(line))
  assert.ok(recorded[0].source.endsWith('missing.test.ts'))
  const gate = { sign: '≤', limit: 50, unit: 'ms' }
  assert.deepEqual(
    recorded.map(({ source, ...figure }) => figure),
    [
      { subject: 'too slow', measured: 'five rounds', value: 50.5, gate, passes: false },
      { subject: 'fast enough', measured: 'five rounds', value: 50, gate, passes: true },
      { subject: 'fast', measured: 'five rounds', value: 1, gate, passes: true },
    ],
  )
})

/** Runs a file as test/run.ts does. */
function runTests(file: string, env: NodeJS.ProcessEnv): Promise<{ status: unknown; stdout: string }> {
  const words = ['--test', '--test-isolation=none', '--test-reporter=spec', file]
  return new Promise(resolve => {
    execFile(process.execPath, words, { env }, (error, stdout) => resolve({ status: error?.code ?? 0, stdout }))
  })
}
