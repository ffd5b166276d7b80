import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { cpSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { temporaryFolder } from '../faults/server.ts'

const root = join(import.meta.dirname, '../..')
const BIOME = join(root, 'node_modules/@biomejs/biome/bin/biome')

interface Rule {
  /** A part of what the rule says. */
  readonly message: string
  readonly path: string
  readonly refused: readonly string[]
  readonly allowed: readonly string[]
}

const rules: readonly Rule[] = [
  {
    message: 'arguments fails',
    path: 'src/spread.ts',
    refused: [
      'Math.max(...list)',
      'Math.min(0, ...list)',
      'String.fromCodePoint(...list)',
      'String.fromCharCode(...list)',
      'list.push(1, ...other)',
      'list.unshift(...other)',
      'list.splice(0, 1, ...other)',
      'list.toSpliced(0, 1, ...other)',
      'list.concat(...lists)',
    ],
    allowed: ['list.push(1)', 'list.concat(other)', 'use([...list])', 'use({ ...one })', 'list.push([...other])'],
  },
  {
    message: 'call whose result is not used',
    path: 'src/unused.ts',
    refused: ['decodeURIComponent(text)', 'String.fromCodePoint(code)'],
    allowed: ['use(decodeURIComponent(text))'],
  },
  {
    message: 'pure and synchronous',
    path: 'src/domain/pure.ts',
    refused: ['use(Math.random())', 'await use(text)'],
    allowed: ['use(Math.round(code))'],
  },
  {
    message: 'may have been translated',
    path: 'web/read.ts',
    refused: ['use(element.textContent)', 'use(element.innerText)'],
    allowed: ['element.textContent = text'],
  },
  {
    message: 'Take render from',
    path: 'web/render.ts',
    refused: ["import { render } from 'preact'"],
    allowed: ["import { h } from 'preact'"],
  },
]

test('the linter finds what its own rules refuse, and nothing else', async () => {
  const folder = temporaryFolder()
  cpSync(join(root, 'biome.json'), join(folder, 'biome.json'))
  cpSync(join(root, 'tools/lint'), join(folder, 'tools/lint'), { recursive: true })
  for (const { path, refused, allowed } of rules) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), [...refused, ...allowed, ''].join('\n'))
  }
  const found = await lint(folder)
  for (const { message, path, refused } of rules) {
    const lines = found.filter(one => one.path === path && one.message.includes(message)).map(({ line }) => line)
    assert.deepEqual(
      lines.toSorted((one, other) => one - other),
      refused.map((_, index) => index + 1),
      path,
    )
  }
})

interface Found {
  readonly path: string
  readonly message: string
  readonly line: number
}

/** What the linter reports in a folder. */
async function lint(cwd: string): Promise<Found[]> {
  const args = [BIOME, 'lint', '--reporter=json', '--max-diagnostics=none', '.']
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd }).catch(failed => failed)
  const { diagnostics }: { diagnostics: Diagnostic[] } = JSON.parse(stdout)
  return diagnostics.map(({ message, location: { path, start } }) => ({ path, message, line: start.line }))
}

interface Diagnostic {
  readonly message: string
  readonly location: { readonly path: string; readonly start: { readonly line: number } }
}
