// Everything that can be known without running the service: types, lint and format, unused code, house rules.
import { spawn } from 'node:child_process'
import { checkNode } from './guard.js'

checkNode()

const CHECKS = {
  types: ['tsc', '--project', '.'],
  lint: ['biome', 'check', '--error-on-warnings', '.'],
  unused: ['knip', '--no-progress'],
  house: ['node', '--test', '--test-reporter=dot', 'test/house.test.ts', 'test/clauses.test.ts'],
}

/** @param {string} name @param {string[]} words */
function run(name, [command = '', ...args]) {
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', chunk => (output += chunk))
  return new Promise(resolve => {
    child.on('close', status => {
      process.stdout.write(status === 0 ? `${name}: ok\n` : `${name}: FAILED\n${output}\n`)
      resolve(status === 0)
    })
  })
}

const results = await Promise.all(Object.entries(CHECKS).map(([name, words]) => run(name, words)))
process.exitCode = results.every(Boolean) ? 0 : 1
