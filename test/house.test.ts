import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, join } from 'node:path'
import { describe, test } from 'node:test'
import type TS from 'typescript'

/** An import would first parse its nine megabytes to find out that they are no ES module. */
const ts: typeof TS = createRequire(import.meta.url)('typescript')

interface Source {
  /** From the root of the repository, e.g. src/domain/slug.ts. */
  readonly path: string
  readonly text: string
}

interface File extends Source {
  readonly tree: TS.SourceFile
  /** Every node of the tree, so that words in comments and strings are not taken for code. Made when first asked for. */
  readonly nodes: readonly TS.Node[]
}

type Rule = (file: File) => string[]

const root = join(import.meta.dirname, '..')
/** Types of the description; a test holds them to it. */
const GENERATED = 'clients/typescript/src/openapi.ts'

/** The only file that leaves tests out, which the runner counts and names. */
const MISSING_PROGRAMS = 'test/missing-program.ts'

const impureCalls = ['Date.now', 'Math.random']
const impureObjects = ['process', 'performance', 'crypto', 'globalThis']
const testCalls = ['test', 'it', 'describe', 'suite']
const asides = ['only', 'skip', 'todo']
const suiteCalls = ['describe', 'suite']
/** Names that the project gave up for standard terms (STYLE_GUIDE.md), as identifiers and as names of files. */
const oldNames = new Set(
  `Administration Announcements Audit Blocks Budgets Corner Crowd Desk Fault Filing Grounds Heard Hearing INK Intake Kept
  KeptLists KeptPage Newest Pass Repeats Responding Shelf Spent Standing Stepped Uses Visitor WireError admitViewer announce
  awake budget door filed filedPlace filing giveBack givenLink grounds harm hearing ink intake lane lastPlace madeBefore
  mayStayUnfiled noteUse partOf placeOf responding shelf spend steady told unfiled waitingOfOne`.split(/\s+/),
)
const oldFiles =
  /^(?:announcements|audit|blocks|budget|corner|crowd|desk|filing|grounds|harm|hearing|holds|intake|kept|lane|links|ownership|present|repeats|responding|shelf|show|standing|steady|stepped|uses)(?:\.test)?\.tsx?$/

