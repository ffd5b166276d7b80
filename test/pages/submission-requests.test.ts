import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { after, describe, test } from 'node:test'
import { BODY_BYTES } from '../../src/domain/values/body-limits.ts'
import { choice, freeText, newApi, optional, UUID_V4 } from '../api/fixtures.ts'
import { sendRaw } from '../api/raw.ts'
import { call, startService } from '../harness.ts'

const service = await startService()
after(() => service.close())

const ANY_UUID = /[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}/g

describe('a submission', () => {
  const key = 'b3a1d1c2-5f0e-4b7a-9c3d-1e2f3a4b5c6d'
  const cases: [what: string, status: number, body: unknown, slug?: string][] = [
    ['is kept', 201, { answers: ['Yes', 'Grüße\n🎈'] }],
    ['is kept under its key', 201, { answers: ['No', null], key }],
    ['that is no JSON', 400, '{"answers": ['],
    ['that is no object', 400, '[]'],
    ['that is empty', 400, ''],
    ['with invalid answers', 400, { answers: ['Perhaps', null] }],
    ['with a bad key', 400, { answers: ['Yes', null], key: 'mine' }],
    ['to no survey', 404, { answers: ['Yes', null] }, 'nobody-made-this'],
    ['that is too large', 413, { answers: ['Yes', 'a'.repeat(BODY_BYTES)] }],
  ]
  for (const [what, status, body, slug] of cases) {
    test(`${what}: ${status}, whatever its query [submission-receipt, submission-missing, submission-too-large, submission-invalid-answers]`, async () => {
      const api = await newApi(service)
      const { id } = await api.create([choice(), freeText('Why?', optional)])
      const send = (path: string) => call(service, 'POST', path, { body })
      const path = `/s/${slug ?? id}/responses`
      const [plain, withQuery] = [await send(path), await send(`${path}?x=1`)]
      assert.equal(plain.status, status)
      assert.deepEqual(answerOf(plain), answerOf(withQuery))
      const { responses } = await api.read(id)
      assert.deepEqual(
        responses.map(row => row.answers),
        status === 201
          ? Array.from(
              { length: new Set([plain.body.id, withQuery.body.id]).size },
              () => (body as { answers: unknown }).answers,
            )
          : [],
      )
      if (status === 201) assert.deepEqual(plain.body, responses[0])
    })
  }

  test('to a survey that was just closed is 409 at once [submission-closed, submission-expired]', async t => {
    const own = await startService()
    t.after(() => own.close())
    const api = await newApi(own)
    const { id } = await api.create([choice()])
    const send = () => call(own, 'POST', `/s/${id}/responses`, { body: { answers: ['Yes'] } })
    const refused = async (code: string) => {
      const { status, body } = await send()
      assert.deepEqual([status, body.code], [409, code])
    }
    assert.equal((await send()).status, 201)
    await api.patch(`/surveys/${id}`, { status: 'closed' })
    await refused('survey_closed')
    await api.patch(`/surveys/${id}`, { status: 'open' })
    await own.setExpiry(id, own.clock.now() + 1_000)
    assert.equal((await send()).status, 201)
    own.clock.advance(1_000)
    await refused('survey_expired')
    assert.equal((await api.read(id)).response_count, 2)
  })

  test('over the limit is 429, whatever its query [respondent-limit-429]', async t => {
    const own = await startService({ respondentLimit: 2 })
    t.after(() => own.close())
    const { id } = await (await newApi(own)).create([choice()])
    const send = (path: string) => call(own, 'POST', path, { body: { answers: ['Yes'] } })
    const [path, other] = [`/s/${id}/responses`, `/s/${id}/responses?x=1`]
    assert.deepEqual([(await send(path)).status, (await send(other)).status], [201, 201])
    const [plain, withQuery] = [await send(path), await send(other)]
    assert.deepEqual([plain.status, plain.headers.get('retry-after')], [429, '60'])
    assert.deepEqual(answerOf(plain), answerOf(withQuery))
  })

  const body = '{"answers":["Yes"]}'
  const raw: [what: string, status: number, head: string[], body: string, kept: number][] = [
    [
      'in chunks',
      201,
      ['Host: a', 'Transfer-Encoding: chunked'],
      `${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`,
      1,
    ],
    ['that waits for a 100', 100, ['Host: a', `Content-Length: ${body.length}`, 'Expect: 100-continue'], body, 1],
    ['that expects something else', 417, ['Host: a', `Content-Length: ${body.length}`, 'Expect: rain'], body, 0],
    ['without Host', 400, [`Content-Length: ${body.length}`], body, 0],
    ['of any Content-Type', 201, ['Host: a', `Content-Length: ${body.length}`, 'Content-Type: nonsense;;'], body, 1],
    ['of two lengths', 400, ['Host: a', 'Content-Length: 3', `Content-Length: ${body.length}`], body, 0],
  ]
  for (const [what, status, head, content, kept] of raw) {
    test(`${what} is ${status}`, async () => {
      const api = await newApi(service)
      const { id } = await api.create([choice()])
      const lines = [`POST /s/${id}/responses HTTP/1.1`, ...head, 'Connection: close', '', content]
      const answer = await sendRaw(service, lines.join('\r\n'))
      assert.equal(answer.status, status)
      if (status === 100) assert.match(answer.text, /^HTTP\/1\.1 201 /)
      assert.equal((await api.read(id)).response_count, kept)
    })
  }

  test('over HTTP/1.0 has the same rules for Expect', async () => {
    const { id } = await (await newApi(service)).create([choice()])
    const lines = [
      `POST /s/${id}/responses HTTP/1.0`,
      `Content-Length: ${body.length}`,
      'Host: a',
      'Expect: rain',
      '',
      body,
    ]
    assert.equal((await sendRaw(service, lines.join('\r\n'))).status, 417)
  })

  test('that arrives in pieces is one response, and one that breaks off leaves nothing', async () => {
    const api = await newApi(service)
    const { id } = await api.create([freeText()])
    const whole = Buffer.from(JSON.stringify({ answers: ['🎈 in two halves'] }))
    const head = (length: number) =>
      `POST /s/${id}/responses HTTP/1.1\r\nHost: a\r\nContent-Length: ${length}\r\nConnection: close\r\n\r\n`
    // All but a trailing space: the received part would be valid by itself.
    assert.match(await sendInPieces([head(whole.length + 1), whole], 'hang up'), /^HTTP\/1\.1 400 /)
    assert.equal((await api.read(id)).response_count, 0)
    const half = whole.indexOf(Buffer.from('🎈')) + 2
    assert.match(
      await sendInPieces([head(whole.length), whole.subarray(0, half), whole.subarray(half)], 'wait'),
      /^HTTP\/1\.1 201 /,
    )
    assert.deepEqual(
      (await api.read(id)).responses.map(({ answers }) => answers),
      [['🎈 in two halves']],
    )
  })
})

/** The common part of two responses to the same submission. */
function answerOf({ status, headers, text }: Awaited<ReturnType<typeof call>>): object {
  const { date: _, 'x-request-id': id, ...rest } = Object.fromEntries(headers)
  assert.match(id ?? '', UUID_V4)
  return { status, headers: rest, text: text.replace(ANY_UUID, 'id') }
}

/**
 * Writes pieces, each after the service has read the one before, then ends its side or waits until the service has.
 * @returns what was received until the connection was closed
 */
async function sendInPieces(pieces: (string | Buffer)[], end: 'hang up' | 'wait'): Promise<string> {
  const { hostname, port } = new URL(service.baseUrl)
  const socket = connect(Number(port), hostname)
  let answer = ''
  socket.on('data', piece => {
    answer += piece
  })
  const closed = once(socket, 'close')
  for (const piece of pieces) {
    socket.write(piece)
    // Another connection's request is answered after what was written before it has been read.
    await call(service, 'GET', '/healthz')
  }
  if (end === 'hang up') socket.end()
  await closed
  return answer
}
