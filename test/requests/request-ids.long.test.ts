import assert from 'node:assert/strict'
import { get } from 'node:https'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import { isNginxInstalled, startNginx } from '../faults/nginx.ts'
import { startLogged } from '../logged-server.ts'
import { reportMissing } from '../missing-program.ts'

if (isNginxInstalled())
  test('nginx and the server log the same id of a call, and nginx nothing of respondents [request-id-kept]', async t => {
    const server = await startLogged(t, { TRUST_PROXY: '1' })
    const port = Number(new URL(server.baseUrl).port)
    const nginx = await startNginx([port, port])
    t.after(() => nginx.stop())
    const called = await requestIdOf(`${nginx.baseUrl}/api/v1/me`)
    const loaded = await requestIdOf(`${nginx.baseUrl}/s/lunch`)
    assert.match(called, /^[0-9a-f]{32}$/)
    assert.match(loaded, /^[0-9a-f-]{36}$/)
    const [line] = await server.lines(called)
    assert.equal(line?.route, '/api/v1/me')
    await nginx.stop()
    assert.deepEqual(
      nginx.log().map(logged =>
        logged
          .split(' ')
          .slice(1, 3)
          .concat(logged.split(' ').at(-1) ?? ''),
      ),
      [['GET', '401', called]],
    )
  })
else reportMissing('request ids behind nginx', 'Install nginx and openssl.')

/** @returns the id in the response of a server with a self-signed certificate */
function requestIdOf(url: string): Promise<string> {
  const headers = { 'x-request-id': 'chosen-by-the-sender' }
  return new Promise((resolve, reject) => {
    get(url, { headers, rejectUnauthorized: false, agent: false }, response => {
      text(response).then(() => resolve(String(response.headers['x-request-id'])), reject)
    }).on('error', reject)
  })
}
