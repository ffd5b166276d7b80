// The built server, which operators run; most tests run its sources.
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { readInput } from '../import/corpus.ts'
import { temporaryFolder } from '../program.ts'

const root = join(import.meta.dirname, '../..')

const IN_MANY_SCRIPTS = `Umfrage

Wie zufrieden? (Skala 1–10: gar nicht … sehr)

Welche Tage? (bitte höchstens 2 ankreuzen)
- Montag
- Sonst: ____

満足度を評価してください（1〜5）

Оцените от 1 до 5

كيف كان؟ من 1 إلى 10
`

test('the built server is ASCII, so that its source takes one byte of memory for each character', () => {
  const files = globSync('dist/server/*.cjs', { cwd: root })
  assert.ok(files.length > 0)
  for (const file of files) assert.doesNotMatch(readFileSync(join(root, file), 'latin1'), /[^\0-\x7f]/, file)
})

test('the built server knows words of every script, also in regular expressions', t => {
  const file = join(temporaryFolder(t), 'survey.txt')
  writeFileSync(file, IN_MANY_SCRIPTS)
  const program = [join(root, 'bin/soundings.js'), 'import', file, '--json']
  const { survey, findings } = JSON.parse(spawnSync(process.execPath, program, { encoding: 'utf8' }).stdout)
  const expected = readInput(IN_MANY_SCRIPTS)
  assert.deepEqual(survey.questions, JSON.parse(JSON.stringify(expected.questions)))
  assert.equal(findings.length, expected.findings.length)
  assert.deepEqual(
    expected.questions.map(({ type }) => type),
    ['rating', 'multiple_choice', 'free_text', 'multiple_choice', 'multiple_choice', 'rating'],
  )
})
