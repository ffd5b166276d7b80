import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { LANGUAGES } from '../../src/pages/language.ts'
import { wordsIn } from '../../src/pages/words-by-language.ts'
import { type Api, choice, freeText, newApi, optional, rating } from '../api/fixtures.ts'
import { call, type Service, startService } from '../harness.ts'
import { elements, insides, textOf } from './page.ts'

const BROWSER = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }
const SHARED = { share_results: 'after_answering' }
const SLUG = 'best-hours'
const BEST_HOURS = choice('When?', ['Morning', '<b>Noon</b>', 'Night'])

let service: Service
let api: Api

before(async () => {
  service = await startService({ frontSurvey: SLUG })
  api = await newApi(service)
})
after(() => service.close())

/** Another survey of the name, since one that was deleted keeps it. */
async function serving(questions: readonly object[], settings: object) {
  const own = await startService({ frontSurvey: SLUG })
  const { id, admin_token: token } = await (await newApi(own)).create(questions, { slug: SLUG })
  assert.equal((await call(own, 'PATCH', `/admin/api/${id}`, { token, body: settings })).status, 200)
  return own
}

async function frontOf(one: Service, language = 'en'): Promise<string> {
  return (await call(one, 'GET', `/?lang=${language}`, { headers: BROWSER })).text
}

describe('the question on the front page', () => {
  test('is invented until there is the survey that the operator has chosen [front-question]', async () => {
    assert.match(await frontOf(service), /<section class="example">/)
    const { admin_token: token } = await api.create([BEST_HOURS], { slug: SLUG })
    assert.match(await frontOf(service), /nothing is sent/, 'it shares no results')
    await call(service, 'PATCH', `/admin/api/${SLUG}`, { token, body: SHARED })
    assert.doesNotMatch(await frontOf(service), /class="example"|nothing is sent/)
  })

  test('is the form of its survey, whose options each send it, in every language [front-question]', async () => {
    for (const language of LANGUAGES) {
      const text = await frontOf(service, language)
      assert.match(text, new RegExp(`<form method="post" action="/s/${SLUG}\\?lang=${language}"`))
      assert.deepEqual(insides(text, 'legend').map(textOf), ['When?'])
      const options = elements(text, 'button').filter(({ attributes: { name } }) => name === 'q0')
      assert.deepEqual(
        options.map(({ attributes: { value } }) => value),
        ['0', '1', '2'],
      )
      assert.match(text, /&lt;b>Noon&lt;\/b><\/button>/)
      assert.ok(text.includes(wordsIn(language).front.question.hint))
    }
  })

  test('stores an ordinary response without a script, and leads to the results [front-question]', async () => {
    const before = (await api.read(SLUG)).response_count
    const reply = await call(service, 'POST', `/s/${SLUG}?lang=de`, {
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ ...hiddenFields(await frontOf(service)), q0: '1' }).toString(),
    })
    assert.deepEqual([reply.status, reply.headers.get('location')], [303, `/s/${SLUG}/thanks?lang=de`])
    assert.equal((await api.read(SLUG)).response_count, before + 1)
    assert.deepEqual((await api.aggregate(SLUG)).results[0]?.tally?.[1], { option: '<b>Noon</b>', count: 1 })
  })

  test('has no result, whatever it is: the page is the same but for the key [front-question]', async () => {
    const withoutKey = async () => (await frontOf(service)).replace(/name="key"[^>]*>/, '')
    const before = await withoutKey()
    await service.fillResponses(SLUG, 25, ['Night'])
    assert.equal(await withoutKey(), before)
    const [first, second] = [hiddenFields(await frontOf(service)), hiddenFields(await frontOf(service))]
    assert.notEqual(first.key, second.key)
  })

  test('is below the words that match no survey, too', async () => {
    const { status, text } = await call(service, 'GET', '/s?words=none+such', { headers: BROWSER })
    assert.equal(status, 404)
    assert.match(text, /<section class="asked"/)
  })

  test('that cannot be answered with one tap is invented [front-question]', async t => {
    const impossible: Readonly<Record<string, [readonly object[], object]>> = {
      'closed to results': [[BEST_HOURS], { share_results: 'never' }],
      'waiting for a reveal': [[BEST_HOURS], { share_results: 'when_revealed' }],
      'on a shared device': [[BEST_HOURS], { ...SHARED, shared_device: true }],
      'at the pace of a presenter': [[BEST_HOURS], { ...SHARED, paced: true }],
      'of two questions': [[BEST_HOURS, freeText('Why?', optional)], SHARED],
      'a rating': [[rating('How?')], SHARED],
      'of seven options': [[choice('When?', ['a', 'b', 'c', 'd', 'e', 'f', 'g'])], SHARED],
      closed: [[BEST_HOURS], { ...SHARED, status: 'closed' }],
    }
    for (const [what, [questions, settings]] of Object.entries(impossible)) {
      const own = await serving(questions, settings)
      t.after(() => own.close())
      assert.match(await frontOf(own), /<section class="example">/, what)
    }
    const revealed = await serving([BEST_HOURS], { share_results: 'when_revealed', results_revealed: true })
    t.after(() => revealed.close())
    assert.match(await frontOf(revealed), /<section class="asked"/)
  })

  test('in a language of its own says which, around words that do not [survey-language]', async t => {
    const own = await serving([choice('متى تفكر أفضل؟', ['صباحًا', 'ليلًا'])], SHARED)
    t.after(() => own.close())
    const text = await frontOf(own)
    assert.match(text, /<section class="asked" lang="ar" dir="rtl"><h2 lang="en">What do you think\?/)
    assert.match(text, /<main>/)
  })

  test('is gone when the survey is taken down [front-question]', async () => {
    await service.takeDown(SLUG, true)
    assert.match(await frontOf(service), /<section class="example">/)
    await service.takeDown(SLUG, false)
    assert.match(await frontOf(service), /<section class="asked"/)
  })
})

/** The hidden fields of the question's form. */
function hiddenFields(text: string): Record<string, string> {
  const [form = ''] = /<form method="post"[\s\S]*?<\/form>/.exec(text) ?? []
  const inputs = elements(form, 'input').map(({ attributes: { name = '', value = '' } }) => [name, value])
  return Object.fromEntries(inputs)
}
