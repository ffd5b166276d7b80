import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { after, describe, test } from 'node:test'
import { promisify } from 'node:util'
import { publint } from 'publint'
import { formatMessage } from 'publint/utils'
import { build } from 'vite'
import { freeText, kept, newApi, optional, rating } from '../api/fixtures.ts'
import { inBrowser } from '../browser/chromium.ts'
import { type Service, startService } from '../harness.ts'
import { reportMissing } from '../missing-program.ts'
import { pack, releasedFile } from '../released.ts'
import { assertSnapshot } from '../snapshot.ts'

const execute = promisify(execFile)
const root = join(import.meta.dirname, '../..')
const source = join(root, 'clients/typescript')
const packages = join(root, 'node_modules')
const read = (path: string) => readFileSync(join(source, path), 'utf8')
/** A project that depends on the package. */
const project = mkdtempSync(join(tmpdir(), 'soundings-client-'))
after(() => rmSync(project, { recursive: true }))
const installed = join(project, 'node_modules/@soundings/client')
/** A runtime in which the client is tested. */
interface Runtime {
  readonly name: string
  readonly program: string
  readonly args: readonly string[]
  /** How to install it. */
  readonly remedy: string
}

const RUNTIMES: readonly Runtime[] = [
  { name: 'our Node', program: process.execPath, args: [], remedy: 'Run npm ci.' },
  { name: 'the Node of the machine', program: nodeOfMachine(), args: [], remedy: 'Install Node in a folder of PATH.' },
  {
    name: 'Deno',
    program: join(root, 'tools/deno/node_modules/@deno/linux-x64-glibc/deno'),
    args: ['run', '--allow-env', '--allow-net', '--no-prompt'],
    remedy: 'Run npm ci --prefix tools/deno.',
  },
]
/** The Deno package that we install exists for Linux on x64 only. */
const HAS_DENO_PACKAGE = process.platform === 'linux' && process.arch === 'x64'

/** The Node in which npm runs, which can be older than ours: npm puts ours before it in PATH. */
function nodeOfMachine(): string {
  const folders = (process.env.PATH ?? '').split(delimiter).filter(folder => !folder.includes('node_modules'))
  return folders.map(folder => join(folder, 'node')).find(existsSync) ?? 'node'
}

const LUNCH = `title: Lunch
questions:
  - type: multiple_choice
    text: Coming?
    options: ['Yes', 'No']
`

const tarball = await install()
const service = await startService()
after(() => service.close())

/** Installs what users get: the contents of the tarball and the one package that it depends on. */
async function install(): Promise<Buffer> {
  const file =
    releasedFile(`soundings-client-${JSON.parse(read('package.json')).version}.tgz`) ?? (await pack(source, project))
  mkdirSync(installed, { recursive: true })
  await execute('tar', ['-xzf', file, '-C', installed, '--strip-components=1'])
  for (const name of ['openapi-fetch', 'openapi-typescript-helpers'])
    symlinkSync(join(packages, name), join(project, 'node_modules', name))
  writeFileSync(join(project, 'package.json'), '{ "type": "module" }')
  return readFileSync(file)
}

/** The sample in the README that contains a text. */
function sampleWith(text: string): string {
  const samples = [...read('README.md').matchAll(/```[jt]s\n([\s\S]*?)```/g)].map(([, sample = '']) => sample)
  return samples.find(sample => sample.includes(text)) ?? assert.fail(`no sample has ${text}`)
}

