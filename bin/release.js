// Builds and tests everything in a release: `npm run release`. It publishes nothing. With `--untested` it only makes
// the files, of any checkout: until there is a published release, people install what they have made.
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
const isTested = !process.argv.includes('--untested')
if (isTested && problems.length > 0) {
  process.stderr.write(`${problems.map(problem => `not released: ${problem}`).join('\n')}\n`)
  process.exit(1)
}
rmSync(folder, { recursive: true, force: true })
mkdirSync(folder)
run('npm', ['run', '-s', 'build'])
run('npm', ['pack', '--ignore-scripts', '--pack-destination', folder])
run('npm', ['pack', '--pack-destination', folder], join(root, 'clients/typescript'))
run(process.execPath, ['bin/build-executable.js'])
const names = readdirSync(folder).sort()
const sums = names.map(sumOf)
if (isTested) testFiles()
writeFileSync(join(folder, 'SHA256SUMS'), sums.map(line => `${line}\n`).join(''))
const listed = names.map((name, index) => `  ${sums[index]}  ${megabytesOf(name)} MB`)
console.log(`\nSoundings ${version} is in release/:\n${listed.join('\n')}\n`)
if (isTested)
  console.log(`Next, tag it and publish the packages:
  git tag v${version}
  npm publish release/soundings-${version}.tgz && npm publish --access public release/soundings-client-${version}.tgz`)

/** Tests use these very files; the comparison shows that they have not made them again. */
function testFiles() {
  test('--long', 'test/packaging', 'test/client/package', 'test/deploy', 'test/upgrades', 'test/moving')
  test('test/deploy', 'test/upgrades', 'test/moving')
  if (readdirSync(folder).sort().join() === names.join() && names.map(sumOf).join() === sums.join()) return
  process.stderr.write('not released: the files in release/ are not the ones that were tested\n')
  process.exit(1)
}

/** @param {string[]} words */
function test(...words) {
  run(process.execPath, ['test/run.ts', ...words], root, { SOUNDINGS_TEST_RELEASE: folder })
}

/** @param {string} program @param {string[]} words @param {Record<string, string>} variables */
function run(program, words, cwd = root, variables = {}) {
  console.log(`\n$ ${[program, ...words].join(' ')}`)
  const { status } = spawnSync(program, words, { cwd, stdio: 'inherit', env: { ...process.env, ...variables } })
  if (status !== 0) process.exit(1)
}

/** @param {string} name @returns {string} its line in SHA256SUMS */
function sumOf(name) {
  const sum = createHash('sha256').update(readFileSync(join(folder, name)))
  return `${sum.digest('hex')}  ${name}`
}

/** @param {string} name */
function megabytesOf(name) {
  return (statSync(join(folder, name)).size / 1_048_576).toFixed(1)
}
