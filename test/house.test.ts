import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { describe, test } from 'node:test'
import ts from 'typescript'

interface Source {
  /** From the root of the repository, e.g. src/domain/slug.ts. */
  readonly path: string
  readonly text: string
}

interface File extends Source {
  /** Every node down to the tokens, so that words in comments and strings are not taken for code. */
  readonly nodes: readonly ts.Node[]
  /** All that stands between the tokens: comments and white space. */
  readonly comments: string
}

interface Import {
  readonly specifier: string
  readonly typeOnly: boolean
}

type Rule = (file: File) => string[]

const root = join(import.meta.dirname, '..')

const entryPoints = ['api', 'dashboard', 'pages', 'oauth', 'mcp']
const assembly = ['app', 'main', 'cli']
const behindEntryPoints = ['service', 'domain', 'transport', 'html']
/** Whose types browser code may read. */
const forBrowsers = ['src/api/contract.ts', 'src/pages/script-words.ts']
const published = ['src/api/contract.ts', 'src/api/serialize.ts']

/** What each room of src may import besides itself: rooms, or single files of another entry point. */
const mayImport: Readonly<Record<string, readonly string[]>> = {
  domain: [],
  store: ['domain'],
  service: ['domain', 'store'],
  transport: ['domain'],
  html: ['domain'],
  api: behindEntryPoints,
  pages: behindEntryPoints,
  oauth: behindEntryPoints,
  dashboard: [...behindEntryPoints, ...published],
  mcp: [...behindEntryPoints, ...published],
  config: ['domain'],
  metrics: [],
}

/** Packages and built-in modules that only some rooms may import. */
const confined: Readonly<Record<string, readonly string[]>> = {
  kysely: ['store'],
  'node:sqlite': ['store'],
  pg: ['store'],
  'prom-client': ['metrics'],
  'csv-stringify': ['dashboard'],
  'write-excel-file': ['dashboard'],
  fastify: [...entryPoints, 'transport', 'app', 'main'],
  '@fastify': [...entryPoints, 'transport', 'app', 'main'],
}

const domainTestsMayImport = ['node:test', 'node:assert', 'node:assert/strict', 'fast-check']
const impureCalls = ['Date.now', 'Math.random']
const impureObjects = ['process', 'performance', 'crypto', 'globalThis']
const testCalls = ['test', 'it', 'describe', 'suite']
const asides = ['only', 'skip', 'todo']

const rulesOfSrc: readonly Rule[] = [
  importsKeepToTheTable,
  domainIsPure,
  onlyConfigReadsTheEnvironment,
  exportsHaveNames,
  filesAreNamedAfterNouns,
  filesAreShort,
]
const rulesOfAll: readonly Rule[] = [importsEndWithTs, noAny, nothingIsPutOff, everyTestRuns]

test('the repository keeps to the house', () => {
  const sources = sourcesOf('{src,test,bench,spec}/**/*.ts', 'tools/*/*.ts', 'web/**/*.{ts,tsx}')
  assert.ok(sources.some(({ path }) => path === 'test/house.test.ts'))
  const found = breaches(sources)
  assert.ok(found.length === 0, `${found.length} found:\n${found.join('\n')}`)
})

