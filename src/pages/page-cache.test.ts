import assert from 'node:assert/strict'
import { test } from 'node:test'
import { gunzipSync } from 'node:zlib'
import type { Survey } from '../service/responses.ts'
import { ANY_KEY, CachedPage, PageCache, takesGzip } from './page-cache.ts'

const SURVEY = { slug: 'lunch' } as Survey
const KEY = '7f9c24e8-3b12-4d6f-9e0a-1c2d3e4f5a6b'

test('a cached page is the page with its key, compressed or not', () => {
  for (const around of ['', 'é€😀 — '.repeat(2_000)]) {
    const page = new CachedPage(SURVEY, { text: `${around}<input value="${ANY_KEY}">${around}`, policy: '' })
    const text = `${around}<input value="${KEY}">${around}`
    assert.equal(page.whole(KEY).toString(), text)
    assert.equal(gunzipSync(page.gzipped(KEY)).toString(), text)
  }
})

test('pages are cached by survey and language, up to a bound', () => {
  const pages = new PageCache()
  const page = new CachedPage(SURVEY, { text: ANY_KEY, policy: '' })
  pages.keep('de', page)
  assert.equal(pages.find('lunch', 'de'), page)
  assert.equal(pages.find('lunch', 'en'), undefined)
  for (let at = 0; at < 500; at++)
    pages.keep('en', new CachedPage({ slug: `lunch-${at}` } as Survey, { text: ANY_KEY, policy: '' }))
  assert.equal(pages.find('lunch', 'de'), undefined)
  assert.ok(pages.find('lunch-0', 'en'))
})

test('a page is compressed if the client accepts it', () => {
  for (const accepted of ['gzip', 'gzip, deflate, br', 'br;q=1.0, gzip;q=0.8', 'deflate,gzip;q=0.001'])
    assert.equal(takesGzip(accepted), true, accepted)
  for (const accepted of [undefined, '', 'br', 'gzip;q=0', 'gzip; q=0.0, br', 'xgzipx'])
    assert.equal(takesGzip(accepted), false, accepted)
})
