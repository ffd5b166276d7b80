import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { encode } from 'uqr'
import { LANGUAGES, type Language } from '../../src/pages/language.ts'
import { board, choice, freeText, newApi } from '../api/fixtures.ts'
import { call, startService } from '../harness.ts'
import { elements, get, insides, textOf } from './page.ts'

const service = await startService()
after(() => service.close())
const api = await newApi(service)

/** A column added to the database appears on the page, and has no description there yet. */
const COLUMNS = [
  ...['survey_id', 'sequence', 'id', 'submitted_at', 'answers'],
  ...['survey_id', 'id'],
  ...['survey_id', 'question', 'sequence', 'id', 'text', 'state', 'votes'],
  ...['survey_id', 'question', 'sequence', 'voter'],
]

test('/privacy describes every stored column, as the database has it, in every language [privacy-page]', async () => {
  for (const language of LANGUAGES) {
    const { status, text: page } = await get(service, `/privacy?lang=${language}`)
    assert.equal(status, 200)
    assert.match(page, /<a class="wordmark" href="\/">/)
    const rows = insides(page, 'tr').filter(row => row.includes('<td>'))
    assert.deepEqual(
      rows.map(row => textOf(insides(row, 'code').join())),
      COLUMNS,
    )
    for (const row of rows) assert.match(textOf(insides(row, 'td').join()), /\S{4}/, `${language}: ${row}`)
  }
})

/** What the page calls those who see answers as they come. */
const WHO_SEES: Readonly<Record<Language, RegExp>> = {
  en: /programs that they connect.*remote control/,
  de: /verbundenen Programme.*Fernbedienung/,
  es: /programas que conecte.*mando a distancia/,
  fr: /programmes qu’elle y relie.*télécommande/,
  pt: /programas que conectar.*controle remoto/,
  zh: /连接的程序.*遥控器/,
}

test('/privacy names everybody who sees answers as they come [privacy-live]', async () => {
  for (const language of LANGUAGES)
    assert.match(textOf((await get(service, `/privacy?lang=${language}`)).text), WHO_SEES[language])
})

test('a link preview has title, description and a picture under the public address [respondent-page-preview]', async () => {
  const { id } = await api.create([choice(), freeText()], { title: 'Team “lunch” & more' })
  const { text: page } = await get(service, `/s/${id}`)
  const meta = Object.fromEntries(
    elements(page, 'meta').map(({ attributes: { name, property, content } }) => [name ?? property, content]),
  )
  assert.equal(meta['og:title'], 'Team “lunch” & more')
  assert.equal(meta.description, '2 questions. Nothing about you is stored.')
  assert.deepEqual([meta['og:description'], meta['og:url']], [meta.description, `${service.baseUrl}/s/${id}`])
  assert.equal(meta['og:image'], `${service.baseUrl}/preview.png`)
  const picture = await fetch(meta['og:image'] ?? '')
  assert.deepEqual([picture.status, picture.headers.get('content-type')], [200, 'image/png'])
  const bytes = Buffer.from(await picture.arrayBuffer())
  assert.deepEqual([bytes.readUInt32BE(16), bytes.readUInt32BE(20)].map(String), [
    meta['og:image:width'],
    meta['og:image:height'],
  ])
  assert.ok(bytes.length < 50_000)
})

test('robots may read surveys, but nothing behind a token; there is no favicon [respondent-assets]', async () => {
  const robots = await get(service, '/robots.txt')
  assert.deepEqual([robots.status, robots.headers.get('content-type')], [200, 'text/plain; charset=utf-8'])
  assert.deepEqual(robots.text.match(/^Disallow: .*$/gm), [
    'Disallow: /api/',
    'Disallow: /admin/',
    'Disallow: /app',
    'Disallow: /p/',
    'Disallow: /remote/',
  ])
  assert.equal((await get(service, '/favicon.ico')).status, 204)
})

test('the QR code encodes the public link, and is 404 without a survey [respondent-qr]', async () => {
  const { id, url } = await api.create([choice()])
  const { status, headers, text } = await get(service, `/s/${id}/qr.svg`)
  assert.deepEqual(
    [status, headers.get('content-type'), headers.get('set-cookie')],
    [200, 'image/svg+xml; charset=utf-8', null],
  )
  // Each dark module is one square of the picture's path.
  const dark = encode(url, { border: 4 }).data.flat().filter(Boolean).length
  assert.equal(text.match(/M\d+,\d+h\d+v\d+h-\d+z/g)?.length, dark)
  assert.equal((await get(service, '/s/none-such-here/qr.svg')).status, 404)
})

test('a redirected link keeps its language [public-link-redirects]', async () => {
  await api.create([choice()], { slug: 'find-me-again' })
  const moved = await call(service, 'GET', '/s/Find.Me.Again?lang=fr', { headers: { accept: 'text/html' } })
  assert.equal(moved.headers.get('location'), '/s/find-me-again?lang=fr')
})

test('search engines may list the page of an open survey whose link was chosen, and nothing else [respondent-page-listed]', async () => {
  const { id: chosen } = await api.create([choice()], { slug: 'find-me-not' })
  const { id: asked } = await api.create([choice(), board()], { slug: 'ask-me-not' })
  const { id: generated } = await api.create([choice()])
  const { id: closed } = await api.create([choice()], { slug: 'closed-to-all' })
  await api.patch(`/surveys/${closed}`, { status: 'closed' })
  const { id: expired } = await api.create([choice()], { slug: 'over-and-done' })
  await service.setExpiry(expired, service.clock.now() - 1)
  const cases: [path: string, accept: string, listed: boolean][] = [
    [`/s/${chosen}`, 'text/html', true],
    [`/s/${chosen}`, 'text/html', true],
    [`/s/${asked}`, 'text/html', true],
    [`/s/${chosen}`, 'application/json', false],
    [`/s/${chosen}/thanks`, 'text/html', false],
    [`/s/${chosen}/qr.svg`, 'image/svg+xml', false],
    [`/s/${asked}/board/1`, 'application/json', false],
    [`/s/${generated}`, 'text/html', false],
    [`/s/${generated}`, 'text/html', false],
    [`/s/${closed}`, 'text/html', false],
    [`/s/${expired}`, 'text/html', false],
    ['/s/none-such-here', 'text/html', false],
    ['/privacy', 'text/html', false],
  ]
  for (const [path, accept, listed] of cases) {
    const { headers, text } = await get(service, path, accept)
    assert.equal(headers.get('x-robots-tag'), listed ? null : 'noindex', path)
    if (accept === 'text/html') assert.equal(text.includes('<meta name="robots" content="noindex">'), !listed, path)
  }
})
