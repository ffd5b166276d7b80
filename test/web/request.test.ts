import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, test } from 'node:test'
import { JSON_MEMBERS } from '../../src/domain/values/json.ts'
import '../../web/ui/exact-numbers.ts'
import { request } from '../../web/ui/request.ts'
import { choice, newApi, rating } from '../api/fixtures.ts'
import { startService } from '../harness.ts'

const service = await startService()
after(() => service.close())

test('the results of a survey can be read even if they have more members than a request body may have [dashboard-read]', async () => {
  const options = Array.from({ length: 1_000 }, (_, at) => `${at}`)
  const choices = Array.from({ length: 20 }, () => choice('Which?', options))
  const ratings = Array.from({ length: 400 }, () => rating())
  const { id, admin_token: token } = await (await newApi(service)).create([...choices, ...ratings])
  const path = `${service.baseUrl}/admin/api/${id}`
  const { results } = await request<{ results: { tally?: unknown[] }[] }>('GET', path, { token })
  assert.equal(results[19]?.tally?.length, options.length)
  assert.ok(JSON.stringify(results).split('":').length > JSON_MEMBERS)
})

test('an error without a code is told in words that say what to do', async () => {
  const body = JSON.stringify({ error: 'rate limit exceeded' })
  const server = createServer(({ url }, response) => response.writeHead(Number(url?.slice(1))).end(body)).listen(0)
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  for (const [status, message] of [
    [429, 'Too many requests in a short time. Wait a while, then try again.'],
    [503, 'Something went wrong on the server. Try again in a moment.'],
    [409, 'rate limit exceeded'],
  ] as const)
    await assert.rejects(request('GET', `http://127.0.0.1:${port}/${status}`), { status, message })
  server.close()
})

test('a proxy’s error page is not a response of the server, and neither is silence', async t => {
  const server = createServer(({ url }, response) => {
    if (url !== '/silent') response.writeHead(Number(url?.slice(1))).end('<h1>Not found</h1>')
  }).listen(0)
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const message = 'The server can’t be reached. Check your connection, then try again.'
  for (const status of [200, 401, 404])
    await assert.rejects(request('GET', `http://127.0.0.1:${port}/${status}`), { status: 0, message })
  await assert.rejects(request('PUT', `http://127.0.0.1:${port}/413`), { status: 413 })
  // The types do not include it yet.
  t.mock.timers.enable({ apis: ['AbortSignal.timeout' as 'setTimeout'] })
  const silent = assert.rejects(request('GET', `http://127.0.0.1:${port}/silent`), { status: 0, message })
  t.mock.timers.tick(30_000)
  await silent
  server.closeAllConnections()
  server.close()
})
