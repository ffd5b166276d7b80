import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { checkRelease } from '../bin/release-checks.js'
import { temporaryFolder } from './program.ts'

const VERSION = '1.2.3'
const FILES: Readonly<Record<string, string>> = {
  'package.json': `{ "version": "${VERSION}" }`,
  'package-lock.json': `{ "version": "${VERSION}" }`,
  'clients/typescript/package.json': `{ "version": "${VERSION}" }`,
  'CHANGELOG.md': `# Changelog\n\n## Unreleased\n\n## ${VERSION} – 2026-11-26\n\nMore.\n\n## 1.2.2 – 2026-10-01\n`,
  ...Object.fromEntries(
    ['sqlite.gz', 'sqlite.json', 'postgres.sql', 'postgres.json'].map(name => [`test/upgrades/${VERSION}.${name}`, '']),
  ),
}

/** A repository with all files committed that a release needs. */
function repository(t: TestContext): string {
  const root = temporaryFolder(t)
  for (const [path, content] of Object.entries(FILES)) write(root, path, content)
  commit(root, 'init', '--quiet')
  return root
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

test('a release is made of a checkout where everything is ready', t => {
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
    'no stored database',
    root => rmSync(join(root, `test/upgrades/${VERSION}.postgres.sql`)),
    /test\/upgrades\/1\.2\.3\.postgres\.sql is missing; run/,
  ],
]
for (const [what, change, found] of problems)
  test(`no release is made with ${what}`, t => {
    const root = repository(t)
    change(root)
    if (what !== 'changes that are not committed') commit(root)
    const { problems } = checkRelease(root)
    assert.equal(problems.length, 1, problems.join('\n'))
    assert.match(problems[0] ?? '', found)
  })
