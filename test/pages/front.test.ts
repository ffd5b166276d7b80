import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { LANGUAGES } from '../../src/pages/language.ts'
import { wordsIn } from '../../src/pages/words-by-language.ts'
import { newBrowser } from '../account/browser.ts'
import { choice, newApi } from '../api/fixtures.ts'
import { call, startService } from '../harness.ts'
import { elements, insides, textOf } from './page.ts'

const service = await startService()
after(() => service.close())
const api = await newApi(service)
const BROWSER = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }

describe('the front page', () => {
  test('asks for the words of a link, by a form that works without JavaScript', async () => {
    const { status, text, headers } = await call(service, 'GET', '/', { headers: BROWSER })
    assert.equal(status, 200)
    assert.match(headers.get('content-type') ?? '', /^text\/html/)
    assert.match(text, /<form class="join" action="\/s">/)
    assert.equal(textOf(insides(text, 'label')[0] ?? ''), 'Enter your words')
    assert.deepEqual(elements(text, 'script'), [])
    assert.doesNotMatch(text, /class="error"/)
    assert.equal(headers.get('x-robots-tag'), null)
  })

  for (const language of LANGUAGES)
    test(`speaks ${language}, and its form keeps the language`, async () => {
      const { text } = await call(service, 'GET', `/?lang=${language}`, { headers: BROWSER })
      assert.match(text, new RegExp(`<html lang="${language}"`))
      assert.match(text, new RegExp(`<input type="hidden" name="lang" value="${language}">`))
    })

  test('shows what a result looks like, in every language', async () => {
    for (const language of LANGUAGES) {
      const { text } = await call(service, 'GET', `/?lang=${language}`, { headers: BROWSER })
      assert.deepEqual(insides(text, 'legend').map(textOf), [wordsIn(language).front.example.question])
      const figures = [...text.matchAll(/<span class="before">(\d+)\D/g)].map(([, figure]) => Number(figure))
      assert.deepEqual(figures, [9, 45, 6, 30, 5, 25])
    }
  })

  test('says for whom it is, in every language, and leads to a guide for each', async () => {
    for (const language of LANGUAGES) {
      const { text } = await call(service, 'GET', `/?lang=${language}`, { headers: BROWSER })
      const rooms = [...text.matchAll(/<h2><a href="(\/docs\/[^"]+)">([^<]+)/g)].map(([, path, name]) => [path, name])
      const names = wordsIn(language).front.rooms.map(({ name }) => name)
      assert.deepEqual(
        rooms.map(([, name]) => name),
        names,
      )
      for (const [path] of rooms) assert.equal((await call(service, 'GET', `${path}`)).status, 200)
    }
  })

  test('names every stored column of a response', async () => {
    const { text } = await call(service, 'GET', '/', { headers: BROWSER })
    const columns = ['survey_id', 'sequence', 'id', 'submitted_at', 'answers']
    assert.deepEqual(insides(text, 'code').map(textOf), columns)
  })
})

describe('entered words [public-link-redirects]', () => {
  test('lead to the survey in any spelling', async () => {
    const { id } = await api.create([choice('Coming?', ['Yes', 'No'])], { title: 'Lunch' })
    const [first = '', second = '', third = ''] = id.split('-')
    const spellings = [
      id,
      id.toUpperCase(),
      `${first}.${second}.${third}`,
      `${first} ${second}  ${third} `,
      `${first}_${second}_${third}`,
      `${id}/`,
      `${first}${second}${third}`,
      `${first} ${second}${third}`,
      `${first}, ${second}, ${third}!`,
      `${service.baseUrl.replace('http://', '')}/s/${id}`,
      `${service.baseUrl}/s/${id}?lang=fr`,
      `/s/${id}`,
    ]
    for (const words of spellings) {
      const reply = await call(service, 'GET', `/s?words=${encodeURIComponent(words)}&lang=de`, { headers: BROWSER })
      assert.deepEqual([reply.status, reply.headers.get('location')], [302, `/s/${id}?lang=de`], words)
    }
    for (const path of [`/s/${id}/`, `/s/${first}${second}${third}`, `/s/${first}_${second}_${third}`]) {
      const reply = await call(service, 'GET', `${path}?lang=fr`, { headers: BROWSER })
      assert.deepEqual([reply.status, reply.headers.get('location')], [302, `/s/${id}?lang=fr`], path)
    }
  })

  test('find a survey without its hyphens if it is unambiguous', async () => {
    await make('kitchen-survey-2026')
    for (const typed of [
      'kitchensurvey2026',
      'Kitchen survey 2026.',
      'KitchenSurvey2026',
      'kitchensurvey-2026',
      'kit chen survey 2026',
    ])
      assert.equal(await leadsTo(typed), '/s/kitchen-survey-2026', typed)
    // Another one that sounds the same: neither is guessed, and each is found by its own slug.
    await make('kitchen-sur-vey-2026')
    for (const typed of ['kitchensurvey2026', 'kitchensurvey-2026']) assert.equal(await leadsTo(typed), null, typed)
    assert.equal(await leadsTo('Kitchen.Survey.2026'), '/s/kitchen-survey-2026')
    await make('kitchensurvey2026')
    assert.equal(await leadsTo('KITCHENSURVEY2026'), '/s/kitchensurvey2026')
    // Numbers are pronounced separately.
    await make('room-1-2')
    for (const typed of ['room12', 'room-12']) assert.equal(await leadsTo(typed), null, typed)
    assert.equal(await leadsTo('room1-2'), '/s/room-1-2')
  })

  test('of a deleted or taken-down survey lead to no other survey', async () => {
    const { id, admin_token } = await api.create([choice()], { slug: 'old-link' })
    assert.equal((await call(service, 'DELETE', `/admin/api/${id}`, { token: admin_token })).status, 204)
    await make('oldlink')
    assert.equal(await leadsTo('Old Link'), null)
    assert.equal(await leadsTo('OLDLINK'), '/s/oldlink')
    await make('gone-link')
    await service.takeDown('gone-link', true)
    for (const typed of ['Gone Link', 'gonelink']) assert.equal(await leadsTo(typed), null, typed)
  })

  test('that match no survey are shown again with an error', async () => {
    const { status, text } = await call(service, 'GET', '/s?words=no+such+%3Cwords%3E', { headers: BROWSER })
    assert.equal(status, 404)
    assert.match(
      text,
      /value="no such &lt;words&gt;"[^>]* aria-describedby="words-error words-help" aria-invalid="true"/,
    )
    assert.match(text, /id="words-error">No survey matches these words/)
  })

  test('that are missing, repeated or too long get the same error', async () => {
    for (const query of ['', '?words=', '?words=a&words=b', `?words=${'talk'.repeat(2_000)}`])
      assert.equal((await call(service, 'GET', `/s${query}`, { headers: BROWSER })).status, 404, query.slice(0, 20))
  })
})

