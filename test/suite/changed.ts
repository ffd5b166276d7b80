import { spawnSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { join, normalize } from 'node:path'

/** Paths in `from './…'`, `import './…'` and `import('./…')`. */
const IMPORTS = /(?:\bfrom|\bimport)\s*\(?\s*['"](\.{1,2}\/[^'"]+)['"]/g

/**
 * The test files that a change since the last commit reaches by imports, itself included. Which pages a browser loads,
 * and which files a test reads, is not known from imports.
 */
export function changedTests(root: string): string[] {
  const importers = new Map<string, string[]>()
  for (const file of globSync('{src,test,web,bench,bin}/**/*.{ts,tsx,js}', { cwd: root }))
    for (const [, path = ''] of readFileSync(join(root, file), 'utf8').matchAll(IMPORTS)) {
      const imported = normalize(join(file, '..', path))
      importers.set(imported, [...(importers.get(imported) ?? []), file])
    }
  const reached = new Set(changedFiles(root))
  for (const file of reached) for (const importer of importers.get(file) ?? []) reached.add(importer)
  return [...reached].filter(file => file.endsWith('.test.ts')).sort()
}

/** Changed, new and moved files that are not committed. */
function changedFiles(root: string): string[] {
  const { stdout, status, stderr } = spawnSync(
    'git',
    ['status', '--porcelain=v1', '-z', '--untracked-files=all', '--no-renames'],
    { cwd: root, encoding: 'utf8' },
  )
  if (status !== 0) throw new Error(`git status: ${stderr}`)
  return stdout
    .split('\0')
    .map(line => line.slice(3))
    .filter(path => path !== '')
}
