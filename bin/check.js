// What is known in seconds: types, lint and format, unused code, imports between folders, the published description; and,
// without `--static`, what few tests find: repeated code, clauses without a test, generated files that have drifted.
import { spawn } from 'node:child_process'
import { checkNode } from './guard.js'

checkNode()

/** By content, so that a checkout of another branch is seen. */
const CACHED = ['--cache', 'node_modules/.cache/imports', '--cache-strategy', 'content']
/** TypeScript 7: docs/decisions/0058-two-compilers.md. */
const TSC = ['node', 'node_modules/typescript-native/bin/tsc', '--singleThreaded']
/** Published descriptions are built from scratch each time; checks may be incremental. */
const INCREMENTAL = ['--incremental', '--tsBuildInfoFile', 'node_modules/.cache/tsbuildinfo-client']
const DESCRIPTIONS = ['openapi', 'answering', 'dashboard-api'].map(name => `test/snapshots/${name}.json`)
const STATIC = {
  types: [...TSC, '--project', '.'],
  'types of web': [...TSC, '--project', 'web'],
  'types of the client': [...TSC, '--project', 'clients/typescript', '--noEmit', ...INCREMENTAL],
  lint: ['biome', 'check', '--error-on-warnings', '.'],
  unused: ['knip', '--no-progress', '--cache'],
  imports: ['depcruise', ...CACHED, '--config', '.dependency-cruiser.cjs', 'src', 'web', 'clients/typescript/src'],
  descriptions: ['redocly', 'lint', '--config', 'redocly.yaml', ...DESCRIPTIONS],
}
/** One process for each file: if files shared one, Node would exit with 0 even if a file’s `after` hook failed. */
const TEST = ['node', '--test', '--test-isolation=process']
const TESTS = {
  tests: [
    ...TEST,
    'test/openapi/snapshot.test.ts',
    'test/store/schema.test.ts',
    'test/project/house.test.ts',
    'test/project/clauses.test.ts',
  ],
}
const env = {
  ...process.env,
  // Most of them are programs of thousands of files, which are compiled once.
  NODE_COMPILE_CACHE: 'node_modules/.cache/compiled',
  // No process lives long enough to need garbage collection: it takes a third of TypeScript 7’s time, for 80 MB.
  GOGC: 'off',
  NODE_OPTIONS: '--max-semi-space-size=64',
}
const checks = process.argv.includes('--static') ? STATIC : { ...STATIC, ...TESTS }

/** @param {string} name @param {string[]} words */
function run(name, [command = '', ...args]) {
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'], env })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', chunk => (output += chunk))
  return new Promise(resolve => {
    child.on('close', (status, signal) => {
      process.stdout.write(status === 0 ? `${name}: ok\n` : `${name}: FAILED (${signal ?? status})\n${output}\n`)
      resolve(status === 0)
    })
  })
}

const results = await Promise.all(Object.entries(checks).map(([name, words]) => run(name, words)))
process.exitCode = results.every(Boolean) ? 0 : 1
