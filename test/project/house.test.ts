// What neither the compiler nor the linter finds. Their rules are in tsconfig.json, biome.json, tools/lint and .dependency-cruiser.cjs.
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { test } from 'node:test'

interface Source {
  readonly path: string
  readonly text: string
}

const root = join(import.meta.dirname, '../..')
/** Longer duplicates would have to be changed twice; shorter ones are often alike by chance. */
const REPEATED_LINES = 10
/** Whoever looks for a subject reads the names of a folder one by one. */
const FILES_IN_A_FOLDER = 40
const CODE = ['{src,test,bench,bin,tools}/**/*.{ts,js}', 'web/**/*.{ts,tsx,css}', 'clients/*/src/**/*.ts']

test('no block of more than ten lines is repeated in src', () =>
  assert.deepEqual(repeatedBlocks(sourcesOf('src/**/*.ts')), []))

test('a block of eleven lines is found, whatever the indentation and empty lines, and one of ten is not', () => {
  const lines = Array.from({ length: 11 }, (_, index) => `call(${index})`)
  const textOf = (code: readonly string[], indent = '') => code.map(line => `${indent}${line}\n\n`).join('')
  const found = repeatedBlocks([
    { path: 'src/a.ts', text: textOf(['start()', ...lines]) },
    { path: 'src/b.ts', text: textOf([...lines, 'end()'], '    ') },
  ])
  assert.deepEqual(found, ['src/b.ts:1 is also at src/a.ts:3'])
  const ten = textOf(lines.slice(1))
  assert.deepEqual(repeatedBlocks([{ path: 'src/a.ts', text: ten + ten }]), [])
})

test('no comment defers work: open work belongs in an issue', () => {
  const found = sourcesOf(...CODE).filter(({ text }) => /^\s*(?:\/\/|\/?\*).*\b(?:TODO|FIXME)\b/m.test(text))
  assert.deepEqual(
    found.map(({ path }) => path),
    [],
  )
})

test('no folder of code has more than forty files', () => {
  const folders = Map.groupBy(sourcesOf(...CODE), ({ path }) => dirname(path))
  const found = [...folders].filter(([, files]) => files.length > FILES_IN_A_FOLDER).map(([folder]) => folder)
  assert.deepEqual(found, [])
})

/** Where a longer block begins that also occurs elsewhere. */
function repeatedBlocks(sources: readonly Source[]): string[] {
  const seen = new Map<string, string>()
  return sources.flatMap(({ path, text }) => {
    const lines = text
      .split('\n')
      .flatMap((line, index) => (line.trim() === '' ? [] : [{ text: line.trim(), number: index + 1 }]))
    return lines.slice(REPEATED_LINES).flatMap((_, from) => {
      const block = lines.slice(from, from + REPEATED_LINES + 1)
      const key = block.map(line => line.text).join('\n')
      const here = `${path}:${block[0]?.number}`
      const other = seen.get(key)
      if (other === undefined) seen.set(key, here)
      return other === undefined ? [] : [`${here} is also at ${other}`]
    })
  })
}

function sourcesOf(...patterns: readonly string[]): Source[] {
  return globSync(patterns, { cwd: root, exclude: ['**/node_modules/**'] }).map(path => ({
    path,
    text: readFileSync(join(root, path), 'utf8'),
  }))
}
