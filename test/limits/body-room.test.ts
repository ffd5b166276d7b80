import assert from 'node:assert/strict'
import { connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { after, type TestContext, test } from 'node:test'
import { BODY_BYTES } from '../../src/domain/values/body-limits.ts'
import { SMALL_BODIES, SMALL_BODY_BYTES } from '../../src/transport/limits.ts'
import { choice, freeText, newApi, optional } from '../api/fixtures.ts'
import { sendRaw } from '../api/raw.ts'
import { call, startService } from '../harness.ts'
import { until } from '../until.ts'

const service = await startService({ trustProxy: 1, respondentBytes: Number.MAX_SAFE_INTEGER })
after(() => service.close())
const api = await newApi(service)
const { id } = await api.create([choice(), freeText('Why?', optional), freeText('Why not?', optional)])
const ANSWERS = `/s/${id}/responses`

const CHUNKED = 'Transfer-Encoding: chunked'
const chunk = (piece: string) => `${piece.length.toString(16)}\r\n${piece}\r\n`
const head = (path: string, network: number, ...headers: string[]) =>
  [`POST ${path} HTTP/1.1`, 'Host: test', `X-Forwarded-For: 198.51.100.${network}`, ...headers, '', ''].join('\r\n')

/** Bodies that begin and do not go on, from several networks. @returns the statuses of those that were answered */
async function beginBodies(
  t: TestContext,
  { count, networks, begin }: { count: number; networks: number; begin: (network: number) => string },
): Promise<readonly string[]> {
  const statuses: string[] = []
  const sockets: Socket[] = []
  const { hostname, port } = new URL(service.baseUrl)
  t.after(() => {
    for (const socket of sockets) socket.destroy()
  })
  for (let at = 0; at < count; at++) {
    const socket = connect(Number(port), hostname).on('error', () => undefined)
    socket.once('data', answer => statuses.push(answer.toString().slice(9, 12)))
    sockets.push(socket)
    await new Promise(resolve => socket.write(begin(at % networks), resolve))
  }
  await readBefore()
  return statuses
}

/** Resolves when the service has read what was written before. */
async function readBefore(): Promise<void> {
  assert.equal((await call(service, 'GET', '/healthz')).status, 200)
}

/** Sends a body in two parts. @returns the status */
async function sendInParts(path: string, body: string, ...more: string[]): Promise<string> {
  const { hostname, port } = new URL(service.baseUrl)
  const socket = connect(Number(port), hostname)
  const answered = text(socket)
  const headers = [`Content-Length: ${body.length}`, 'Connection: close', ...more]
  await new Promise(resolve => socket.write(head(path, 9, ...headers) + body.slice(0, 20_000), resolve))
  await readBefore()
  socket.write(body.slice(20_000))
  return (await answered).slice(9, 12)
}

for (const path of ['/sign-in', ANSWERS])
  test(`slow large bodies from four networks at ${path.replace(id, '…')} keep nobody else waiting [bodies-bounded, slow-request-408]`, async t => {
    const begin = (network: number) => head(path, network, `Content-Length: ${BODY_BYTES}`) + ' '.repeat(20_000)
    await beginBodies(t, { count: 16, networks: 4, begin })
    const survey = JSON.stringify({ title: 'Survey', questions: [choice()] }).padEnd(24_000)
    assert.equal(await sendInParts('/api/v1/surveys', survey, `Authorization: Bearer ${api.caller.token}`), '201')
    const answers = JSON.stringify({ answers: ['Yes', 'Because', null] }).padEnd(24_000)
    assert.equal(await sendInParts(ANSWERS, answers), '201')
  })

test('bodies of one byte from five networks do not refuse answers in two pieces [bodies-bounded]', async t => {
  const most = SMALL_BODIES.perProcess / SMALL_BODY_BYTES
  const begin = (network: number) => head(ANSWERS, network, CHUNKED) + chunk('{')
  const statuses = await beginBodies(t, { count: most + 10, networks: 5, begin })
  await until(() => statuses.length >= 10)
  const answer = JSON.stringify({ answers: ['Yes', 'In two pieces', null] })
  const kept = await sendRaw(
    service,
    head(ANSWERS, 9, CHUNKED, 'Connection: close') + chunk(answer.slice(0, 20)) + chunk(answer.slice(20)) + chunk(''),
  )
  assert.equal(kept.status, 201, kept.text)
  assert.deepEqual(new Set(statuses), new Set(['408']))
})
