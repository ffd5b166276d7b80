import assert from 'node:assert/strict'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { call, startService } from '../harness.ts'

const service = await startService()
after(() => service.close())

const root = join(import.meta.dirname, '../..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')

test('the licence of every package in the built scripts is served, and the scripts say where', async () => {
  const { status, text, headers } = await call(service, 'GET', '/third-party.txt')
  assert.deepEqual([status, headers.get('content-type')], [200, 'text/plain; charset=utf-8'])
  const packages = packagesOfWeb()
  assert.ok(packages.includes('preact') && packages.includes('@preact/signals-core'), packages.join())
  for (const name of packages) {
    const { version, license } = JSON.parse(read(`node_modules/${name}/package.json`))
    assert.ok(text.includes(`${name} ${version} (${license})\n\n${licenceOf(name)}\n`), name)
  }
  for (const script of ['dashboard', 'presenter', 'app'])
    assert.ok(read(`dist/${script}.js`).startsWith('/*! Licences of third parties: /third-party.txt */'), script)
})

/** The file has another name. */
function licenceOf(name: string): string {
  const [file = ''] = globSync(`node_modules/${name}/LICENSE{,.md}`, { cwd: root })
  return read(file).trim()
}

/** Third-party imports of the sources, and their dependencies. */
function packagesOfWeb(): string[] {
  const sources = globSync('web/**/*.{ts,tsx}', { cwd: root }).map(read)
  const specifiers = sources.flatMap(text => [...text.matchAll(/from '([^.'][^']*)'/g)].map(([, name = '']) => name))
  const names = specifiers.map(name => /^(@[^/]+\/)?[^/]+/.exec(name)?.[0] ?? '')
  const found = new Set<string>()
  const add = (name: string) => {
    if (found.has(name) || !existsSync(join(root, 'node_modules', name))) return
    found.add(name)
    Object.keys(JSON.parse(read(`node_modules/${name}/package.json`)).dependencies ?? {}).forEach(add)
  }
  names.forEach(add)
  return [...found]
}