test('the front page links to sign-in, and to sign-up if it is open', async t => {
  for (const [signup, path] of [
    ['open', '/sign-up'],
    ['invite', '/sign-in'],
  ] as const) {
    const own = await startService({ signup })
    t.after(() => own.close())
    const { text } = await call(own, 'GET', '/?lang=de')
    assert.match(text, /<a href="\/sign-in">Anmelden<\/a>/)
    assert.match(text, new RegExp(`<a class="button" href="${path}">Umfrage erstellen</a>`))
  }
})

test('when signed in, the front page links to your surveys [front-signed-in]', async () => {
  const { cookie } = await newBrowser(service)
  const linksOf = async (cookie: string) => {
    const { text } = await call(service, 'GET', '/?lang=de', { headers: { ...BROWSER, cookie } })
    const links = [...insides(text, 'nav'), ...insides(text, 'main')].flatMap(part => elements(part, 'a'))
    return links.slice(0, 3).map(({ attributes: { href } }) => href)
  }
  assert.deepEqual(await linksOf(cookie), ['/docs', '/app', '/app'])
  assert.deepEqual(await linksOf('soundings_other=1'), ['/docs', '/sign-in', '/sign-up'])
})

function make(slug: string) {
  return api.create([choice('Coming?', ['Yes', 'No'])], { slug })
}

/** Where words lead, typed in the box or as an address. */
async function leadsTo(typed: string): Promise<string | null | undefined> {
  const words = encodeURIComponent(typed)
  const replies = [`/s?words=${words}`, `/s/${words}`].map(path => call(service, 'GET', path, { headers: BROWSER }))
  const [box, address] = (await Promise.all(replies)).map(({ headers }) => headers.get('location'))
  assert.equal(address, box)
  return box
}

describe('a path that does not exist [unknown-path]', () => {
  const titles = {
    '/nowhere': 'There’s nothing here',
    '/apps/settings': 'There’s nothing here',
    '/s/no-such-survey': 'There is no survey here',
    '/s/': 'There is no survey here',
    '/s/no/such/survey': 'There is no survey here',
  }
  for (const [path, title] of Object.entries(titles))
    test(`${path} is a page with the box and a link to the front page in a browser, and JSON for a program`, async () => {
      const page = await call(service, 'GET', path, { headers: BROWSER })
      assert.equal(page.status, 404)
      assert.match(page.text, /<a class="wordmark" href="\/">/)
      assert.match(page.text, new RegExp(`<h1>${title}</h1>[\\s\\S]*<form class="join" action="/s">`))
      const json = await call(service, 'GET', path, { headers: { accept: 'application/json' } })
      assert.deepEqual([json.status, json.text], [404, '{"error":"not found"}'])
    })

  for (const path of ['/api/v1/nowhere', '/api/nowhere'])
    test(`${path} is JSON for a browser, too`, async () => {
      const { status, text } = await call(service, 'GET', path, { headers: BROWSER })
      assert.deepEqual([status, text], [404, '{"error":"not found"}'])
    })
})
