import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { escapeLine, escapeText } from './terminal.ts'

test('nothing reaches a terminal that would control it or be invisible', () => {
  const codes = [
    ...Array(0x20).keys(),
    0x7f,
    0x9b,
    0xad,
    0x61c,
    0x200b,
    0x200f,
    0x2028,
    0x202e,
    0x2066,
    0xfeff,
    0xe0041,
  ]
  for (const code of codes) {
    const escaped = escapeLine(`a${String.fromCodePoint(code)}b`)
    assert.match(escaped, /^a(\\u[0-9a-f]{4})+b$/, code.toString(16))
    assert.equal(JSON.parse(`"${escaped}"`), `a${String.fromCodePoint(code)}b`)
  }
  for (const text of ['Zoë 阿达 🚲', 'שלום', 'a\\b'] as const) assert.equal(escapeLine(text), text)
})

test('texts keep their line breaks', () => {
  assert.equal(escapeText('one\ntwo\u001b[2J\n'), 'one\ntwo\\u001b[2J\n')
})

test('no command bypasses the terminal class', () => {
  const root = join(import.meta.dirname, '../..')
  const files = globSync(['src/cli.ts', 'src/cli/*.ts'], { cwd: root })
  assert.ok(files.length > 10)
  const writers = files.filter(file =>
    /std(out|err)\b.*\bwrite|console\.|process\.stdout,/.test(readFileSync(join(root, file), 'utf8')),
  )
  assert.deepEqual(
    writers.filter(file => !/terminal(\.test)?\.ts$/.test(file)),
    [],
  )
})
