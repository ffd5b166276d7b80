import assert from 'node:assert/strict'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { describe, test } from 'node:test'
import { SETTING_NAMES } from '../../src/config/setting-names.ts'

const root = join(import.meta.dirname, '../..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')

/** What the reader makes, and Git leaves alone. */
const IGNORED = read('.gitignore').split('\n')

const documents = globSync(['*.md', '{docs,deploy,bench}/**/*.md', '{clients,tools}/*/*.md'], { cwd: root }).sort()

describe('documents', () => {
  for (const path of documents) {
    test(`${path} names only paths that exist`, () => {
      const missing = [...pathsIn(read(path))].filter(
        named => !existsSync(join(root, named)) && !IGNORED.includes(named),
      )
      assert.deepEqual(missing, [])
    })

    test(`${path} links only to files and headings that exist`, () => {
      const broken = linksIn(read(path)).filter(link => !leadsSomewhere(path, link))
      assert.deepEqual(broken, [])
    })

    test(`${path} runs TypeScript with the project’s Node, since other versions may not support it`, () => {
      const commands = read(path).match(/(?<!npx )\bnode (?:--test\b|[\w/]+\.ts\b)/g)
      assert.equal(commands, null)
    })

    test(`${path} names only npm scripts that exist`, () => {
      const { scripts } = JSON.parse(read('package.json'))
      const named = [...read(path).matchAll(/\bnpm (?:run (?:-s )?)?(test|start|(?<=run (?:-s )?)[\w:]+)/g)]
      assert.deepEqual(
        named.map(([, script = '']) => script).filter(script => !Object.hasOwn(scripts, script)),
        [],
      )
    })
  }

  test('README.md lists every setting, and no other', () => {
    const [, table = ''] = read('README.md').split('### Settings\n')
    const listed = table.split('### ')[0]?.matchAll(/^\| (`[^|]+`) \|/gm) ?? []
    const settings = [...listed].flatMap(([, names = '']) => names.replaceAll('`', '').split(', '))
    const known = SETTING_NAMES.filter(name => name !== 'NODE_ENV')
    assert.deepEqual(settings.sort(), known.toSorted())
    const readers = read('src/config.ts') + read('src/config/environment.ts')
    assert.deepEqual(
      known.filter(name => !new RegExp(`(?:env\\.|\\(')${name}\\b`).test(readers)),
      [],
      'every setting is read',
    )
  })

  test('docs/decisions/README.md lists every decision', () => {
    const listed = linksIn(read('docs/decisions/README.md'))
    const decisions = globSync('docs/decisions/[0-9]*.md', { cwd: root }).map(path => posix.basename(path))
    assert.deepEqual(listed.sort(), decisions.sort())
  })
})

/** Paths from the root of the repository. Lists in braces, globs, absolute paths and strings in code are left out. */
function pathsIn(text: string): Set<string> {
  const found = text.matchAll(/(?<![\w/.@"-])(?:src|web|test|docs|spec|bench|deploy|tools|bin)\/[\w./-]*\w(?![\w*{])/g)
  return new Set([...found].map(([path]) => path))
}

function linksIn(text: string): string[] {
  return [...text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = '']) => link).filter(link => !/^https?:/.test(link))
}

function leadsSomewhere(from: string, link: string): boolean {
  const [file = '', heading] = link.split('#')
  const path = file === '' ? from : posix.join(posix.dirname(from), file)
  if (!existsSync(join(root, path))) return false
  return heading === undefined || headingsOf(read(path)).includes(heading)
}

/** Headings as GitHub makes anchors of them. */
function headingsOf(text: string): string[] {
  return [...text.matchAll(/^#+ (.+)$/gm)].map(([, title = '']) =>
    title
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .replace(/\s/g, '-'),
  )
}
