import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { promisify } from 'node:util'
import { parse } from 'yaml'
import { startService } from '../harness.ts'
import { installTools } from '../installed-tools.ts'
import { temporaryFolder } from '../program.ts'
import { connect } from './client.ts'
import { startConformanceServer } from './conformance-server.ts'
import { startTokenProxy } from './token-proxy.ts'

/** Third-party clients are installed separately, since nothing else of the project needs them. */
const TOOLS = join(import.meta.dirname, '../../tools/mcp')
const CONFORMANCE = join(TOOLS, 'node_modules/@modelcontextprotocol/conformance/dist/index.js')
const INSPECTOR = join(TOOLS, 'node_modules/@modelcontextprotocol/inspector/clients/launcher/build/index.js')
const WITHIN_MS = 120_000
/** All scenarios of a revision in one run. */
const SUITE_WITHIN_MS = 600_000

/** The revisions in use, and the scenarios that test what our own server declares: tools and resources. */
const SCENARIOS = {
  '2025-11-25': ['server-initialize', 'ping', 'tools-list', 'resources-list', 'dns-rebinding-protection'],
  '2026-07-28': [
    'server-stateless',
    'tools-list',
    'resources-list',
    'sep-2164-resource-not-found',
    'server-sse-multiple-streams',
    'dns-rebinding-protection',
    'caching',
    'http-header-validation',
  ],
}
/**
 * Scenarios of the older revision that need a session, which we do not keep: in the first four the server asks its client
 * something, and the last one does not begin without one.
 */
const NEED_SESSION = [
  'tools-call-sampling',
  'tools-call-elicitation',
  'elicitation-sep1034-defaults',
  'elicitation-sep1330-enums',
  'server-sse-multiple-streams',
]

interface Check {
  readonly id: string
  readonly status: string
  readonly errorMessage?: string
  readonly details?: { readonly untestable?: boolean }
}

const run = promisify(execFile)
const service = await startService({ checksHost: true })
after(() => service.close())

before(() => installTools('mcp'))

for (const [revision, scenarios] of Object.entries(SCENARIOS)) {
  test(`the conformance suite finds nothing wrong with revision ${revision} [mcp-tools]`, async t => {
    const proxy = await startTokenProxy(service, (await service.newCaller()).token)
    t.after(() => proxy.close())
    assertConforms(await checksOf(proxy.url, revision), scenarios)
  })

  test(`with all that the conformance suite asks for, our endpoint does what revision ${revision} requires [mcp-tools]`, async t => {
    const server = await startConformanceServer()
    const proxy = await startTokenProxy(server, server.token)
    t.after(async () => {
      proxy.close()
      await server.close()
    })
    const untestable = assertConforms(await checksOf(proxy.url, revision), requiredBy(revision))
    assert.deepEqual(untestable, [])
  })
}

/**
 * The list of the suite, minus what needs a session, plus two scenarios of parts that we have and no revision requires.
 */
function requiredBy(revision: string): readonly string[] {
  const file = join(CONFORMANCE, '../../requirements', `${revision}.yaml`)
  const required: string[] = parse(readFileSync(file, 'utf8')).server
  return revision === '2026-07-28'
    ? [...required, 'json-schema-2020-12', 'http-header-validation']
    : required.filter(name => !NEED_SESSION.includes(name))
}

