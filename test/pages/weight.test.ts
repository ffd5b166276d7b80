import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { choice, freeText, newApi, optional, rating, requiredWhen } from '../api/fixtures.ts'
import { startService } from '../harness.ts'
import { elements, get } from './page.ts'

const service = await startService()
after(() => service.close())

/** Figure P1: what arrives in the first flight of packets, and what the script may weigh, in bytes. */
const PAGE_BYTES = 14_000
const SCRIPT_BYTES = 5_000

const TEN = [
  choice('How did you hear about this course?', [
    'From a friend',
    'From my employer',
    'From an advertisement',
    'On the web',
  ]),
  choice('Had you attended one before?', ['Yes', 'No']),
  choice('Which one?', ['Beginners', 'Advanced', 'Both'], requiredWhen('any', [1, 'Yes'])),
  rating('How clear were the explanations?'),
  rating('How useful were the exercises?'),
  rating('How well was the pace chosen for you?'),
  rating('How likely are you to recommend this course to a friend or colleague?', optional),
  freeText('What did you like best about the course, and what should stay as it is?', optional),
  freeText('What would you change about the course if you could change one thing?', optional),
  freeText('Is there anything else that you would like to tell us?', optional),
]

test('[D11-light] a page of ten questions fits the first flight in every language, asks for one script, and needs nothing', async t => {
  const api = await newApi(service)
  const { id } = await api.create(TEN, {
    title: 'Course feedback',
    theme: { primary: '#123456', background: '#fedcba' },
  })
  for (const language of ['en', 'de', 'fr', 'es', 'pt', 'zh']) {
    const { text, headers } = await get(service, `/s/${id}?lang=${language}`)
    const head = [...headers].map(pair => pair.join(': ')).join('\r\n')
    const bytes = gzipSync(text).length + Buffer.byteLength(head)
    t.diagnostic(`${language}: ${bytes} bytes with headers, gzip; ${brotliCompressSync(text).length} brotli`)
    assert.ok(bytes <= PAGE_BYTES, `${bytes}`)
    const loaded = ['script', 'link', 'img']
      .flatMap(tag => elements(text, tag))
      .map(({ attributes: { src, href } }) => src ?? href)
    assert.deepEqual(loaded.filter(url => url?.startsWith('/')).length, 1)
    for (const { attributes } of elements(text, 'script')) assert.equal(attributes.type, 'module', 'deferred')
  }
})

test('[D11-light, D11-assets] the script is small, kept for good by browsers, and at a path of its own', async t => {
  const api = await newApi(service)
  const { id } = await api.create(TEN)
  const [script] = elements((await get(service, `/s/${id}`)).text, 'script')
  const path = script?.attributes.src ?? ''
  for (const [encoding, compress] of [
    ['gzip', gzipSync],
    ['br', brotliCompressSync],
  ] as const) {
    const { headers, ok } = await fetch(service.baseUrl + path, {
      method: 'HEAD',
      headers: { 'accept-encoding': encoding },
    })
    assert.deepEqual([ok, headers.get('content-encoding'), headers.get('vary')], [true, encoding, 'Accept-Encoding'])
    assert.equal(headers.get('cache-control'), 'public, max-age=31536000, immutable')
    assert.equal(headers.get('content-type'), 'text/javascript; charset=utf-8')
    const bytes = Number(headers.get('content-length'))
    const { text } = await get(service, path)
    t.diagnostic(`${encoding}: ${bytes} bytes of ${Buffer.byteLength(text)}`)
    assert.ok(bytes <= SCRIPT_BYTES && bytes <= compress(text).length + 100, `${bytes}`)
    assert.doesNotMatch(text, /\bimport\b/)
  }
})
