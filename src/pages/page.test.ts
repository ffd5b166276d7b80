import assert from 'node:assert/strict'
import { test } from 'node:test'
import fastify from 'fastify'
import type { Survey } from '../service/responses/responses.ts'
import { Pace } from '../transport/pace.ts'
import { CachedPage, pieceOf } from './cached-page.ts'
import { type Reader, sendCachedPage, sendLongPage } from './page.ts'

const KEY = '7f9c24e8-3b12-4d6f-9e0a-1c2d3e4f5a6b'
const READER = { language: 'en' } as Reader

/** Sends a page without compression. @returns what is received, and how many slices that took */
async function load(text: string, isCached: boolean) {
  const app = fastify()
  let slices = 0
  class Counting extends Pace {
    override readonly nextSlice = async () => void slices++
  }
  app.decorate('pace', new Counting())
  const parts = { policy: '', step: '', pieces: [await pieceOf(text)], after: await pieceOf('end') }
  const page = new CachedPage({ survey: {} as Survey, isListed: false }, parts)
  app.get('/', (_, reply) =>
    isCached ? sendCachedPage(reply, READER, page, KEY) : sendLongPage(reply, READER, { text, policy: '' }),
  )
  const { payload, headers } = await app.inject('/')
  assert.equal(headers['content-length'], String(Buffer.byteLength(payload)))
  return { payload, slices }
}

for (const isCached of [true, false]) {
  const end = isCached ? `${KEY}end` : ''

  test(`a long page is sent in parts that leave time for others, ${isCached ? 'cached' : 'rendered for one request'}`, async () => {
    const text = 'é€😀 — '.repeat(100_000)
    const { payload, slices } = await load(text, isCached)
    assert.ok(payload === text + end)
    assert.ok(slices >= Buffer.byteLength(text) / 65_536, `${slices} slices`)
  })

  test(`a page of usual length is sent at once, ${isCached ? 'cached' : 'rendered for one request'}`, async () => {
    assert.deepEqual(await load('short', isCached), { payload: `short${end}`, slices: 0 })
  })
}
