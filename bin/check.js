// What is known in seconds: types, lint and format, unused code, imports between folders, the published description; and,
// without `--static`, the rules of the house and that nothing generated has drifted, which the suite tests too.
import { spawn } from 'node:child_process'
import { checkNode } from './guard.js'

checkNode()

/** By content, so that a checkout of another branch is seen. */
const CACHED = ['--cache', 'node_modules/.cache/imports', '--cache-strategy', 'content']
/** TypeScript 7, for a third of the CPU time of 5.9. What reads programs or publishes the client still needs that one. */
const TSC = ['node', 'node_modules/typescript-native/bin/tsc', '--singleThreaded']
/** What is published is made whole each time; checking it need not be. */
const INCREMENTAL = ['--incremental', '--tsBuildInfoFile', 'node_modules/.cache/tsbuildinfo-client']
const STATIC = {
  types: [...TSC, '--project', '.'],
  'types of web': [...TSC, '--project', 'web'],
  'types of the client': [...TSC, '--project', 'clients/typescript', '--noEmit', ...INCREMENTAL],
  lint: ['biome', 'check', '--error-on-warnings', '.'],
  unused: ['knip', '--no-progress', '--cache'],
  imports: ['depcruise', ...CACHED, '--config', '.dependency-cruiser.cjs', 'src', 'web', 'clients/typescript/src'],
  description: ['redocly', 'lint', '--config', 'redocly.yaml', 'test/snapshots/openapi.json'],
}
/** A process for each file: if files shared one, Node would exit with 0 although the `after` hook of a file has failed. */
const TEST = ['node', '--test', '--test-isolation=process']
const TESTS = {
  drift: [...TEST, 'test/openapi-snapshot.test.ts', 'test/store/schema.test.ts'],
  house: [...TEST, 'test/house.test.ts', 'test/clauses.test.ts'],
}
const env = {
  ...process.env,
  // Most of them are programs of thousands of files, which are compiled once.
  NODE_COMPILE_CACHE: 'node_modules/.cache/compiled',
  // None lives long enough to give memory back: collecting takes a third of the time of TypeScript 7, for 80 MB.
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
