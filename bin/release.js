// Makes and tests everything that a release consists of: `npm run release`. It publishes nothing.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { checkNode } from './guard.js'
import { checkRelease } from './release-checks.js'

checkNode()
const root = join(import.meta.dirname, '..')
const folder = join(root, 'release')

const { version, problems } = checkRelease(root)
if (problems.length > 0) {
  process.stderr.write(`${problems.map(problem => `not released: ${problem}`).join('\n')}\n`)
  process.exit(1)
}
rmSync(folder, { recursive: true, force: true })
mkdirSync(folder)
run('npm', ['run', '-s', 'build'])
run('npm', ['pack', '--ignore-scripts', '--pack-destination', folder])
run('npm', ['pack', '--pack-destination', folder], join(root, 'clients/typescript'))
run(process.execPath, ['bin/build-executable.js'])
// They make the same files again, install and start them, and use them.
run(process.execPath, ['test/run.ts', '--long', 'test/artifacts', 'test/upgrades', 'test/moving'])
run(process.execPath, ['test/run.ts', 'test/client/package', 'test/deploy', 'test/upgrades', 'test/moving'])
const sums = readdirSync(folder).sort().map(describe)
writeFileSync(join(folder, 'SHA256SUMS'), sums.map(({ line }) => `${line}\n`).join(''))
console.log(`\nSoundings ${version} is in release/:\n${sums.map(({ text }) => `  ${text}`).join('\n')}\n`)
console.log(
  `Next, tag it and publish the packages:\n  git tag v${version}\n  npm publish release/soundings-${version}.tgz`,
)

/** @param {string} program @param {string[]} words */
function run(program, words, cwd = root) {
  console.log(`\n$ ${[program, ...words].join(' ')}`)
  const { status } = spawnSync(program, words, { cwd, stdio: 'inherit' })
  if (status !== 0) process.exit(1)
}

/** @param {string} name */
function describe(name) {
  const path = join(folder, name)
  const sum = createHash('sha256').update(readFileSync(path)).digest('hex')
  const line = `${sum}  ${name}`
  return { line, text: `${line}  ${(statSync(path).size / 1_048_576).toFixed(1)} MB` }
}
