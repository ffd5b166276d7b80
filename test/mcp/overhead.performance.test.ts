import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { choice, newApi } from '../api/fixtures.ts'
import { expectFigure } from '../figure.ts'
import { call, startService } from '../harness.ts'

const service = await startService()
after(() => service.close())

const PAIRS = 500
const WARM_UP = 50
const MAX_RATIO = 3

test('a tool takes at most three times as long as the corresponding API call [mcp-tools]', async t => {
  const { caller, create } = await newApi(service)
  const { id } = await create([choice()])
  const { token } = await service.newCaller({ accountId: caller.accountId })
  const path = `/api/v1/surveys/${id}?view=aggregate`
  const params = {
    name: 'read_results',
    arguments: { id },
    _meta: {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1.0.0' },
      'io.modelcontextprotocol/clientCapabilities': {},
    },
  }
  const body = { jsonrpc: '2.0', id: 1, method: 'tools/call', params }
  const headers = {
    accept: 'application/json, text/event-stream',
    'content-type': 'application/json',
    'mcp-protocol-version': '2026-07-28',
    'mcp-method': 'tools/call',
    'mcp-name': 'read_results',
  }
  const [api, tool]: [number[], number[]] = [[], []]
  for (let pair = 0; pair < PAIRS; pair++) {
    api.push(await timed(() => call(service, 'GET', path, { token: caller.token })))
    tool.push(await timed(() => call(service, 'POST', '/mcp', { token, body, headers })))
  }
  const [plain, wrapped] = [median(api), median(tool)]
  const ratio = median(api.map((one, pair) => (tool[pair] ?? Number.NaN) / one))
  expectFigure(t, {
    subject: 'call of a tool / call of the API',
    measured: `${wrapped.toFixed(2)} ms / ${plain.toFixed(2)} ms`,
    value: ratio,
    gate: { sign: '≤', limit: MAX_RATIO, unit: '×' },
  })
})

async function timed(send: () => Promise<{ status: number; text: string }>): Promise<number> {
  const startedAt = performance.now()
  const { status, text } = await send()
  assert.equal(status, 200, text)
  return performance.now() - startedAt
}

/** Of the pairs after the first ones. */
function median(values: readonly number[]): number {
  const sorted = values.slice(WARM_UP).toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}
