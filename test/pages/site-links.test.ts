import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { LANGUAGES } from '../../src/pages/language.ts'
import { wordsIn } from '../../src/pages/words-by-language.ts'
import { type Browser, newBrowser } from '../account/browser.ts'
import { choice, newApi } from '../api/fixtures.ts'
import { call, type Service, startService } from '../harness.ts'

const LINKS = {
  imprintUrl: 'https://example.org/imprint?a=1&b="2"',
  termsUrl: 'https://example.org/terms',
  privacyUrl: 'https://example.org/privacy',
  contact: 'surveys@example.org',
}

let service: Service
let slug: string
let browser: Browser
before(async () => {
  service = await startService({ siteLinks: LINKS })
  slug = (await (await newApi(service)).create([choice()])).id
  browser = await newBrowser(service)
})
after(() => service.close())

/** The links at the foot of a page, by their texts. */
async function footOf(at: Service, path: string, headers: Record<string, string> = {}): Promise<[string, string][]> {
  const { text } = await call(at, 'GET', path, {
    headers: { accept: 'text/html', 'accept-language': 'en', ...headers },
  })
  const foot = /<footer>(.*)<\/footer>/.exec(text)?.[1] ?? ''
  const links = foot.matchAll(/<a(?: class="made-with")? href="([^"]*)">(?:<svg.*?<\/svg>)?([^<]*)<\/a>/g)
  return [...links].map(([, url = '', name = '']) => [name, url])
}

const OF_EVERY_PAGE = [
  ['Legal notice', 'https://example.org/imprint?a=1&amp;b=&quot;2&quot;'],
  ['Terms', LINKS.termsUrl],
  ['Privacy', LINKS.privacyUrl],
  ['Contact', `mailto:${LINKS.contact}`],
]

test('every page has the operator’s links at its foot, including the dashboard, the application and errors [site-links]', async () => {
  const paths = ['/', '/privacy', '/sign-in', '/sign-up', '/nothing-here', '/s/nothing-here', `/admin/${slug}`]
  for (const path of paths) assert.deepEqual(await footOf(service, path), OF_EVERY_PAGE, path)
  assert.deepEqual(await footOf(service, '/app', { cookie: browser.cookie }), OF_EVERY_PAGE)
  for (const path of ['/p/x', `/admin/${slug}/present`])
    assert.deepEqual(await footOf(service, path), [], 'a room looks at it')
})

const MADE_WITH = ['Made with Soundings', '/']

test('respondents’ pages have a link to report the survey by mail, and name the product [report-survey]', async () => {
  const subject = encodeURIComponent(`Report this survey: ${service.baseUrl}/s/${slug}`)
  const report = ['Report this survey', `mailto:${LINKS.contact}?subject=${subject}`]
  const paths = [`/s/${slug}`, `/s/${slug}`, `/s/${slug}/thanks`]
  for (const path of paths) assert.deepEqual(await footOf(service, path), [...OF_EVERY_PAGE, report, MADE_WITH], path)
  await service.setExpiry(slug, service.clock.now())
  assert.deepEqual(await footOf(service, `/s/${slug}`), [...OF_EVERY_PAGE, report, MADE_WITH])
  await service.setExpiry(slug, null)
})

test('in every language, without making a page much longer [site-links]', async () => {
  const names = LANGUAGES.map(language => wordsIn(language).footer)
  for (const language of LANGUAGES) {
    const { text } = await call(service, 'GET', `/s/${slug}?lang=${language}`, { headers: { accept: 'text/html' } })
    for (const name of Object.values(wordsIn(language).footer)) assert.ok(text.includes(`>${name}</a>`), name)
    const foot = /<footer>.*<\/footer>/.exec(text)?.[0] ?? ''
    assert.ok(gzipSync(foot).length < 600)
  }
  assert.equal(new Set(names.map(({ report }) => report)).size, LANGUAGES.length)
})

test('links that are not set are left out [site-links]', async t => {
  const bare = await startService({ siteLinks: { saysMadeWith: false } })
  t.after(() => bare.close())
  const { id } = await (await newApi(bare)).create([choice()])
  for (const path of ['/', `/s/${id}`, '/sign-in']) {
    const { text } = await call(bare, 'GET', path, { headers: { accept: 'text/html' } })
    assert.ok(!text.includes('<footer'), path)
  }
})
