import assert from 'node:assert/strict'
import { test } from 'node:test'
import fastify, { type FastifyInstance } from 'fastify'
import { readByteBodies, readFormBodies, readTextBodies } from './body.ts'
import { bodyReader } from './body-reader.ts'

const readers = { '/text': readTextBodies, '/form': readFormBodies, '/bytes': readByteBodies }

/** Responds to every body with what a route receives for it. */
async function echo(): Promise<FastifyInstance> {
  const app = fastify()
  app.decorate(
    'bodyReader',
    bodyReader(() => ''),
  )
  for (const [prefix, read] of Object.entries(readers)) {
    await app.register(
      async scope => {
        read(scope)
        scope.post('/', async ({ body, raw }) => ({ body: shown(body), type: raw.headers['content-type'] }))
      },
      { prefix },
    )
  }
  return app
}

function shown(body: unknown): unknown {
  if (body instanceof Map) return { form: [...body] }
  return body instanceof Uint8Array ? { bytes: Buffer.from(body).toString('hex') } : { text: body }
}

for (const type of [
  'application/json',
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data',
  'x',
]) {
  test(`each entry point reads ${type} in its own way, and the original type is kept`, async () => {
    const app = await echo()
    const post = async (url: string, payload: string | Buffer) =>
      (await app.inject({ method: 'POST', url, payload, headers: { 'content-type': type } })).json()
    assert.deepEqual(await post('/text/', '{"a":1}'), { body: { text: '{"a":1}' }, type })
    assert.deepEqual(await post('/form/', 'a=1&b=%26+x%2B&a=2'), {
      body: {
        form: [
          ['a', '2'],
          ['b', '& x+'],
        ],
      },
      type,
    })
    // Not UTF-8: a signature covers the bytes.
    assert.deepEqual(await post('/bytes/', Buffer.from([0, 0xff, 0xfe])), { body: { bytes: '00fffe' }, type })
    await app.close()
  })
}

test('a request without a body has none', async () => {
  const app = await echo()
  for (const url of ['/text/', '/form/', '/bytes/'])
    assert.deepEqual((await app.inject({ method: 'POST', url })).json(), { body: {} })
  await app.close()
})

test('at most as many form fields are read as the largest survey needs, however many are sent [body-bounded-time]', async () => {
  const app = await echo()
  const fields = (count: number) => Array.from({ length: count }, (_, at) => `q${at}=x`).join('&')
  const count = async (payload: string) => {
    const { body } = (await app.inject({ method: 'POST', url: '/form/', payload })).json()
    return body.form.length
  }
  assert.equal(await count(fields(1_001)), 1_001)
  assert.equal(await count(fields(100_000)), 2_000)
  assert.equal(await count('a&'.repeat(500_000)), 1)
})

test('others have a turn before a long body becomes a text, and one before it is parsed [body-bounded-time]', async () => {
  const app = await echo()
  const turnsFor = async (payload: string) => {
    let turns = 0
    let timer = setImmediate(function count() {
      turns++
      timer = setImmediate(count)
    })
    assert.deepEqual((await app.inject({ method: 'POST', url: '/text/', payload })).json().body, { text: payload })
    clearImmediate(timer)
    return turns
  }
  await turnsFor('x')
  const turns = await turnsFor('x'.repeat(262_143))
  assert.equal(await turnsFor('x'.repeat(262_144)), turns + 2)
  await app.close()
})
