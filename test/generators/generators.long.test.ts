import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, type TestContext, test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { build } from 'vite'
import { kept, newApi } from '../api/fixtures.ts'
import { call, startService } from '../harness.ts'
import { installTools } from '../installed-tools.ts'
import { temporaryFolder } from '../program.ts'
import { GENERATORS, type Generator, programOf, VALIDATORS } from './programs.ts'

const PROJECT = join(import.meta.dirname, '../..')
const GENERATE_WITHIN_MS = 120_000
const STRICT = {
  strict: true,
  noUncheckedIndexedAccess: true,
  noEmit: true,
  module: 'esnext',
  moduleResolution: 'bundler',
  target: 'es2022',
  types: [],
}

const run = promisify(execFile)
const service = await startService()
after(() => service.close())
const generators = await installTools('generators')

for (const [number, [name, generator]] of Object.entries(GENERATORS).entries())
  test(`code of ${name} compiles in a strict project, and keeps unknown properties [openapi-generators]`, async t => {
    const api = await newApi(service)
    const { use } = await built<Client>(t, generator, programOf(generator, service.baseUrl, api.caller.token))
    const slug = `generated-${number}`
    const used = await use(slug, () => kept(service, slug, [9]))
    assert.deepEqual(used, { refusal: 'slug_taken', text: 'How good? Really?', scale: 5, mean: 9 })
  })

for (const [name, generator] of Object.entries(VALIDATORS))
  test(`validators of ${name} keep unknown properties [openapi-generators]`, async t => {
    const { parse } = await built<Validator>(t, generator, generator.program)
    const when = { op: 'any', conditions: [{ questionIndex: 0, values: ['Yes'] }] }
    const questions = [
      { type: 'multiple_choice', text: 'Coming?', options: ['Yes', 'No'], colour: 'red' },
      { type: 'rating', text: 'How good?', scale: 5, requirement: { mode: 'conditional', when, note: 'ours' } },
    ]
    const survey = { title: 'Retro', questions }
    assert.deepEqual(parse(survey), survey)
    assert.throws(() => parse({ title: 'Retro', questions: [{ type: 'matrix', text: 'Which?' }] }))
  })

interface Client {
  use(slug: string, respond: () => Promise<unknown>): Promise<object>
}

interface Validator {
  parse(survey: object): unknown
}

/** Generates code, compiles a program on it in a strict project, and loads that. */
async function built<Program>(t: TestContext, generator: Generator, source: string): Promise<Program> {
  const folder = temporaryFolder(t)
  const { text } = await call(service, 'GET', '/openapi.json')
  const files = {
    'openapi.json': text,
    'package.json': '{ "type": "module" }',
    'tsconfig.json': JSON.stringify({ compilerOptions: STRICT, files: ['use.ts'] }),
    'use.ts': source,
    ...generator.files,
  }
  for (const [file, content] of Object.entries(files)) writeFileSync(join(folder, file), content)
  symlinkSync(join(PROJECT, 'node_modules'), join(folder, 'node_modules'))
  const [program, ...args] = generator.command
  const packages = join(generator.packages === 'project' ? PROJECT : generators, 'node_modules')
  await run(process.execPath, [join(packages, program), ...args], { cwd: folder, timeout: GENERATE_WITHIN_MS })
  const tsc = join(PROJECT, 'node_modules/typescript-native/bin/tsc')
  const { stdout } = await run(process.execPath, [tsc, '--singleThreaded'], { cwd: folder }).catch(error => error)
  assert.equal(stdout, '')
  return bundled(folder)
}

/** Node resolves no imports without an extension, which generated code has. */
async function bundled<Program>(folder: string): Promise<Program> {
  await build({
    configFile: false,
    root: folder,
    logLevel: 'error',
    ssr: { noExternal: true },
    build: { ssr: 'use.ts', outDir: 'bundle', rolldownOptions: { output: { entryFileNames: 'use.js' } } },
  })
  return import(pathToFileURL(join(folder, 'bundle/use.js')).href)
}
