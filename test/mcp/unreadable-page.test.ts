import assert from 'node:assert/strict'
import { test } from 'node:test'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { pino } from 'pino'
import { Refusal } from '../../src/domain/values/refusal.ts'
import { RESULTS_URI } from '../../src/mcp/results-app.ts'
import { handleRequest } from '../../src/mcp/server.ts'
import { newClient } from './client.ts'

test('a page that cannot be read is logged, and the client learns nothing about the machine [mcp-results-app]', async t => {
  const lines: string[] = []
  const log = pino({}, { write: line => lines.push(line) })
  const appFile = '/no-such-folder/page.html'
  const fetch = async (input: string | URL, init?: RequestInit) => {
    const request = new Request(input, init)
    const body = await request.clone().json()
    return handleRequest(request, body, { admitted: new Refusal('not_found'), tools: [], appFile, log })
  }
  const client = newClient('modern')
  await client.connect(new StreamableHTTPClientTransport(new URL('https://soundings.example/mcp'), { fetch }))
  t.after(() => client.close())
  await assert.rejects(client.readResource({ uri: RESULTS_URI }), error => {
    assert.match(String(error), /internal error/)
    assert.doesNotMatch(JSON.stringify(error) + String(error), /ENOENT|no-such-folder/)
    return true
  })
  assert.match(lines.join(''), /ENOENT.*no-such-folder/)
})
