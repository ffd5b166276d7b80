import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { BUILT, writeBuilt } from '../bin/built-server.js'
import { temporaryFolder } from './program.ts'

const project = join(import.meta.dirname, '..')
const SOURCE = 'src/cli.ts'
const PROGRAM = { 'cli.cjs': "exports.run = async () => console.log('built')\n" }

/** A project with one source, whose program says which of the two ran. */
function builtProject(t: TestContext): string {
  const root = temporaryFolder(t)
  cpSync(join(project, 'bin'), join(root, 'bin'), { recursive: true })
  cpSync(join(project, 'package.json'), join(root, 'package.json'))
  mkdirSync(join(root, 'src'))
  writeFileSync(join(root, 'package-lock.json'), '{}')
  writeFileSync(join(root, SOURCE), "export const run = async (): Promise<void> => console.log('source')\n")
  writeBuilt(root, PROGRAM, [SOURCE], later(root))
  return root
}

/** A time after the source was last written to, however coarse the clock of the file system is. */
function later(root: string): number {
  return statSync(join(root, SOURCE)).mtimeMs + 1
}

/** The files of the project's own build. */
function lastBuilt(): string[] {
  return JSON.parse(readFileSync(join(project, BUILT, 'sources.json'), 'utf8')).built
}

function whatRuns(root: string, env: NodeJS.ProcessEnv = {}): string {
  const { NODE_V8_COVERAGE: _, ...own } = process.env
  const words = [join(root, 'bin/soundings.js')]
  const { stdout, stderr } = spawnSync(process.execPath, words, { env: { ...own, ...env }, encoding: 'utf8' })
  return stdout.trim() || stderr
}

test('the built server runs, in a copy too that keeps times to the second', t => {
  const root = builtProject(t)
  assert.equal(whatRuns(root), 'built')
  const copy = temporaryFolder(t)
  cpSync(root, copy, { recursive: true })
  const second = Math.floor(statSync(join(root, SOURCE)).mtimeMs / 1_000)
  utimesSync(join(copy, SOURCE), second, second)
  assert.equal(whatRuns(copy), 'built')
})

test('sources run that are other than those which the server was built from', t => {
  const changes: Record<string, (root: string) => void> = {
    'another time': root => utimesSync(join(root, SOURCE), 1, 1),
    'another length at the same time': root => {
      const { mtime } = statSync(join(root, SOURCE))
      writeFileSync(join(root, SOURCE), "export const run = async () => console.log('source')\n")
      utimesSync(join(root, SOURCE), mtime, mtime)
    },
    'other packages': root => writeFileSync(join(root, 'package-lock.json'), '{ }'),
    'a build that has not ended': root => rmSync(join(root, BUILT, 'sources.json')),
  }
  for (const [name, change] of Object.entries(changes)) {
    const root = builtProject(t)
    change(root)
    assert.equal(whatRuns(root), 'source', name)
  }
})

test('sources run that were written to while the server was built', t => {
  const root = builtProject(t)
  writeBuilt(root, PROGRAM, [SOURCE], later(root) - 1)
  assert.equal(whatRuns(root), 'source')
})

test('a build leaves the files of the one before to servers that run, and removes those of earlier ones', t => {
  const root = builtProject(t)
  const build = (name: string) => writeBuilt(root, { ...PROGRAM, [name]: '' }, [SOURCE], later(root))
  for (const name of ['main-1.cjs', 'main-2.cjs', 'main-3.cjs']) build(name)
  assert.deepEqual(readdirSync(join(root, BUILT)).sort(), ['cli.cjs', 'main-2.cjs', 'main-3.cjs', 'sources.json'])
})

test('what a server loads later has a name that says what is in it', () => {
  const named = lastBuilt().filter(name => !/-[\w-]{8}\.cjs$/.test(name))
  assert.deepEqual(named, ['cli.cjs', 'third-party.txt'])
})

test('sources run while coverage is measured', t => {
  const root = builtProject(t)
  assert.equal(whatRuns(root, { NODE_V8_COVERAGE: join(root, 'coverage') }), 'source')
})

test('each file of the server that was built last can be imported', () => {
  const folder = join(project, BUILT)
  // The program of a worker thread reads at once what the thread was given.
  const names = lastBuilt().filter(name => name.endsWith('.cjs') && !/^workbook-(?!program)/.test(name))
  assert.ok(
    names.some(name => name.startsWith('main-')),
    names.join(' '),
  )
  const program = names.map(name => `await import(${JSON.stringify(join(folder, name))})`).join('\n')
  const words = ['--input-type=module', '--eval', program]
  const { status, stderr } = spawnSync(process.execPath, words, { encoding: 'utf8' })
  assert.equal(status, 0, stderr)
})
