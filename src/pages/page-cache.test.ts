import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { gunzipSync } from 'node:zlib'
import { Cache } from '../service/cache.ts'
import type { Survey } from '../service/responses/responses.ts'
import { pieceOf } from './cached-page.ts'
import { PageCache } from './page-cache.ts'
import { ANY_KEY, boardSlot, PageTemplate } from './page-template.ts'

const atOnce = async () => undefined
const cached = async (text: string, slug = 'lunch', questions = '') =>
  (await PageTemplate.of({ text, policy: '' }, atOnce)).fill(surveyOf(slug, questions), new Map())
const surveyOf = (slug: string, questions: string) => ({
  survey: { slug, questions } as unknown as Survey,
  isListed: true,
})
const KEY = '7f9c24e8-3b12-4d6f-9e0a-1c2d3e4f5a6b'

test('a cached page contains the key, compressed or not', async () => {
  for (const around of ['', 'é€😀 — '.repeat(2_000)]) {
    const page = await cached(`${around}<input value="${ANY_KEY}">${around}`)
    const text = `${around}<input value="${KEY}">${around}`
    assert.equal(Buffer.concat(page.whole(KEY)).toString(), text)
    assert.equal(gunzipSync(page.gzipped(KEY)).toString(), text)
  }
})

test('the lists of boards are inserted into a page, compressed or not', async () => {
  const template = await PageTemplate.of({ text: `a${boardSlot(3)}b${boardSlot(7)}c${ANY_KEY}d`, policy: '' }, atOnce)
  const lists = new Map([
    [3, await pieceOf('<ol>é</ol>'.repeat(500))],
    [7, await pieceOf('')],
  ])
  const page = template.fill(surveyOf('lunch', ''), lists)
  const text = `a${'<ol>é</ol>'.repeat(500)}bc${KEY}d`
  assert.equal(Buffer.concat(page.whole(KEY)).toString(), text)
  assert.equal(gunzipSync(page.gzipped(KEY)).toString(), text)
})

test('pages are cached by survey and language, up to a limit in bytes', async () => {
  const pages = new PageCache(new Cache(8 * 1_048_576))
  // Too random to compress.
  const text = `${randomBytes(400_000).toString('base64')}${ANY_KEY}`
  const pageOf = (slug: string) => cached(text, slug)
  const first = await pageOf('lunch')
  pages.store('de', first)
  assert.equal(pages.find('lunch', 'de'), first)
  assert.equal(pages.find('lunch', 'en'), undefined)
  const fitting = Math.floor((8 * 1_048_576) / (first.bytes + 200))
  for (let at = 0; at < fitting; at++) pages.store('en', await pageOf(`lunch-${at}`))
  assert.equal(pages.find('lunch', 'de'), undefined)
  assert.ok(pages.find('lunch-0', 'en'))
})

test('a page’s size includes the memory of its survey', async () => {
  const bytes = async (questions: string) => (await cached(`before${ANY_KEY}after`, 'lunch', questions)).bytes
  assert.equal((await bytes('x'.repeat(1_000))) - (await bytes('')), 2_000)
})

test('a long page is put together in slices, and one of usual length at once', async () => {
  let slices = 0
  const nextSlice = async () => void slices++
  const slicesFor = async (text: string) => {
    slices = 0
    await PageTemplate.of({ text: `${text}${ANY_KEY}`, policy: '' }, nextSlice)
    return slices
  }
  assert.deepEqual([await slicesFor('x'.repeat(1_000)), await slicesFor('x'.repeat(100_000))], [0, 2])
})