describe('the package of the client', () => {
  test('has no unneeded dependencies or files, and publint reports no problems', async () => {
    const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
    const manifest = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8'))
    const { devDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
    assert.equal(manifest.version, version)
    assert.deepEqual(manifest.dependencies, { 'openapi-fetch': devDependencies['openapi-fetch'] })
    assert.equal(read('LICENSE'), readFileSync(join(root, 'LICENSE'), 'utf8'))
    const data = Uint8Array.from(tarball).buffer
    const { messages, pkg } = await publint({ pack: { tarball: data }, strict: true })
    assert.deepEqual(
      messages.map(message => formatMessage(message, pkg)),
      [],
    )
    for (const path of globSync('dist/!(soundings-client)*', { cwd: installed }))
      assert.doesNotMatch(readFileSync(join(installed, path), 'utf8'), /['"](?:node:|[^'"\n]*\.ts['"])/, path)
    assert.ok(existsSync(join(installed, 'README.md')))
  })

  test('has types that compile in a strict project, with every kind of module resolution and both compilers [client-types]', async () => {
    writeFileSync(join(project, 'sample.ts'), sampleWith('slug_taken'))
    writeFileSync(join(project, 'types.ts'), TYPES)
    for (const [module, moduleResolution, compiler] of [
      ['nodenext', 'nodenext', 'typescript'],
      ['node16', 'node16', 'typescript'],
      ['esnext', 'node10', 'typescript'],
      ['esnext', 'bundler', 'typescript-native'],
    ] as const) {
      const strict = { strict: true, exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true, noEmit: true }
      const compilerOptions = { ...strict, module, moduleResolution, target: 'es2022', types: [], skipLibCheck: true }
      const files = ['types.ts', 'sample.ts']
      writeFileSync(join(project, 'tsconfig.json'), JSON.stringify({ compilerOptions, files }))
      const tsc = join(packages, compiler, 'bin/tsc')
      const run = execute(process.execPath, [tsc], { cwd: project })
      const { stdout } = await run.catch(error => error)
      assert.equal(stdout, '', moduleResolution)
    }
  })

  test('has the commands for remote servers as one program for any Node [client-program]', async t => {
    const { token } = await service.newCaller()
    const program = join(installed, 'dist/soundings-client.js')
    const env = { PATH: process.env.PATH, SOUNDINGS_TOKEN: token }
    const run = async (...words: string[]) => {
      const args = [program, ...words, '--server', service.baseUrl]
      return (await execute(nodeOfMachine(), args, { env, cwd: project })).stdout
    }
    writeFileSync(join(project, 'lunch.yaml'), LUNCH)
    const { id } = JSON.parse(await run('surveys', 'create', 'lunch.yaml', '--json'))
    assert.match(await run('surveys', 'list'), new RegExp(`${id}.*Lunch`))
    assert.match(await run('surveys', 'show', id), /text: Coming\?/)
    writeFileSync(join(project, 'lunch.yaml'), LUNCH.replace('Coming?', 'Are you coming?'))
    const differs = await run('diff', 'lunch.yaml', id).catch(error => error)
    assert.deepEqual([differs.code, /Are you coming\?/.test(differs.stdout)], [2, true])
    await run('apply', 'lunch.yaml', id, '--yes')
    assert.match(await run('results', id), /Are you coming\?/)
    const { stdout } = await execute(nodeOfMachine(), [program, '--version'])
    t.diagnostic(`${stdout.trim()} in Node ${(await execute(nodeOfMachine(), ['--version'])).stdout.trim()}`)
    assert.equal(stdout, `soundings-client ${JSON.parse(read('package.json')).version}\n`)
  })

  test('runs the kiosk of its README, which needs no token [client-submit]', async () => {
    const api = await newApi(service)
    await api.create([rating(), freeText('Why?', optional)], { slug: 'kiosk' })
    writeFileSync(join(project, 'kiosk.js'), sampleWith(`submit('kiosk'`))
    const env = { PATH: process.env.PATH, SOUNDINGS_SERVER: service.baseUrl }
    const run = async (answers: string) =>
      (await execute(process.execPath, ['kiosk.js', answers], { cwd: project, env })).stdout
    assert.match(await run('[9, "Friendly people"]'), /^Stored as [0-9a-f-]{36}\n$/)
    assert.equal(await run('[11]'), 'invalid answers\n- question 1: the answer must be a whole number from 1 to 10\n')
    assert.deepEqual(
      (await api.read('kiosk')).responses.map(({ answers }) => answers),
      [[9, 'Friendly people']],
    )
  })

  test('runs the samples of its README for admin tokens [client-new-responses, client-watch, client-export, client-delete]', async () => {
    const api = await newApi(service)
    const run = async (name: string, adminToken: string) => {
      writeFileSync(join(project, `${name}.js`), sampleWith(`dashboard('${name}'`))
      const env = { PATH: process.env.PATH, SOUNDINGS_SERVER: service.baseUrl, ADMIN_TOKEN: adminToken }
      return (await execute(process.execPath, [`${name}.js`], { cwd: project, env })).stdout
    }
    const { admin_token } = await api.create([freeText()], { slug: 'retro-june' })
    for (const text of ['Fewer meetings', 'Longer lunch']) {
      await kept(service, 'retro-june', [text])
      assert.equal(await run('retro-june', admin_token), `${text}\n`)
    }
    assert.equal(await run('retro-june', admin_token), '')
    const lunch = await api.create([rating()], { slug: 'lunch' })
    for (const answer of [8, 9]) await kept(service, 'lunch', [answer])
    assert.equal(await run('lunch', lunch.admin_token), '2 responses\n')
    assert.match(readFileSync(join(project, 'lunch.csv'), 'utf8'), /^id,submitted_at,How good\?\r\n(?:.*,[89]\r\n){2}$/)
    assert.equal((await api.get('/surveys/lunch')).status, 404)
  })

  for (const [number, { name, program, args, remedy }] of RUNTIMES.entries()) {
    const title = `runs the weekly retro of its README in ${name}, which leaves other surveys alone [docs-weekly-job]`
    if (name === 'Deno' && !HAS_DENO_PACKAGE) continue
    if (!existsSync(program)) {
      reportMissing(title, remedy)
      continue
    }
    test(title, async () => {
      const sample = sampleWith('process.argv[2]')
      const lines = sample.split('\n').filter(line => line !== '')
      assert.ok(lines.length <= 21)
      writeFileSync(join(project, 'retro.js'), sample)
      const api = await newApi(service)
      const { token } = api.caller
      const env = { PATH: process.env.PATH, SOUNDINGS_SERVER: service.baseUrl, SOUNDINGS_TOKEN: token }
      const other = await api.create([rating()], { title: 'Retro', slug: `retro-june-${number}` })
      // Slugs belong to one account, so each runtime uses different weeks.
      const year = `${2026 + number}`
      const transcript = ['$ cat retro.js', sample.trimEnd()]
      const start = async (week: string) => {
        const { stdout } = await execute(program, [...args, 'retro.js', `${year}-${week}`], { cwd: project, env })
        transcript.push('', `$ node retro.js 2026-${week}`, stdout.trimEnd())
        return stdout.trim().split('\n')
      }
      const [first = ''] = await start('w23')
      const slug = first.replace(/.*\/s\//, '')
      transcript.push('', '# Two people respond during the week.')
      await kept(service, slug, [8, 'Fewer meetings'])
      await kept(service, slug, [5, null])
      assert.deepEqual(await start('w23'), [first])
      const [next = '', ...summary] = await start('w24')
      assert.deepEqual(summary, ['Last week: 2 responses, mean 6.5', '- Fewer meetings'])
      assert.equal((await api.read(other.id)).status, 'open')
      const links = [first, next].map(line => line.replace('This week: ', ''))
      const text = `${transcript.join('\n')}\n`
        .replaceAll(links[0] ?? '', 'https://soundings.example/s/retro-2026-w23')
        .replaceAll(links[1] ?? '', 'https://soundings.example/s/retro-2026-w24')
      assertSnapshot('developer.txt', text)
    })
  }
})

inBrowser('the package of the client, bundled with Vite', open => {
  test('creates a survey and streams its responses on a page and in a worker', async t => {
    const site = await startSite(await bundle())
    t.after(() => site.close())
    const { page } = await open()
    const { port } = site.address() as AddressInfo
    await page.goto(`http://127.0.0.1:${port}/`)
    const { token } = await service.newCaller()
    for (const where of ['page', 'worker']) {
      const result = await page.evaluate(`run(${JSON.stringify({ where, ...settings(service, token) })})`)
      assert.deepEqual(result, { title: 'Browser', responses: [], refusal: 'not found' }, where)
    }
  })
})

function settings({ baseUrl }: Service, token: string) {
  return { server: baseUrl, token }
}

/** The code of the browser test, which the page and the worker share. */
async function bundle(): Promise<string> {
  writeFileSync(join(project, 'browser.js'), BROWSER_CODE)
  const built = await build({
    configFile: false,
    root: project,
    logLevel: 'error',
    build: { write: false, target: 'es2022', rolldownOptions: { input: join(project, 'browser.js') } },
  })
  const [result] = [built].flat()
  const [chunk] = result !== undefined && 'output' in result ? result.output : []
  return chunk?.type === 'chunk' ? chunk.code : assert.fail('nothing was built')
}

async function startSite(code: string) {
  const site = createServer(({ url }, response) => {
    const isScript = url === '/browser.js'
    response.setHeader('content-type', isScript ? 'text/javascript' : 'text/html')
    response.end(isScript ? code : '<!doctype html><script type="module" src="/browser.js"></script>')
  })
  await new Promise<void>(resolve => site.listen(0, '127.0.0.1', resolve))
  return site
}

const BROWSER_CODE = `
import { Soundings } from '@soundings/client'

async function use({ server, token }) {
  const soundings = new Soundings({ server, token })
  const { id, title } = await soundings.createSurvey({ title: 'Browser', questions: [{ type: 'rating', text: 'How?' }] })
  const responses = []
  for await (const response of soundings.responses(id)) responses.push(response)
  const refusal = await soundings.readSurvey('none-such').catch(error => error.message)
  return { title, responses, refusal }
}

globalThis.run = settings => {
  if (settings.where === 'page') return use(settings)
  const worker = new Worker('/browser.js', { type: 'module' })
  return new Promise(resolve => {
    worker.onmessage = ({ data }) => data === 'ready' ? worker.postMessage(settings) : resolve(data)
  })
}
if (globalThis.document === undefined) {
  onmessage = async ({ data }) => postMessage(await use(data))
  postMessage('ready')
}
`

/** Code that must compile, and lines that must not. */
const TYPES = `
import { isSoundingsError, Soundings, type Dashboard, type ErrorCode, type NewSurvey, type Result, type SoundingsError, type SurveyEvent, type SurveyResponse } from '@soundings/client'

export const soundings = new Soundings({ server: 'https://soundings.example', token: 'snd_pat_x', fetch, random: () => 0 })
export const signal: AbortSignal = AbortSignal.timeout(1)
export const survey: NewSurvey = {
  title: 'Lunch',
  theme: { primary: '#000000', background: '#ffffff' },
  questions: [
    { type: 'multiple_choice', text: 'Coming?', options: ['Yes', 'No'] },
    { type: 'free_text', text: 'What?', requirement: { mode: 'conditional', when: { op: 'all', conditions: [{ questionIndex: 0, values: ['Yes'] }] } } },
  ],
}
export async function use(): Promise<string> {
  const { admin_url } = await soundings.createSurvey(survey, { signal, idempotencyKey: 'lunch' })
  for await (const { answers, submitted_at } of soundings.responses('lunch', { signal })) answers.map(answer => [answer, submitted_at])
  const stored: SurveyResponse = await soundings.submit('lunch', ['Yes', null], { key: '7d9f5c52-3f0b-4d7e-9f0e-3f8f1c1f7a10' })
  new Soundings({ server: 'https://soundings.example', token: null }).submit(stored.id, ['Yes', 3])
  const dashboard: Dashboard = soundings.dashboard('lunch', admin_url)
  const reading = dashboard.responses({ since: undefined, signal })
  for await (const { answers } of reading) stored.answers.push(...answers, reading.cursor)
  for await (const event of dashboard.watch({ signal })) eventText(event)
  for await (const chunk of await dashboard.export('csv', { isForSpreadsheet: true })) chunk.byteLength
  await dashboard.delete()
  const { results } = await soundings.readResults('lunch')
  return admin_url + results.map(summary).join()
}
function summary(result: Result): number {
  switch (result.type) {
    case 'multiple_choice': return result.tally.length
    case 'rating': return result.mean ?? 0
    case 'free_text': return result.answered
    case 'upvoted_question': return result.board.votes
  }
}
/** Exhaustive, without a default, as what follows. */
function eventText(event: SurveyEvent): string {
  switch (event.type) {
    case 'results': return event.status + event.results.map(summary).join() + event.response_count
    case 'board': return event.index + (event.items ?? []).map(({ text }) => text).join()
    case 'survey': return ''
  }
}
export function textOf(error: SoundingsError): string | number {
  switch (error.kind) {
    case 'refusal': return error.questions[0]?.error ?? error.status + (error.retryAfter ?? 0)
    case 'network': case 'timeout': case 'interrupted': case 'options': return error.message
    case 'unexpected_response': return error.status
  }
}
export function codeOf(caught: unknown): ErrorCode | undefined {
  return isSoundingsError(caught) && caught.kind === 'refusal' ? caught.code : undefined
}

// @ts-expect-error: a token is needed
new Soundings({ server: 'https://soundings.example' })
// @ts-expect-error: there is no such type of question
soundings.createSurvey({ title: 'Lunch', questions: [{ type: 'matrix', text: 'Which?' }] })
// @ts-expect-error: a choice has options
soundings.createSurvey({ title: 'Lunch', questions: [{ type: 'multiple_choice', text: 'Which?' }] })
// @ts-expect-error: surveys expire by themselves
soundings.changeSurvey('lunch', { status: 'expired' })
// @ts-expect-error: a read makes nothing, so it takes no key
soundings.readResults('lunch', { idempotencyKey: 'x' })
// @ts-expect-error: counts are not in the full read
soundings.readSurvey('lunch').then(read => read.results)
// @ts-expect-error: there is no such format
soundings.dashboard('lunch', 'x').export('pdf')
// @ts-expect-error: an answer is a text, a number or null
soundings.submit('lunch', [true])
// @ts-expect-error: there is no such code
export const code: ErrorCode = 'no_such_code'
// @ts-expect-error: only a refusal has a code
export const wrong = (error: SoundingsError) => error.code
`
