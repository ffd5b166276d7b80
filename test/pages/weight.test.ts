import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { after, test } from 'node:test'
import { brotliCompressSync, gunzipSync, gzipSync } from 'node:zlib'
import { LANGUAGES } from '../../src/pages/language.ts'
import { board, choice, freeText, newApi, optional, rating, requiredWhen } from '../api/fixtures.ts'
import { call, startService } from '../harness.ts'
import { elements, get } from './page.ts'

const service = await startService()
after(() => service.close())

/** Limits in bytes: a page that arrives in the first flight of packets, and its script. */
const PAGE_BYTES = 14_000
const SCRIPT_BYTES = 5_500
/** The compressed page of ten questions, without its head. */
const BODY_BYTES = 7_000
/** The script of a page that follows a presenter. */
const PACED_SCRIPT_BYTES = 6_000
const FRONT_SCRIPT_BYTES = 6_000

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

const ANSWERS = ['On the web', 'No', null, 7, 8, 9, null, null, null, null]

test('a page of ten questions has 7 kB in every language, loads one script and needs nothing else', async t => {
  const api = await newApi(service)
  const { id } = await api.create(TEN, {
    title: 'Course feedback',
    theme: { primary: '#123456', background: '#fedcba' },
  })
  for (const language of LANGUAGES) {
    const [made, kept] = [await arriving(`/s/${id}`, language), await arriving(`/s/${id}`, language)]
    t.diagnostic(`${language}: ${made.bytes} bytes on the wire, ${kept.bytes} kept, ${kept.body} of them the page`)
    for (const { bytes, body, text } of [made, kept]) {
      assert.ok(body <= BODY_BYTES, `${language}: ${body}`)
      assert.ok(text.includes(`<html lang="${language}"`) && text.endsWith('</html>\n'))
      assert.ok(bytes <= PAGE_BYTES, `${bytes}`)
    }
    const { text } = kept
    const loaded = ['script', 'link', 'img']
      .flatMap(tag => elements(text, tag))
      .map(({ attributes: { src, href } }) => src ?? href)
    assert.deepEqual(loaded.filter(url => url?.startsWith('/')).length, 1)
    for (const { attributes } of elements(text, 'script')) assert.equal(attributes.type, 'module', 'deferred')
  }
})

test('at the presenter’s pace, a page fits in 14 kB in every language, and its script in 6 kB [paced-page]', async t => {
  const api = await newApi(service)
  const { id, admin_token: token } = await api.create([...TEN, board()])
  const admin = `/admin/api/${id}`
  await call(service, 'PATCH', admin, { token, body: { paced: true } })
  await call(service, 'PATCH', `${admin}/presentation`, { token, body: { screen: '1' } })
  for (const language of LANGUAGES) {
    const { bytes, body } = await arriving(`/s/${id}`, language)
    t.diagnostic(`${language}: ${bytes} bytes on the wire, ${body} of them the page`)
    assert.ok(bytes <= PAGE_BYTES, `${bytes}`)
  }
  const sources = elements((await get(service, `/s/${id}`)).text, 'script').map(({ attributes }) => `${attributes.src}`)
  assert.deepEqual(
    sources.map(source => source.split('/').at(-1)),
    ['paced.js', 'boards.js'],
  )
  for (const encoding of ['gzip', 'br']) {
    const path = `${service.baseUrl}${sources[0]}`
    const { headers } = await fetch(path, { method: 'HEAD', headers: { 'accept-encoding': encoding } })
    const bytes = Number(headers.get('content-length'))
    t.diagnostic(`paced.js, ${encoding}: ${bytes} bytes`)
    assert.ok(bytes > 1_000 && bytes <= PACED_SCRIPT_BYTES, `${bytes}`)
  }
})

test('the pages of a shared device fit in 14 kB, and are never stored [shared-device-thanks]', async () => {
  const api = await newApi(service)
  const { id, admin_token: token } = await api.create(TEN)
  await call(service, 'PATCH', `/admin/api/${id}`, { token, body: { shared_device: true } })
  for (const path of [`/s/${id}`, `/s/${id}/thanks`])
    for (const language of LANGUAGES) assert.ok((await arriving(path, language)).bytes <= PAGE_BYTES)
  const refresh = async (path: string) => {
    const { headers } = await call(service, 'GET', path)
    assert.equal(headers.get('cache-control'), 'no-store')
    return headers.get('refresh')
  }
  assert.equal(await refresh(`/s/${id}/thanks?lang=de`), `8; url=/s/${id}?lang=de`)
  for (const path of [`/s/${id}`, `/s/${id}/thanks?stay`, `/s/${id}/thanks?results`])
    assert.equal(await refresh(path), null)
  await api.patch(`/surveys/${id}`, { status: 'closed' })
  assert.equal(await refresh(`/s/${id}/thanks`), null)
})

