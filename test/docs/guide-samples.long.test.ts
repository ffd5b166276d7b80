import assert from 'node:assert/strict'
import { chmodSync, existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { type Block, parseMarkdown } from '../../src/docs/markdown.ts'
import { type Api, newApi, rating } from '../api/fixtures.ts'
import { startProxy } from '../client/failing-proxy.ts'
import { call, type Service, startService } from '../harness.ts'
import { decide, newSubscriber } from '../oauth/client.ts'
import { temporaryFolder } from '../program.ts'
import { type CodeBlock, codeOf } from './code-blocks.ts'
import { runSample } from './runners.ts'

const root = join(import.meta.dirname, '../..')
const UUID = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g
const LANGUAGES = ['sh', 'js', 'python']
/** Names of the blocks that show what a sample prints. */
const OUTPUTS = ['Prints', 'Response body']

/** Code to run, in each language that the guide offers, and its output. */
interface Step {
  readonly samples: Readonly<Record<string, string>>
  readonly output: CodeBlock | undefined
}

/** What may follow a fence. */
const FENCES = [...LANGUAGES, '', 'json', 'yaml', 'text']
/** The languages of each guide. Tests are generated from this list, so that none is lost with its samples. */
const LANGUAGES_OF: Readonly<Record<string, readonly string[]>> = {
  'ai-clients': ['sh'],
  devices: [],
  editing: LANGUAGES,
  errors: [],
  files: ['sh'],
  'first-survey': LANGUAGES,
  lecture: LANGUAGES,
  'oauth-applications': ['sh'],
  'pasting-surveys': [],
  'peer-instruction': [],
  'question-kinds': [],
  'reading-results': LANGUAGES,
  retries: LANGUAGES,
  'town-hall': [],
  'weekly-job': LANGUAGES,
}

test('every guide has samples in the languages that it is tested in [docs-samples]', () => {
  const found = globSync('docs/guides/*.md', { cwd: root }).map(file => {
    const guide = basename(file, '.md')
    const blocks = parseMarkdown(readFileSync(join(root, file), 'utf8')).flatMap(codeOf)
    for (const { language } of blocks) assert.ok(FENCES.includes(language), `${guide}: "${language}" behind a fence`)
    return [guide, LANGUAGES.filter(name => blocks.some(({ language }) => language === name))]
  })
  assert.deepEqual(Object.fromEntries(found), LANGUAGES_OF)
})

for (const [guide, languages] of Object.entries(LANGUAGES_OF))
  for (const language of languages)
    test(`the samples of ${guide} in ${language} run as they are, in their order [docs-samples]`, async t => {
      const service = await startService()
      t.after(() => service.close())
      await runGuide(t, service, { guide, language, server: service.baseUrl })
    })

for (const language of LANGUAGES)
  test(`the weekly job in ${language} leaves a survey with the same title alone [docs-weekly-job]`, async t => {
    const service = await startService()
    t.after(() => service.close())
    const api = await newApi(service)
    const other = await api.create([rating()], { title: 'Retro', slug: 'retro-june' })
    await runGuide(t, service, { guide: 'weekly-job', language, server: service.baseUrl, api })
    assert.equal((await api.read(other.id)).status, 'open')
  })

for (const language of LANGUAGES)
  test(`the retries in ${language} create one survey even if a response is lost and the service is down [docs-samples]`, async t => {
    const service = await startService()
    t.after(() => service.close())
    const proxy = await startProxy(t, service.baseUrl)
    proxy.fail('lost answer', { status: 503, headers: { 'retry-after': '1' } })
    const { get } = await runGuide(t, service, { guide: 'retries', language, server: proxy.server })
    const created = { method: 'POST', path: '/api/v1/surveys', key: 'coffee-2026-w23' }
    assert.deepEqual(proxy.seen.slice(0, 3), [created, created, created])
    const { body } = await get('/surveys')
    assert.deepEqual(body.surveys?.map(({ title }) => title).sort(), ['Coffee', 'Kiosk'])
  })

/** Runs a guide’s samples. @param server the address to which they send requests */
async function runGuide(
  t: TestContext,
  service: Service,
  { guide, language, server, api: given }: { guide: string; language: string; server: string; api?: Api },
) {
  const api = given ?? (await newApi(service))
  const folder = temporaryFolder(t)
  const path = commandLine(folder)
  const { text } = await call(service, 'GET', `/docs/${guide}.md`)
  const blocks = parseMarkdown(text.replaceAll(service.baseUrl, server))
  for (const { file, code } of filesIn(blocks)) writeFileSync(join(folder, file), code)
  for (const { samples, output } of stepsOf(blocks)) {
    const name = language in samples ? language : (Object.keys(samples)[0] ?? '')
    const printed = await runSample(name, samples[name] ?? '', { token: api.caller.token, folder, path })
    assertPrinted(withoutAddress(printed), output && withoutAddress(output.code), output)
    await allowApplication(service, folder)
  }
  return api
}

/** Does what a guide asks of a person: opens the address in a file, allows the application, and copies the address that comes next. */
async function allowApplication(service: Service, folder: string): Promise<void> {
  const [address, callback] = [join(folder, 'address'), join(folder, 'callback')]
  if (!existsSync(address) || existsSync(callback)) return
  const { pathname, search } = new URL(readFileSync(address, 'utf8'))
  const { at } = await decide(service, await newSubscriber(service), pathname + search)
  writeFileSync(callback, at)
}

/** The service prints its own address, and the guide shows that of the server. */
function withoutAddress(text: string): string {
  return text.replaceAll(/http:\/\/127\.0\.0\.1:\d+/g, 'BASE')
}

/** A folder with the command `soundings`. */
function commandLine(folder: string): string {
  const path = join(folder, 'bin')
  mkdirSync(path)
  writeFileSync(join(path, 'soundings'), `#!/bin/sh\nexec ${process.execPath} ${root}/bin/soundings.js "$@"\n`)
  chmodSync(join(path, 'soundings'), 0o755)
  return path
}

/** Blocks that readers write to files: not samples, which have names in some guides too. */
function filesIn(blocks: readonly Block[]): CodeBlock[] {
  return blocks.flatMap(codeOf).filter(({ language, file }) => !LANGUAGES.includes(language) && /^\w+\.\w+$/.test(file))
}

function stepsOf(blocks: readonly Block[]): Step[] {
  const steps: { samples: Record<string, string>; output: CodeBlock | undefined; end: number }[] = []
  for (const [at, block] of blocks.entries()) {
    const [code] = codeOf(block)
    if (code === undefined) continue
    const last = steps.at(-1)
    const follows = last?.end === at - 1
    if (!LANGUAGES.includes(code.language)) {
      if (follows) last.output = code
      else assert.ok(!OUTPUTS.includes(code.file), `belongs to no sample: ${code.code}`)
    } else if (follows) {
      last.samples[code.language] = code.code
      last.end = at
    } else steps.push({ samples: { [code.language]: code.code }, output: undefined, end: at })
  }
  // The output after a sentence may be only a part.
  for (const step of steps) {
    const [next, shown] = blocks.slice(step.end + 1)
    const [code] = shown === undefined ? [] : codeOf(shown)
    if (next?.type === 'paragraph' && code?.language === 'json' && code.file === '') step.output = code
  }
  return steps
}

function assertPrinted(printed: string, expected: string | undefined, output: CodeBlock | undefined): void {
  if (expected === undefined || output === undefined) assert.doesNotMatch(printed, /"error"/)
  else if (output.language === 'text') assert.equal(printed.trim(), expected)
  else if (output.file === 'Response body') assert.deepEqual(comparable(printed), comparable(expected))
  else assert.ok(JSON.stringify(comparable(printed)).includes(JSON.stringify(comparable(expected))), printed)
}

/** Random ids differ from run to run. */
function comparable(text: string): unknown {
  return JSON.parse(text.replace(UUID, 'an-id'))
}