/** The checks of all scenarios of a revision, by scenario. */
async function checksOf(url: string, revision: string): Promise<ReadonlyMap<string, readonly Check[]>> {
  const folder = mkdtempSync(join(tmpdir(), 'soundings-conformance-'))
  try {
    const options = ['--url', `${url}/mcp`, '--requirements', revision, '--output-dir', folder]
    await run(process.execPath, [CONFORMANCE, 'server', ...options], { timeout: SUITE_WITHIN_MS }).catch(error => {
      // Its exit code also counts scenarios that we skip. Beyond the time limit it is killed, and has none.
      if (error.killed) throw error
    })
    const files = globSync('*/checks.json', { cwd: folder })
    return new Map(files.map(file => [scenarioOf(file), JSON.parse(readFileSync(join(folder, file), 'utf8'))]))
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** @param file server-, the scenario, the time and the name of the file */
function scenarioOf(file: string): string {
  return /^server-(.+)-\d{4}-\d\d-\d\dT/.exec(file)?.[1] ?? file
}

/** @returns what could not be tested */
function assertConforms(all: ReadonlyMap<string, readonly Check[]>, scenarios: readonly string[]): readonly Check[] {
  const checks = scenarios.map(name => all.get(name) ?? [])
  const isPassed = ({ status }: Check) => status === 'SUCCESS'
  const wrong = checks.flat().filter(({ status }) => status === 'FAILURE' || status === 'WARNING')
  const untestable = wrong.filter(isUntestable)
  assert.deepEqual(
    scenarios.filter((_, at) => !checks[at]?.some(isPassed)),
    [],
    'in every scenario something is checked',
  )
  assert.deepEqual(
    wrong.filter(check => !isUntestable(check)),
    [],
  )
  const passed = checks.flat().filter(isPassed).length
  console.log(`${scenarios.length} scenarios: ${passed} checks passed, ${untestable.length} not testable`)
  return untestable
}

/** Whether it needs one of the suite’s own tools, or prompts. */
function isUntestable({ details, errorMessage = '' }: Check): boolean {
  return details?.untestable === true || /^prompts\/list returned JSON-RPC error -32601/.test(errorMessage)
}

test('the inspector lists the tools and calls one [mcp-tools]', async t => {
  const { token } = await service.newCaller()
  const inspect = async (...words: string[]) => {
    const options = ['--transport', 'http', '--header', `Authorization: Bearer ${token}`, ...words]
    const { stdout } = await run(process.execPath, [INSPECTOR, '--cli', `${service.baseUrl}/mcp`, ...options], {
      timeout: WITHIN_MS,
    })
    return JSON.parse(stdout)
  }
  const { tools } = await inspect('--method', 'tools/list', '--strict')
  const ours = await connect(service, token)
  t.after(() => ours.close())
  const names = (list: readonly { readonly name: string }[]) => list.map(({ name }) => name)
  assert.deepEqual(names(tools), names((await ours.listTools()).tools))
  const questions = JSON.stringify([{ type: 'free_text', text: 'Why?' }])
  const call = (name: string, ...args: string[]) => {
    const pairs = args.length > 0 ? ['--tool-arg', ...args] : []
    return inspect('--method', 'tools/call', '--tool-name', name, ...pairs)
  }
  const made = await call('create_survey', 'title=Lunch', `questions=${questions}`)
  const listed = await call('list_surveys')
  assert.equal(listed.structuredContent.surveys[0].id, made.structuredContent.id)
  const app = await inspect('--method', 'tools/call', '--tool-name', 'show_results', '--app-info', '--advertise-apps')
  assert.match(JSON.stringify(app), /ui:\/\/soundings\/results/)
})

test('the configuration file shown in the guide connects a client [mcp-tools, docs-samples]', async t => {
  const { token } = await service.newCaller()
  const guide = readFileSync(join(import.meta.dirname, '../../docs/guides/ai-clients.md'), 'utf8')
  const [, sample = ''] = /^```json mcp\.json\n(.+?)^```$/ms.exec(guide) ?? []
  const file = join(temporaryFolder(t), 'mcp.json')
  writeFileSync(file, sample.replace('https://soundings.example', service.baseUrl).replace(/\$\{TOKEN\}/, token))
  const options = [
    '--cli',
    '--config',
    file,
    '--server',
    'soundings',
    '--method',
    'tools/call',
    '--tool-name',
    'whoami',
  ]
  const { stdout } = await run(process.execPath, [INSPECTOR, ...options], { timeout: WITHIN_MS })
  assert.match(
    JSON.parse(stdout).content[0].text,
    /^Account .+ Allowed: surveys:read surveys:write\. Calls left this hour: \d+\.$/,
  )
})
