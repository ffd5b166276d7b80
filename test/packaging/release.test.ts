import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { checkRelease } from '../../bin/release-checks.js'
import { commitOf, recordGreen, SUITES } from '../../bin/suites.js'
import { temporaryFolder } from '../program.ts'

const VERSION = '1.2.3'
const FILES: Readonly<Record<string, string>> = {
  'package.json': `{ "version": "${VERSION}", "type": "module", "engines": { "node": ">=24.21.0 <25" } }`,
  'package-lock.json': lockOf(VERSION),
  '.gitignore': 'node_modules/\n',
  'src/store/migrations/0001-initial.ts': '',
  'src/store/migrations/0002-more.ts': '',
  'clients/typescript/package.json': `{ "version": "${VERSION}" }`,
  'CHANGELOG.md': `# Changelog\n\n## Unreleased\n\n## ${VERSION} – 2026-11-26\n\nMore.\n\n## 1.2.2 – 2026-10-01\n`,
  ...Object.fromEntries(
    ['sqlite.gz', 'sqlite.json', 'postgres.sql', 'postgres.json'].map(name => [
      `test/upgrades/${VERSION}.${name}`,
      '{ "schema": 2 }',
    ]),
  ),
}

function lockOf(own: string): string {
  return JSON.stringify({ version: VERSION, packages: { '': { version: own } } })
}

/** A repository with all files committed that a release needs. */
function repository(t: TestContext): string {
  const root = temporaryFolder(t)
  for (const [path, content] of Object.entries(FILES)) write(root, path, content)
  commit(root, 'init', '--quiet')
  recordAllGreen(root)
  return root
}

function recordAllGreen(root: string): void {
  for (const suite of Object.keys(SUITES) as (keyof typeof SUITES)[]) recordGreen(root, suite, commitOf(root) ?? '')
}

function write(root: string, path: string, content: string): void {
  mkdirSync(join(root, path, '..'), { recursive: true })
  writeFileSync(join(root, path), content)
}

function commit(root: string, ...first: string[]): void {
  const author = ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.org']
  for (const words of [first, ['add', '--all'], [...author, 'commit', '--quiet', '--message', 'A change']])
    if (words.length > 0) execFileSync('git', words, { cwd: root })
}

test('a release is made from a checkout in which everything is ready', t => {
  assert.deepEqual(checkRelease(repository(t)), { version: VERSION, problems: [] })
})

const problems: [what: string, change: (root: string) => void, found: RegExp][] = [
  ['changes that are not committed', root => write(root, 'new.txt', ''), /not committed/],
  [
    'no section of the changelog',
    root => write(root, 'CHANGELOG.md', '# Changelog\n\n## Unreleased\n'),
    /no section "## 1\.2\.3 – YYYY-MM-DD"/,
  ],
  ['a section without its date', root => write(root, 'CHANGELOG.md', '## 1.2.3\n'), /no section "## 1\.2\.3 –/],
  [
    'changes that are not in the section',
    root => write(root, 'CHANGELOG.md', '## Unreleased\n\nMore.\n\n## 1.2.3 – 2026-11-26\n'),
    /changes under "Unreleased"/,
  ],
  [
    'another version of the client',
    root => write(root, 'clients/typescript/package.json', '{ "version": "1.2.2" }'),
    /clients\/typescript\/package\.json has another version than package\.json, 1\.2\.3/,
  ],
  [
    'another version in the lock file',
    root => write(root, 'package-lock.json', lockOf('1.2.2')),
    /package-lock\.json has another version than package\.json, 1\.2\.3/,
  ],
  [
    'a stored database from before the newest migration',
    root => write(root, `test/upgrades/${VERSION}.postgres.json`, '{ "schema": 1 }'),
    /test\/upgrades\/1\.2\.3\.postgres\.json is of another schema than the newest migration, 2; run/,
  ],
  [
    'no stored database',
    root => rmSync(join(root, `test/upgrades/${VERSION}.postgres.sql`)),
    /test\/upgrades\/1\.2\.3\.postgres\.sql is missing; run/,
  ],
]
for (const [what, change, found] of problems)
  test(`no release is made with ${what}`, t => {
    const root = repository(t)
    change(root)
    if (what !== 'changes that are not committed') {
      commit(root)
      recordAllGreen(root)
    }
    const { problems } = checkRelease(root)
    assert.equal(problems.length, 1, problems.join('\n'))
    assert.match(problems[0] ?? '', found)
  })

test('no release is made of a commit for which a suite was not green as a whole', t => {
  const root = repository(t)
  write(root, 'new.txt', '')
  commit(root)
  recordGreen(root, 'short', commitOf(root) ?? '')
  const name = commitOf(root)?.slice(0, 8)
  assert.deepEqual(checkRelease(root).problems, [
    `\`npm run test:long\` was not green for ${name}, with nothing left out; run it`,
    `\`npm run test:performance\` was not green for ${name}, with nothing left out; run it`,
  ])
})

test('the command names each problem, ends with 1, and makes nothing', t => {
  const root = repository(t)
  for (const name of ['release.js', 'release-checks.js', 'suites.js', 'guard.js'])
    write(root, `bin/${name}`, readFileSync(join(import.meta.dirname, '../../bin', name), 'utf8'))
  write(root, 'CHANGELOG.md', '# Changelog\n')
  const { status, stdout, stderr } = spawnSync(process.execPath, ['bin/release.js'], { cwd: root, encoding: 'utf8' })
  assert.equal(status, 1)
  assert.equal(stdout, '')
  assert.match(
    stderr,
    /^not released: there are changes that are not committed .*\nnot released: CHANGELOG\.md has no /,
  )
  assert.equal(existsSync(join(root, 'release')), false)
})