test('shared results fit in 14 kB, and so does the page of questions that announces them [share-results-thanks-page]', async t => {
  const api = await newApi(service)
  const { id, admin_token: token } = await api.create(TEN)
  await service.fillResponses(id, 1_000, ANSWERS)
  await call(service, 'PATCH', `/admin/api/${id}`, { token, body: { share_results: 'after_answering' } })
  for (const [path, language] of [`/s/${id}`, `/s/${id}/thanks`].flatMap(path => LANGUAGES.map(one => [path, one])))
    for (const turn of ['made', 'kept']) {
      const { bytes } = await arriving(`${path}`, `${language}`)
      t.diagnostic(`${path?.endsWith('thanks') ? 'results' : 'questions'}, ${language}, ${turn}: ${bytes} bytes`)
      assert.ok(bytes <= PAGE_BYTES, `${bytes}`)
    }
})

test('the front page with the question of a survey fits in 14 kB, and its script in 6 kB [front-question]', async t => {
  const own = await startService({ frontSurvey: 'best-hours' })
  t.after(() => own.close())
  const options = Array.from({ length: 6 }, (_, at) => `An answer of some length, number ${at}`)
  const { id, admin_token: token } = await (await newApi(own)).create([choice('When?', options)], {
    slug: 'best-hours',
  })
  await call(own, 'PATCH', `/admin/api/${id}`, { token, body: { share_results: 'after_answering' } })
  for (const language of LANGUAGES) {
    const { bytes } = await arriving('/', language, own)
    t.diagnostic(`${language}: ${bytes} bytes on the wire`)
    assert.ok(bytes <= PAGE_BYTES, `${bytes}`)
  }
  const [script, ...others] = elements((await get(own, '/')).text, 'script')
  assert.deepEqual(others, [])
  const { headers } = await fetch(`${own.baseUrl}${script?.attributes.src}`, { headers: { 'accept-encoding': 'gzip' } })
  const bytes = Number(headers.get('content-length'))
  t.diagnostic(`front-question.js, gzip: ${bytes} bytes`)
  assert.ok(bytes > 1_000 && bytes <= FRONT_SCRIPT_BYTES, `${bytes}`)
})

test('each script is small, cached for ever, and has a path derived from its content [respondent-assets]', async t => {
  const api = await newApi(service)
  const { id, admin_token } = await api.create([...TEN, board()])
  const change = (body: object) => call(service, 'PATCH', `/admin/api/${id}`, { token: admin_token, body })
  await change({ share_results: 'after_answering' })
  const scriptsOf = async (path: string) => elements((await get(service, path)).text, 'script')
  const [ofSurvey, ofThanks] = [await scriptsOf(`/s/${id}`), await scriptsOf(`/s/${id}/thanks`)]
  assert.equal(ofSurvey.length, 2, 'that of the form and that of its boards')
  assert.equal(ofThanks.length, 1, 'that of shared results')
  await change({ shared_device: true })
  const ofShared = await scriptsOf(`/s/${id}`)
  assert.match(String(ofShared[0]?.attributes.src), /shared-device\.js$/, 'in place of that of the form')
  const scripts = [...ofSurvey, ...ofThanks, ...ofShared]
  for (const [path, encoding, compress] of scripts.flatMap(({ attributes: { src = '' } }) => [
    [src, 'gzip', gzipSync] as const,
    [src, 'br', brotliCompressSync] as const,
  ])) {
    const { headers, ok } = await fetch(service.baseUrl + path, {
      method: 'HEAD',
      headers: { 'accept-encoding': encoding },
    })
    assert.deepEqual([ok, headers.get('content-encoding'), headers.get('vary')], [true, encoding, 'Accept-Encoding'])
    assert.equal(headers.get('cache-control'), 'public, max-age=31536000, immutable')
    assert.equal(headers.get('content-type'), 'text/javascript; charset=utf-8')
    const bytes = Number(headers.get('content-length'))
    const { text } = await get(service, path)
    t.diagnostic(`${path}, ${encoding}: ${bytes} bytes of ${Buffer.byteLength(text)}`)
    assert.ok(bytes <= SCRIPT_BYTES && bytes <= compress(text).length + 100, `${bytes}`)
    assert.doesNotMatch(text, /\bimport\b(?!\(`\.\/respondent-earlier-draft\.js`\))/, 'nothing else has to be loaded')
  }
})

/** All that comes over the wire, head and compressed body, and the page in it. */
async function arriving(
  path: string,
  language: string,
  { baseUrl } = service,
): Promise<{ bytes: number; body: number; text: string }> {
  const { hostname, port } = new URL(baseUrl)
  const socket = connect(Number(port), hostname)
  const headers = ['Host: a', 'Accept-Encoding: gzip', `Accept-Language: ${language}`, 'Connection: close']
  socket.write([`GET ${path} HTTP/1.1`, ...headers, '', ''].join('\r\n'))
  const answer = await buffer(socket)
  const body = answer.subarray(answer.indexOf('\r\n\r\n') + 4)
  return { bytes: answer.length, body: body.length, text: gunzipSync(body).toString() }
}