describe('the check of the house refuses', () => {
  const refused: [path: string, text: string, fault: string][] = [
    ['src/domain/slug.ts', "import { createHash } from 'node:crypto'", 'may not import node:crypto'],
    ['src/domain/slug.ts', "import * as words from '@scure/bip39'", 'may not import @scure/bip39'],
    ['src/domain/slug.ts', "import { test } from 'node:test'", 'may not import node:test'],
    ['src/domain/slug.test.ts', "import { readFileSync } from 'node:fs'", 'may not import node:fs'],
    ['src/domain/slug.test.ts', "import { Store } from '../store/store.ts'", 'may not import ../store/store.ts'],
    ['src/domain/edit.ts', 'export async function edit() {}', 'async in the domain'],
    ['src/domain/edit.ts', 'export const edited = await edit()', 'await in the domain'],
    ['src/domain/edit.ts', 'for await (const edit of edits) {}', 'await in the domain'],
    ['src/domain/edit.ts', 'const now = Date.now()', 'Date.now in the domain'],
    ['src/domain/edit.ts', 'const now = new Date(0)', 'new Date in the domain'],
    ['src/domain/edit.ts', 'const chance = Math.random()', 'Math.random in the domain'],
    ['src/domain/edit.ts', 'process.exit(1)', 'process.exit in the domain'],
    ['src/store/store.ts', "import type { Caller } from '../service/access.ts'", 'may not import ../service/access.ts'],
    ['src/store/store.ts', "export { template } from '../api/serialize.ts'", 'may not import ../api/serialize.ts'],
    ['src/store/migrations/0001.ts', "import { api } from '../../app.ts'", 'may not import ../../app.ts'],
    ['src/service/surveys.ts', "import type { Kysely } from 'kysely'", 'may not import kysely'],
    ['src/service/surveys.ts', "import { DatabaseSync } from 'node:sqlite'", 'may not import node:sqlite'],
    ['src/service/surveys.ts', "const pg = await import('pg')", 'may not import pg'],
    ['src/service/surveys.ts', "type Request = import('fastify').FastifyRequest", 'may not import fastify'],
    ['src/service/surveys.ts', "import { config } from '../config.ts'", 'may not import ../config.ts'],
    ['src/api/routes.ts', "import { Store } from '../store/store.ts'", 'may not import ../store/store.ts'],
    ['src/api/routes.ts', "import { form } from '../pages/form.ts'", 'may not import ../pages/form.ts'],
    [
      'src/mcp/tools.ts',
      "import { authenticate } from '../api/authenticate.ts'",
      'may not import ../api/authenticate.ts',
    ],
    ['src/pages/form.ts', "import { Question } from '../api/contract.ts'", 'may not import ../api/contract.ts'],
    ['src/transport/errors.ts', "import { Keys } from '../service/keys.ts'", 'may not import ../service/keys.ts'],
    ['src/transport/errors.ts', "import { frame } from '../html/frame.ts'", 'may not import ../html/frame.ts'],
    ['src/html/frame.ts', "import swagger from '@fastify/swagger'", 'may not import @fastify/swagger'],
    ['src/cli.ts', "import fastify from 'fastify'", 'may not import fastify'],
    ['src/app.ts', "import { sql } from 'kysely/sql'", 'may not import kysely/sql'],
    ['src/app.ts', "import { startService } from '../test/harness.ts'", 'may not import ../test/harness.ts'],
    ['src/store/group.ts', "import { Counter } from 'prom-client'", 'may not import prom-client'],
    ['src/main.ts', "import { Registry } from 'prom-client'", 'may not import prom-client'],
    ['src/pages/form.ts', "import { stringify } from 'csv-stringify/sync'", 'may not import csv-stringify/sync'],
    ['src/cli.ts', "import write from 'write-excel-file/node'", 'may not import write-excel-file/node'],
    ['src/metrics/metrics.ts', "import { Store } from '../store/store.ts'", 'may not import ../store/store.ts'],
    ['src/store/group.ts', "import { Metrics } from '../metrics/metrics.ts'", 'may not import ../metrics/metrics.ts'],
    ['src/lib/words.ts', 'export const words = 1', 'lib is no room of the house'],
    [
      'web/ui/form.tsx',
      "import { body } from '../../src/transport/body.ts'",
      'may not import ../../src/transport/body.ts',
    ],
    ['web/ui/form.tsx', "import { Me } from '../../src/api/contract.ts'", 'may not import ../../src/api/contract.ts'],
    ['src/api/routes.ts', 'const port = process.env.PORT', 'process.env is read by src/config.ts only'],
    ['src/api/routes.ts', 'const routes = 1\nexport default routes', 'default export'],
    ['src/api/routes.ts', 'export default function routes() {}', 'default export'],
    ['src/api/routes.ts', 'const routes = 1\nexport { routes as default }', 'default export'],
    ['src/api/utils.ts', '', 'a name that says nothing'],
    ['src/api/request-helper.test.ts', '', 'a name that says nothing'],
    ['src/service/common/words.ts', '', 'a name that says nothing'],
    ['src/api/routes.ts', 'void 0\n'.repeat(351), '351 lines, more than 350'],
    ['src/api/routes.ts', "import { authenticate } from './authenticate'", './authenticate does not end with .ts'],
    ['test/api.test.ts', "import { call } from './harness.js'", './harness.js does not end with .ts'],
    ['bench/run.ts', 'const found: any[] = []', 'the type any'],
    ['spec/requirements.ts', '/** TODO: more. */', 'TODO in a comment'],
    ['test/api.test.ts', 'call() // FIXME', 'FIXME in a comment'],
    ['test/api.test.ts', '// @ts-ignore\ncall(1)', '@ts-ignore in a comment'],
    ['test/api.test.ts', "test.only('one', f)", 'only on a test'],
    ['test/api.test.ts', 'test("one", t => t.skip())', 'skip on a test'],
    ['test/api.test.ts', "describe('one', { skip: true }, f)", 'skip on a test'],
  ]

  for (const [path, text, fault] of refused) {
    test(`${path}: ${fault}`, () => assert.deepEqual(breaches([{ path, text }]), [`${path}: ${fault}`]))
  }
})

