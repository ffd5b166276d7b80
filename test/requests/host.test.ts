import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { choice, newApi } from '../api/fixtures.ts'
import { sendRaw } from '../api/raw.ts'
import { call, type Service, startService } from '../harness.ts'

const PUBLIC = 'https://surveys.example.org'
const REFUSED = '{"error":"the Host header does not name this service"}'

let service: Service
let paths: string[]

before(async () => {
  service = await startService({ publicUrl: PUBLIC, checksHost: true })
  const { token } = await service.newCaller()
  const body = { title: 'Survey', questions: [choice()] }
  const headers = { host: 'surveys.example.org' }
  const { id } = (await call(service, 'POST', '/api/v1/surveys', { token, body, headers })).body
  paths = [`/s/${id}`, `/admin/${id}`, '/api/v1/me', '/openapi.json', '/privacy', '/none']
  // Later loads of the page take a different code path.
  assert.equal((await call(service, 'GET', `/s/${id}`, { headers })).status, 200)
})
after(() => service.close())

const ask = (path: string, headers: readonly string[]) =>
  sendRaw(service, [`GET ${path} HTTP/1.1`, ...headers, 'Connection: close', '', ''].join('\r\n'))

describe('if BASE_URL is set', () => {
  test('a request for another host is 400, in the form of every error [foreign-host-refused]', async () => {
    for (const path of paths)
      for (const host of [
        'evil.example',
        'surveys.example.org.evil.example',
        'surveys.example.org:8443',
        '127.0.0.1',
        '',
      ])
        for (const more of [[], ['X-Forwarded-Host: surveys.example.org'], ['Accept: text/html']]) {
          const { status, text, headers } = await ask(path, [`Host: ${host}`, ...more])
          assert.deepEqual([status, text], [400, REFUSED], `${path} ${host}`)
          assert.equal(headers['content-type'], 'application/json; charset=utf-8')
          assert.ok(headers['x-request-id'])
        }
  })

  test('its own host is accepted in any case, with or without the port [foreign-host-refused]', async () => {
    for (const path of paths)
      for (const host of ['surveys.example.org', 'Surveys.Example.ORG', 'surveys.example.org:443']) {
        const { status } = await ask(path, [`Host: ${host}`, 'X-Forwarded-Host: evil.example'])
        assert.notEqual(status, 400, `${path} ${host}`)
      }
  })

  test('no response names a host other than that of BASE_URL [foreign-host-refused]', async () => {
    for (const path of paths) {
      const { text } = await ask(path, [
        'Host: surveys.example.org',
        'X-Forwarded-Host: evil.example',
        'Forwarded: host=evil.example',
      ])
      assert.ok(!text.includes('evil.example'), path)
    }
  })

  test('health checks may use any host [foreign-host-refused]', async () => {
    for (const path of ['/healthz', '/readyz'])
      for (const host of ['127.0.0.1:3000', 'server-1:3000', '10.0.0.7'])
        assert.equal((await ask(path, [`Host: ${host}`])).status, 200, host)
  })
})

test('two Host headers are 400, even equal ones, whether or not BASE_URL is set [several-hosts-refused]', async t => {
  const open = await startService()
  t.after(() => open.close())
  const { id } = await (await newApi(open)).create([choice()])
  const { host } = new URL(open.baseUrl)
  assert.equal((await call(open, 'GET', `/s/${id}`)).status, 200)
  for (const path of [`/s/${id}`, '/api/v1/me', '/healthz'])
    for (const second of [host, 'evil.example']) {
      const request = `GET ${path} HTTP/1.1\r\nHost: ${host}\r\nhOsT: ${second}\r\nConnection: close\r\n\r\n`
      assert.equal((await sendRaw(open, request)).status, 400, `${path} ${second}`)
    }
  assert.equal((await sendRaw(open, 'GET /healthz HTTP/1.1\r\nHost: any\r\nConnection: close\r\n\r\n')).status, 200)
})
