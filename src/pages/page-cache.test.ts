import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { gunzipSync } from 'node:zlib'
import type { Survey } from '../service/responses.ts'
import { ANY_KEY, CachedPage, PageCache, takesGzip } from './page-cache.ts'

const SURVEY = { slug: 'lunch', questions: '' } as unknown as Survey
const KEY = '7f9c24e8-3b12-4d6f-9e0a-1c2d3e4f5a6b'

test('a cached page is the page with its key, compressed or not', () => {
  for (const around of ['', 'é€😀 — '.repeat(2_000)]) {
    const page = new CachedPage(SURVEY, { text: `${around}<input value="${ANY_KEY}">${around}`, policy: '' })
    const text = `${around}<input value="${KEY}">${around}`
    assert.equal(page.whole(KEY).toString(), text)
    assert.equal(gunzipSync(page.gzipped(KEY)).toString(), text)
  }
})

test('pages are cached by survey and language, up to a bound in bytes', () => {
  const pages = new PageCache()
  // Too random to compress.
  const text = `${randomBytes(400_000).toString('base64')}${ANY_KEY}`
  const pageOf = (slug: string) => new CachedPage({ slug, questions: '' } as unknown as Survey, { text, policy: '' })
  const first = pageOf('lunch')
  pages.store('de', first)
  assert.equal(pages.find('lunch', 'de'), first)
  assert.equal(pages.find('lunch', 'en'), undefined)
  const fitting = Math.floor((32 * 1_048_576) / first.bytes)
  for (let at = 0; at < fitting; at++) pages.store('en', pageOf(`lunch-${at}`))
  assert.equal(pages.find('lunch', 'de'), undefined)
  assert.ok(pages.find('lunch-0', 'en'))
})

test('a page counts what its survey holds in memory too', () => {
  const framed = { text: `before${ANY_KEY}after`, policy: '' }
  const bytes = (questions: string) => new CachedPage({ slug: 'lunch', questions } as unknown as Survey, framed).bytes
  assert.equal(bytes('x'.repeat(1_000)) - bytes(''), 2_000)
})

test('a page is compressed if the client accepts it', () => {
  for (const accepted of ['gzip', 'gzip, deflate, br', 'br;q=1.0, gzip;q=0.8', 'deflate,gzip;q=0.001'])
    assert.equal(takesGzip(accepted), true, accepted)
  for (const accepted of [undefined, '', 'br', 'gzip;q=0', 'gzip; q=0.0, br', 'xgzipx'])
    assert.equal(takesGzip(accepted), false, accepted)
})