const standardNames: readonly Rule[] = [
  where(new RegExp(`\\b(?:${[...oldNames].join('|')})\\b`), namesAreStandard),
  fileNamesAreStandard,
]
const typed = where(/\bany\b/, noAny)
const named = where(/\bdefault\b/, exportsHaveNames)
const spreads = where(/\(.*\.\.\./, listsAreNotSpread)
const rulesOfSrc: readonly Rule[] = [
  domainIsPure,
  where(/\benv\b/, onlyConfigReadsTheEnvironment),
  named,
  filesAreNamedAfterNouns,
  filesAreShort,
  spreads,
  ...standardNames,
]
const rulesOfWeb: readonly Rule[] = [filesAreShort, spreads, ...standardNames, typed, nothingIsPutOff]
const rulesOfClients: readonly Rule[] = [named, filesAreNamedAfterNouns, filesAreShort, ...standardNames]
const rulesOfStyles: readonly Rule[] = [filesAreShort]
const rulesOfAll: readonly Rule[] = [
  where(/\b(?:from|import)\b\W*['"`]\.(?![^'"`\n]*\.ts['"`])/, importsEndWithTs),
  typed,
  nothingIsPutOff,
  where(/\.\s*(?:only|skip|todo)\b|\b(?:only|skip|todo)\s*[:,}(]/, everyTestRuns),
  where(/\b(?:describe|suite)\((?!\s*(?:'[^'\n]*'|`[^`\n]*`|[\w.]+),\s*\(\) =>)/, suitesAreSynchronous),
]

test('the repository keeps to the house', () => {
  const sources = sourcesOf(
    '{src,test,bench,spec}/**/*.ts',
    'tools/*/*.ts',
    'web/**/*.{ts,tsx,css}',
    'clients/*/src/**/*.ts',
  ).filter(({ path }) => path !== GENERATED)
  assert.ok(sources.some(({ path }) => path === 'test/house.test.ts'))
  const found = breaches(sources)
  assert.ok(found.length === 0, `${found.length} found:\n${found.join('\n')}`)
})

test('no script runs `tsc` by that name, which two packages bring', () => {
  const manifests = globSync('{,clients/*/,tools/*/}package.json', { cwd: root })
  assert.ok(manifests.includes('clients/typescript/package.json'))
  const scripts = manifests.flatMap(path => {
    const { scripts = {} } = JSON.parse(readFileSync(join(root, path), 'utf8'))
    return Object.values<string>(scripts)
  })
  assert.deepEqual(
    scripts.filter(script => /(^|[\s;&|])tsc\b/.test(script)),
    [],
  )
})

describe('no block of more than ten lines stands twice in src', () => {
  test('as it is', () => assert.deepEqual(blocksTwice(sourcesOf('src/**/*.ts')), []))

  const lines = Array.from({ length: 11 }, (_, at) => `call(${at})`)
  const text = (more: readonly string[], indent = '') => more.map(line => `${indent}${line}\n\n`).join('')

  test('a block of eleven is found, whatever the indentation and empty lines', () => {
    const found = blocksTwice([
      { path: 'src/a.ts', text: text(['start()', ...lines]) },
      { path: 'src/b.ts', text: text([...lines, 'end()'], '    ') },
    ])
    assert.deepEqual(found, ['src/b.ts:1 is also at src/a.ts:3'])
  })

  test('a block of ten is not', () => {
    const ten = text(lines.slice(1))
    assert.deepEqual(blocksTwice([{ path: 'src/a.ts', text: ten + ten }]), [])
  })
})

describe('the check of the house refuses', () => {
  const refused: [path: string, text: string, ...faults: string[]][] = [
    ['src/domain/edit.ts', 'export async function edit() {}', 'async in the domain'],
    ['src/domain/edit.ts', 'export const edited = await edit()', 'await in the domain'],
    ['src/domain/edit.ts', 'for await (const edit of edits) {}', 'await in the domain'],
    ['src/domain/edit.ts', 'const now = Date.now()', 'Date.now in the domain'],
    ['src/domain/edit.ts', 'const now = new Date(0)', 'new Date in the domain'],
    ['src/domain/edit.ts', 'const chance = Math.random()', 'Math.random in the domain'],
    ['src/domain/edit.ts', 'process.exit(1)', 'process.exit in the domain'],
    ['src/api/routes.ts', 'const port = process.env.PORT', 'process.env is read by src/config.ts only'],
    ['src/api/routes.ts', 'const routes = 1\nexport default routes', 'default export'],
    ['src/api/routes.ts', 'export default function routes() {}', 'default export'],
    ['src/api/routes.ts', 'const routes = 1\nexport { routes as default }', 'default export'],
    ['src/api/utils.ts', '', 'a name that says nothing'],
    ['src/api/request-helper.test.ts', '', 'a name that says nothing'],
    ['src/service/common/words.ts', '', 'a name that says nothing'],
    ['src/api/routes.ts', 'void 0\n'.repeat(351), '351 lines, more than 350'],
    ['web/ui/form.tsx', 'void 0\n'.repeat(351), '351 lines, more than 350'],
    ['web/ui/form.css', 'p {}\n'.repeat(351), '351 lines, more than 350'],
    ['src/pages/pages.ts', 'const shelf = 1', 'shelf is an old name'],
    ['src/service/responses.ts', 'class Crowd { #lane = 1 }', 'Crowd is an old name', 'lane is an old name'],
    ['web/ui/form.tsx', 'export const given = steady', 'steady is an old name'],
    ['src/store/filing.ts', '', 'an old file name'],
    ['web/dashboard/desk.tsx', '', 'an old file name'],
    ['test/api/holds.test.ts', 'const told = 1', 'told is an old name', 'an old file name'],
    ['bench/me.ts', 'spend(1)', 'spend is an old name'],
    ['src/api/routes.ts', "import { authenticate } from './authenticate'", './authenticate does not end with .ts'],
    ['src/api/routes.ts', "type Page = import('./page.js').Page", './page.js does not end with .ts'],
    ['test/api.test.ts', "const harness = await import('./harness')", './harness does not end with .ts'],
    ['test/api.test.ts', "import { call } from './harness.js'", './harness.js does not end with .ts'],
    ['test/api.test.ts', "import { checkNode } from '../bin/guard.js'"],
    ['bench/run.ts', 'const found: any[] = []', 'the type any'],
    ['clients/typescript/src/client.ts', 'void 0\n'.repeat(351), '351 lines, more than 350'],
    ['clients/typescript/src/client.ts', 'const found: any[] = []', 'the type any'],
    ['spec/requirements.ts', '/** TODO: more. */', 'TODO in a comment'],
    ['test/api.test.ts', 'call() // FIXME', 'FIXME in a comment'],
    ['test/api.test.ts', '// @ts-ignore\ncall(1)', '@ts-ignore in a comment'],
    ['test/api.test.ts', "test.only('one', f)", 'only on a test'],
    ['test/api.test.ts', 'test("one", t => t.skip())', 'skip on a test'],
    ['src/domain/slug.ts', 'const most = Math.max(1, ...counts)', 'a list spread into Math.max'],
    ['web/ui/bars.tsx', 'rows.push(...more)', 'a list spread into rows.push'],
    ['test/api.test.ts', "describe('one', { skip: true }, f)", 'skip on a test'],
    ['test/api.test.ts', "describe('one', async () => {})", 'an asynchronous suite'],
    ['test/api.test.ts', "describe('one', { timeout: 1 }, async () => {})", 'an asynchronous suite'],
  ]

  for (const [path, text, ...faults] of refused) {
    test(`${path}: ${faults.join(', ')}`, () => {
      assert.deepEqual(
        breaches([{ path, text }]),
        faults.map(fault => `${path}: ${fault}`),
      )
    })
  }
})

describe('the check of the house lets pass', () => {
  const kept: [path: string, text: string][] = [
    ['src/domain/edit.ts', "import type { Question } from './question.ts'"],
    ['src/domain/edit.ts', "// no async, no await, no Date.now\nexport const text = 'await any process.env'"],
    ['src/domain/edit.test.ts', "import assert from 'node:assert/strict'\nimport fc from 'fast-check'\nawait all()"],
    ['src/config.ts', 'export const config = { port: process.env.PORT }'],
    ['src/api/routes.ts', 'void 0\n'.repeat(350)],
    ['src/api/routes.ts', 'switch (1) {\n  default:\n}'],
    ['src/api/routes.ts', "// the old lane\nexport const text = 'shelf'"],
    ['test/api.test.ts', "test('TODO, any and .only in a title', () => call('// FIXME'))"],
    ['test/api.test.ts', "import { startService } from './harness.ts'\nimport { slug } from '../src/domain/slug.ts'"],
  ]

  for (const [path, text] of kept) {
    test(`${path}: ${text.split('\n')[0]}`, () => assert.deepEqual(breaches([{ path, text }]), []))
  }
})

function breaches(sources: readonly Source[]): string[] {
  return sources.flatMap(source => {
    const file = parse(source)
    return rulesFor(source.path).flatMap(rule => rule(file).map(fault => `${source.path}: ${fault}`))
  })
}

function rulesFor(path: string): readonly Rule[] {
  if (path.endsWith('.css')) return rulesOfStyles
  if (path.startsWith('web/')) return rulesOfWeb
  if (path.startsWith('clients/')) return [...rulesOfClients, ...rulesOfAll]
  if (path.startsWith('src/')) return [...rulesOfSrc, ...rulesOfAll]
  // What tools drive has names of its own: Lighthouse audits.
  return path.startsWith('tools/') ? rulesOfAll : [...standardNames, ...rulesOfAll]
}

/** A rule for code with such words. Most files have none anywhere, and need not be parsed for it. */
function where(words: RegExp, rule: Rule): Rule {
  return file => (words.test(file.text) ? rule(file) : [])
}

// The rules

function domainIsPure(file: File): string[] {
  if (folderOf(file.path) !== 'domain' || isTest(file.path)) return []
  return file.nodes.flatMap(impurity).map(found => `${found} in the domain`)
}

function impurity(node: TS.Node): string[] {
  if (node.kind === ts.SyntaxKind.AsyncKeyword) return ['async']
  if (ts.isAwaitExpression(node) || node.kind === ts.SyntaxKind.AwaitKeyword) return ['await']
  if (ts.isNewExpression(node) && node.expression.getText() === 'Date') return ['new Date']
  if (!ts.isPropertyAccessExpression(node)) return []
  const name = node.getText()
  return impureCalls.includes(name) || impureObjects.includes(node.expression.getText()) ? [name] : []
}

function onlyConfigReadsTheEnvironment(file: File): string[] {
  if (file.path === 'src/config.ts') return []
  return file.nodes
    .filter(node => ts.isPropertyAccessExpression(node) && node.getText() === 'process.env')
    .map(() => 'process.env is read by src/config.ts only')
}

function exportsHaveNames({ nodes }: File): string[] {
  return nodes.filter(isDefaultExport).map(() => 'default export')
}

function isDefaultExport(node: TS.Node): boolean {
  if (node.kind === ts.SyntaxKind.DefaultKeyword || ts.isExportAssignment(node)) return true
  return ts.isExportSpecifier(node) && node.name.text === 'default'
}

function filesAreNamedAfterNouns({ path }: File): string[] {
  const vague = /(?:^|[-.])(?:utils?|helpers?|managers?|common|misc)(?:[-.]|$)/
  return path.split('/').some(part => vague.test(part)) ? ['a name that says nothing'] : []
}

function filesAreShort({ text }: File): string[] {
  const lines = text.trimEnd().split('\n').length
  return lines > 350 ? [`${lines} lines, more than 350`] : []
}

function namesAreStandard({ nodes }: File): string[] {
  const names = nodes
    .filter(node => ts.isIdentifier(node) || ts.isPrivateIdentifier(node))
    .map(({ text }) => text.replace(/^#/, ''))
  return [...new Set(names)].filter(name => oldNames.has(name)).map(name => `${name} is an old name`)
}

function fileNamesAreStandard({ path }: File): string[] {
  return oldFiles.test(basename(path)) ? ['an old file name'] : []
}

/** What Node may be too old for is in bin, in JavaScript. */
function importsEndWithTs({ nodes }: File): string[] {
  return nodes
    .filter(ts.isStringLiteralLike)
    .filter(({ text, parent }) => text.startsWith('.') && !/\.ts$|\/bin\/[^/]+\.js$/.test(text) && isImport(parent))
    .map(({ text }) => `${text} does not end with .ts`)
}

function isImport(node: TS.Node): boolean {
  if (ts.isCallExpression(node)) return node.expression.kind === ts.SyntaxKind.ImportKeyword
  return ts.isImportDeclaration(node) || ts.isExportDeclaration(node) || ts.isImportTypeNode(node.parent)
}

function noAny({ nodes }: File): string[] {
  return nodes.filter(node => node.kind === ts.SyntaxKind.AnyKeyword).map(() => 'the type any')
}

function nothingIsPutOff(file: File): string[] {
  const marks = /\b(?:TODO|FIXME)\b|@ts-(?:ignore|nocheck)\b/g
  // Tokens are many, and few files have such a word anywhere.
  if (file.text.search(marks) === -1) return []
  return [...commentsOf(file.tree).matchAll(marks)].map(([found]) => `${found} in a comment`)
}

function everyTestRuns({ path, nodes }: File): string[] {
  if (path === MISSING_PROGRAMS) return []
  return nodes
    .flatMap(asideOf)
    .filter(name => asides.includes(name))
    .map(name => `${name} on a test`)
}

/** The name called in `test.skip(…)` and `t.skip()`, or given in `test('…', { skip: true }, …)`. */
function asideOf(node: TS.Node): string[] {
  if (!ts.isCallExpression(node)) return []
  const callee = node.expression
  if (ts.isPropertyAccessExpression(callee)) return [callee.name.text]
  if (!testCalls.includes(callee.getText())) return []
  return node.arguments.filter(ts.isObjectLiteralExpression).flatMap(options => {
    return options.properties.map(property => property.name?.getText() ?? '')
  })
}

/** Functions whose arguments could be a list that somebody sends: a call with some hundred thousand fails. */
const takesMany = /^(?:Math\.(?:max|min)|String\.from(?:CharCode|CodePoint)|.*\.(?:push|unshift|splice|concat))$/

function listsAreNotSpread({ path, nodes }: File): string[] {
  if (path.endsWith('.test.ts')) return []
  return nodes
    .filter(ts.isCallExpression)
    .filter(call => takesMany.test(call.expression.getText()) && call.arguments.some(ts.isSpreadElement))
    .map(call => `a list spread into ${call.expression.getText()}`)
}

/** After an `await`, what is called belongs to no suite: see test/suite/untracked-promises.ts. */
function suitesAreSynchronous({ nodes }: File): string[] {
  return nodes
    .filter(ts.isCallExpression)
    .filter(({ expression }) => ts.isIdentifier(expression) && suiteCalls.includes(expression.text))
    .flatMap(call => call.arguments.filter(isAsync))
    .map(() => 'an asynchronous suite')
}

function isAsync(node: TS.Node): boolean {
  const isFunction = ts.isArrowFunction(node) || ts.isFunctionExpression(node)
  return isFunction && (node.modifiers ?? []).some(({ kind }) => kind === ts.SyntaxKind.AsyncKeyword)
}

/** Lines of a block that may stand twice. */
const REPEATED_LINES = 10

/** Where a longer block begins that stands elsewhere too. Indentation and empty lines do not count. */
function blocksTwice(sources: readonly Source[]): string[] {
  const seen = new Map<string, string>()
  return sources.flatMap(({ path, text }) => {
    const lines = text
      .split('\n')
      .flatMap((line, at) => (line.trim() === '' ? [] : [{ text: line.trim(), number: at + 1 }]))
    return lines.slice(REPEATED_LINES).flatMap((_, from) => {
      const block = lines.slice(from, from + REPEATED_LINES + 1)
      const key = block.map(line => line.text).join('\n')
      const here = `${path}:${block[0]?.number}`
      const other = seen.get(key)
      if (other === undefined) seen.set(key, here)
      return other === undefined ? [] : [`${here} is also at ${other}`]
    })
  })
}

// Reading a file

function sourcesOf(...patterns: readonly string[]): Source[] {
  return globSync(patterns, { cwd: root }).map(path => ({ path, text: readFileSync(join(root, path), 'utf8') }))
}

function parse(source: Source): File {
  let tree: TS.SourceFile | undefined
  let nodes: readonly TS.Node[] | undefined
  return {
    ...source,
    get tree() {
      tree ??= ts.createSourceFile(source.path, source.text, ts.ScriptTarget.Latest, true)
      return tree
    },
    get nodes() {
      nodes ??= nodesOf(this.tree)
      return nodes
    },
  }
}

function nodesOf(tree: TS.SourceFile): TS.Node[] {
  const nodes: TS.Node[] = []
  const visit = (node: TS.Node) => {
    nodes.push(node)
    ts.forEachChild(node, visit)
  }
  visit(tree)
  return nodes
}

/** All that stands between the tokens: comments and white space. */
function commentsOf(tree: TS.SourceFile): string {
  const under = (node: TS.Node): string[] => {
    const children = node.getChildren(tree).filter(child => !ts.isJSDoc(child))
    return children.length === 0 ? [tree.text.slice(node.getFullStart(), node.getStart(tree))] : children.flatMap(under)
  }
  return under(tree).join('\n')
}

/** The first part of a path under src: src/api/routes.ts is in api, src/app.ts and src/app.test.ts are app. */
function folderOf(path: string): string {
  const [, part = ''] = path.split('/')
  return part.replace(/(?:\.test)?\.ts$/, '')
}

function isTest(path: string): boolean {
  return path.endsWith('.test.ts')
}