describe('the check of the house lets pass', () => {
  const kept: [path: string, text: string][] = [
    ['src/domain/edit.ts', "import type { Question } from './question.ts'"],
    ['src/domain/edit.ts', "// no async, no await, no Date.now\nexport const text = 'await any process.env'"],
    ['src/domain/edit.test.ts', "import assert from 'node:assert/strict'\nimport fc from 'fast-check'\nawait all()"],
    [
      'src/store/sqlite/sqlite.ts',
      "import { DatabaseSync } from 'node:sqlite'\nimport { limits } from '../../domain/limits.ts'",
    ],
    ['src/store/migrations/0001.ts', "import { sql } from 'kysely'\nimport { tables } from '../tables.ts'"],
    ['src/service/surveys.ts', "import { randomBytes } from 'node:crypto'\nimport { Store } from '../store/store.ts'"],
    ['src/api/routes.ts', "import fastify from 'fastify'\nimport { create } from '../service/surveys.ts'"],
    ['src/transport/errors.ts', "import fastify from 'fastify'\nimport { Refusal } from '../domain/refusal.ts'"],
    ['src/mcp/tools.ts', "import { Me } from '../api/contract.ts'\nimport { survey } from '../api/serialize.ts'"],
    [
      'src/app.ts',
      "import { Store } from './store/store.ts'\nimport { api } from './api/routes.ts'\nimport f from 'fastify'",
    ],
    ['src/metrics/metrics.ts', "import { Counter } from 'prom-client'\nimport { Requests } from './requests.ts'"],
    ['src/config.ts', 'export const config = { port: process.env.PORT }'],
    ['web/ui/form.tsx', "import type { Me } from '../../src/api/contract.ts'"],
    ['web/ui/form.tsx', "import { isRequired } from '../../src/domain/requirement.ts'"],
    ['src/api/routes.ts', 'void 0\n'.repeat(350)],
    ['src/api/routes.ts', 'switch (1) {\n  default:\n}'],
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
  if (path.startsWith('web/')) return [webImportsNoServer]
  return path.startsWith('src/') ? [...rulesOfSrc, ...rulesOfAll] : rulesOfAll
}

// The rules

function importsKeepToTheTable(file: File): string[] {
  const room = roomOf(file.path)
  if (!assembly.includes(room) && !mayImport[room]) return [`${room} is no room of the house`]
  return importsOf(file)
    .map(({ specifier }) => specifier)
    .filter(specifier => !(isRelative(specifier) ? mayReach(file.path, specifier) : mayUse(file.path, specifier)))
    .map(specifier => `may not import ${specifier}`)
}

function mayReach(path: string, specifier: string): boolean {
  const target = posix.join(posix.dirname(path), specifier)
  const room = roomOf(path)
  if (!target.startsWith('src/')) return false
  if (assembly.includes(room) || roomOf(target) === room) return true
  return mayImport[room]?.some(allowed => allowed === target || allowed === roomOf(target)) ?? false
}

function mayUse(path: string, specifier: string): boolean {
  const room = roomOf(path)
  if (room === 'domain') return isTest(path) && domainTestsMayImport.includes(specifier)
  return confined[specifier.split('/')[0] ?? '']?.includes(room) ?? true
}

function webImportsNoServer(file: File): string[] {
  return importsOf(file)
    .filter(({ specifier, typeOnly }) => {
      const target = isRelative(specifier) ? posix.join(posix.dirname(file.path), specifier) : ''
      const shared = roomOf(target) === 'domain' || (typeOnly && forBrowsers.includes(target))
      return target.startsWith('src/') && !shared
    })
    .map(({ specifier }) => `may not import ${specifier}`)
}

function domainIsPure(file: File): string[] {
  if (roomOf(file.path) !== 'domain' || isTest(file.path)) return []
  return file.nodes.flatMap(impurity).map(found => `${found} in the domain`)
}

function impurity(node: ts.Node): string[] {
  if (node.kind === ts.SyntaxKind.AsyncKeyword) return ['async']
  if (node.kind === ts.SyntaxKind.AwaitKeyword) return ['await']
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

function isDefaultExport(node: ts.Node): boolean {
  if (node.kind === ts.SyntaxKind.DefaultKeyword) return !ts.isDefaultClause(node.parent)
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

function importsEndWithTs(file: File): string[] {
  return importsOf(file)
    .filter(({ specifier }) => isRelative(specifier) && !specifier.endsWith('.ts'))
    .map(({ specifier }) => `${specifier} does not end with .ts`)
}

function noAny({ nodes }: File): string[] {
  return nodes.filter(node => node.kind === ts.SyntaxKind.AnyKeyword).map(() => 'the type any')
}

function nothingIsPutOff({ comments }: File): string[] {
  return [...comments.matchAll(/\b(?:TODO|FIXME)\b|@ts-(?:ignore|nocheck)\b/g)].map(
    ([found]) => `${found} in a comment`,
  )
}

function everyTestRuns({ nodes }: File): string[] {
  return nodes
    .flatMap(asideOf)
    .filter(name => asides.includes(name))
    .map(name => `${name} on a test`)
}

/** The name called in `test.skip(…)` and `t.skip()`, or given in `test('…', { skip: true }, …)`. */
function asideOf(node: ts.Node): string[] {
  if (!ts.isCallExpression(node)) return []
  const callee = node.expression
  if (ts.isPropertyAccessExpression(callee)) return [callee.name.text]
  if (!testCalls.includes(callee.getText())) return []
  return node.arguments.filter(ts.isObjectLiteralExpression).flatMap(options => {
    return options.properties.map(property => property.name?.getText() ?? '')
  })
}

// Reading a file

function sourcesOf(...patterns: readonly string[]): Source[] {
  return globSync(patterns, { cwd: root }).map(path => ({ path, text: readFileSync(join(root, path), 'utf8') }))
}

function parse(source: Source): File {
  const tree = ts.createSourceFile(source.path, source.text, ts.ScriptTarget.Latest, true)
  const nodes = [...nodesUnder(tree, tree)]
  const tokens = nodes.filter(ts.isToken)
  const comments = tokens.map(token => source.text.slice(token.getFullStart(), token.getStart(tree))).join('\n')
  return { ...source, nodes, comments }
}

function* nodesUnder(node: ts.Node, tree: ts.SourceFile): Generator<ts.Node> {
  yield node
  for (const child of node.getChildren(tree)) {
    if (!ts.isJSDoc(child)) yield* nodesUnder(child, tree)
  }
}

function importsOf({ nodes }: File): Import[] {
  return nodes.filter(ts.isStringLiteralLike).flatMap(literal => {
    const typeOnly = importsTypesOnly(literal.parent)
    return typeOnly === undefined ? [] : [{ specifier: literal.text, typeOnly }]
  })
}

/** Undefined where a string stands in no import and no export from another file. */
function importsTypesOnly(parent: ts.Node): boolean | undefined {
  if (ts.isImportDeclaration(parent)) return parent.importClause?.phaseModifier === ts.SyntaxKind.TypeKeyword
  if (ts.isExportDeclaration(parent)) return parent.isTypeOnly
  if (ts.isCallExpression(parent) && parent.expression.kind === ts.SyntaxKind.ImportKeyword) return false
  return ts.isImportTypeNode(parent.parent) ? true : undefined
}

/** The first part of a path under src: src/api/routes.ts is in api, src/app.ts and src/app.test.ts are app. */
function roomOf(path: string): string {
  const [, part = ''] = path.split('/')
  return part.replace(/(?:\.test)?\.ts$/, '')
}

function isRelative(specifier: string): boolean {
  return specifier.startsWith('.')
}

function isTest(path: string): boolean {
  return path.endsWith('.test.ts')
}
