import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { promisify } from 'node:util'
import { startService } from '../harness.ts'
import { startTokenProxy } from './token-proxy.ts'

/** The clients of others have packages of their own, since nothing else of the project needs them. */
const TOOLS = join(import.meta.dirname, '../../tools/mcp')
const CONFORMANCE = join(TOOLS, 'node_modules/@modelcontextprotocol/conformance/dist/index.js')
const INSPECTOR = join(TOOLS, 'node_modules/@modelcontextprotocol/inspector/clients/launcher/build/index.js')
const WITHIN_MS = 120_000
const INSTALL_WITHIN_MS = 600_000

/**
 * The scenarios for a server that offers tools and resources, and asks nothing of its clients. The others test prompts,
 * completions, logging, sampling, elicitation, tasks, images and sounds: the server declares none of these.
 */
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
    'input-required-result-unsupported-methods',
  ],
}

/** What a scenario says of a part that needs a tool of the suite's own, or prompts. */
const NOT_TESTABLE =
  /^Not testable: server does not list the diagnostic tool|^prompts\/list returned JSON-RPC error -32601/

interface Check {
  readonly id: string
  readonly status: string
  readonly errorMessage?: string
}

const run = promisify(execFile)
const service = await startService({ checksHost: true })
after(() => service.close())

before(async () => {
  if (!isInstalled()) await run('npm', ['ci', '--ignore-scripts'], { cwd: TOOLS, timeout: INSTALL_WITHIN_MS })
})

/** Whether the versions that are asked for are there. */
function isInstalled(): boolean {
  const { dependencies } = readPackage(TOOLS)
  return Object.entries(dependencies).every(([name, version]) => {
    try {
      return readPackage(join(TOOLS, 'node_modules', name)).version === version
    } catch {
      return false
    }
  })
}

function readPackage(folder: string): { version: string; dependencies: Record<string, string> } {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
}

for (const [revision, scenarios] of Object.entries(SCENARIOS))
  test(`[mcp-tools] the conformance suite finds nothing wrong with revision ${revision}`, async t => {
    const proxy = await startTokenProxy(service, (await service.newCaller()).token)
    t.after(() => proxy.close())
    for (const scenario of scenarios) {
      const checks = await checksOf(proxy.url, scenario, revision)
      const failed = checks.filter(({ status }) => status === 'FAILURE')
      const wrong = failed.filter(({ errorMessage = '' }) => !NOT_TESTABLE.test(errorMessage))
      assert.ok(
        checks.some(({ status }) => status === 'SUCCESS'),
        scenario,
      )
      assert.deepEqual(wrong, [], scenario)
      console.log(`${scenario}: ${checks.length - failed.length} passed, ${failed.length} not testable`)
    }
  })

async function checksOf(url: string, scenario: string, revision: string): Promise<readonly Check[]> {
  const folder = mkdtempSync(join(tmpdir(), 'soundings-conformance-'))
  try {
    const options = ['--scenario', scenario, '--spec-version', revision, '--output-dir', folder]
    // Its exit code counts what is not testable too.
    await run(process.execPath, [CONFORMANCE, 'server', '--url', `${url}/mcp`, ...options], {
      timeout: WITHIN_MS,
    }).catch(() => undefined)
    const [file] = globSync('**/checks.json', { cwd: folder })
    assert.ok(file, `${scenario} did not run`)
    return JSON.parse(readFileSync(join(folder, file), 'utf8'))
  } finally {
    rmSync(folder, { recursive: true })
  }
}

test('[mcp-tools] the inspector lists the tools and calls one', async () => {
  const { token } = await service.newCaller()
  const inspect = async (...words: string[]) => {
    const options = ['--transport', 'http', '--header', `Authorization: Bearer ${token}`, ...words]
    const { stdout } = await run(process.execPath, [INSPECTOR, '--cli', `${service.baseUrl}/mcp`, ...options], {
      timeout: WITHIN_MS,
    })
    return JSON.parse(stdout)
  }
  const { tools } = await inspect('--method', 'tools/list', '--strict')
  assert.equal(tools.length, 15)
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
