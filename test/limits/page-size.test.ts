import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { PAGE_BYTES } from '../../src/domain/surveys/limits.ts'
import { pageBytes } from '../../src/domain/surveys/page-size.ts'
import { largestOf } from '../../src/domain/values/largest.ts'
import { LANGUAGES } from '../../src/pages/language.ts'
import { newBrowser } from '../account/browser.ts'
import { begin, newSlug, surveyFile } from '../account/restoration-steps.ts'
import {
  apiOf,
  assertRefused,
  board,
  bodyOf,
  choice,
  freeText,
  optional,
  rating,
  requiredWhen,
} from '../api/fixtures.ts'
import { call, startService } from '../harness.ts'
import { unlessShort } from '../scale.ts'
import { LARGEST, largest, options, partsOf, type Shape, times } from './largest-surveys.ts'

const service = await startService({ hostname: 'localhost' })
after(() => service.close())
const api = apiOf(service, await service.newCaller())

const LONG = '🙂&a<'.repeat(30)
const described = (size: number, more?: object) => times(size, () => ({ description: LONG, ...more }))
const pairs = (size: number) => times(size / 2, at => ({ from: 2 * at, to: 2 * at + 1, shuffled: true }))

/** Surveys of any size with all that a part can have. */
const PARTS: Readonly<Record<string, (size: number) => Shape>> = {
  choices: size => ({
    questions: times(size, () => choice(LONG, ['a', 'b'], optional)),
    settings: described(size, { shuffled: true }),
  }),
  scales: size => ({
    questions: times(size, () => rating(LONG, optional)),
    settings: described(size, { scale_words: { lowest: '低', middle: '中', highest: '高' } }),
  }),
  'scales without words': size => ({ questions: times(size, () => rating(LONG, optional)) }),
  texts: size => ({ questions: times(size, () => freeText(LONG, optional)), settings: described(size) }),
  boards: size => ({ questions: times(size, () => board(LONG, { moderated: true })), settings: described(size) }),
  conditions: size => ({
    questions: times(size, at =>
      at === 0
        ? choice('Which?', options(40))
        : choice(LONG, ['a'], requiredWhen('any', ...times(5, () => [0, '0'.padStart(5, 'x')] as const))),
    ),
    settings: described(size),
  }),
  'values of conditions': size => ({
    questions: times(size, at =>
      at === 0
        ? choice('W', options(1_000))
        : choice(LONG, ['a'], requiredWhen('all', [0, ...options(1_000).slice(-20)])),
    ),
    settings: described(size),
  }),
  sections: size => ({
    questions: times(size, () => choice(LONG, ['a', 'b'], optional)),
    settings: described(size, { shuffled: true }),
    groups: pairs(size).map(place => ({ kind: 'section', title: LONG, text: 'https://example.org/?a=1', ...place })),
  }),
  'options with a text': size => ({
    questions: pairs(size).flatMap(({ from }) => [
      choice(LONG, ['a', 'Other'], optional),
      freeText(LONG, requiredWhen('any', [from, 'Other'])),
    ]),
    settings: described(size),
    groups: pairs(size).map(({ from, to }) => ({ kind: 'other', from, to })),
  }),
  grids: size => ({
    questions: times(size, () => choice(LONG, ['a'], optional)),
    settings: described(size),
    groups: pairs(size).map(place => ({ kind: 'grid', title: LONG, ...place })),
  }),
  'check-lists': size => ({
    questions: times(size, at => choice(LONG, [`${at}`], optional)),
    settings: described(size),
    groups: pairs(size).map(place => ({ kind: 'check_list', min: 1, max: 2, ...place })),
  }),
  rankings: size => ({
    questions: times(size, () => choice(LONG, ['1', '2'], optional)),
    settings: described(size),
    groups: pairs(size).map(place => ({ kind: 'ranking', title: LONG, min: 1, ...place })),
  }),
}

async function create({ questions, settings = [], groups = [] }: Shape): Promise<string> {
  const { id, admin_token: token } = await api.create(questions)
  const body = { question_settings: settings, groups }
  bodyOf(await call(service, 'PATCH', `/admin/api/${id}`, { token, body }))
  return id
}

describe('the page of a survey has at most 2 MB, and not much less if it is as large as it can be [page-size]', () => {
  for (const [name, shape] of Object.entries(LARGEST))
    test(name, async () => {
      const size = largestOf(await pageSizes(await create(largest(shape))))
      assert.ok(size <= PAGE_BYTES && size >= 0.8 * PAGE_BYTES, `${size} bytes`)
    })
})

describe('a part of a survey takes no more of its page than is reckoned [page-size]', () => {
  for (const [name, shape] of Object.entries(PARTS))
    test(name, async () => {
      const [few, more] = [shape(20), shape(120)]
      const reckoned = pageBytes(partsOf(more)) - pageBytes(partsOf(few))
      const [before, after] = [await pageSizes(await create(few)), await pageSizes(await create(more))]
      const taken = largestOf(after.map((size, at) => size - (before[at] ?? 0)))
      assert.ok(taken <= reckoned, `${taken} bytes of ${reckoned}`)
    })

  test('with full boards', async () => {
    const questions = [board(), board()]
    const { id } = await api.create(questions)
    for (const index of [0, 1])
      for (let asked = 0; asked < 120; asked++)
        bodyOf(
          await call(service, 'POST', `/s/${id}/board/${index}`, {
            body: { text: `?${'\r'.repeat(asked < 20 ? 499 : 85)}` },
          }),
          201,
        )
    const size = largestOf(await pageSizes(id))
    assert.ok(size > 150_000 && size <= pageBytes(partsOf({ questions })), `${size} bytes`)
  })

  test('with everything that can be around the questions', async () => {
    const questions = [choice('Which?', ['a'], optional)]
    const { id, admin_token: token } = await api.create(questions, { title: '&'.repeat(200) })
    const texts = { introduction: `https://example.org/?${'&a'.repeat(900)}`, thanks: '<'.repeat(1_000) }
    const groups = [{ kind: 'section', title: 'Title', shuffled: true, from: 0, to: 0 }]
    const body = { texts, groups, share_results: 'after_answering', paced: true }
    bodyOf(await call(service, 'PATCH', `/admin/api/${id}`, { token, body }))
    const size = largestOf(await pageSizes(id))
    assert.ok(size > 20_000 && size <= pageBytes(partsOf({ questions, groups })), `${size} bytes`)
  })
})

/** The short suite tries two languages: one with long words, and one in which each character takes three bytes. */
const languages = [...new Set(['de', 'zh', ...unlessShort(LANGUAGES)])]

/** Bytes of the page in each language. */
async function pageSizes(id: string): Promise<number[]> {
  const headers = { accept: 'text/html' }
  const pages = languages.map(language => call(service, 'GET', `/s/${id}?lang=${language}`, { headers }))
  return (await Promise.all(pages)).map(({ text }) => Buffer.byteLength(text))
}

const REASON = 'the page of a survey can have at most 2 MB: leave out options or questions, or shorten their texts'

describe('what is set beside questions counts with them [questions-amounts]', () => {
  const questions = largest(LARGEST['options in Chinese']).questions
  const settings = questions.map(() => ({ description: '选'.repeat(50) }))
  const sections = questions.map((_, at) => ({ kind: 'section', title: 'Title', from: at, to: at }))
  const fitting = { question_settings: [{ description: 'Choose' }], groups: sections.slice(0, 1) }

  for (const beside of [{ question_settings: settings }, { groups: sections }]) {
    const name = Object.keys(beside).join()

    test(`${name} of a survey`, async () => {
      const { id, admin_token: token } = await api.create(questions)
      const patch = (body: object) => call(service, 'PATCH', `/admin/api/${id}`, { token, body })
      assertRefused(await patch(beside), 400, REASON)
      bodyOf(await patch(fitting))
      const { id: small, admin_token: other } = await api.create(questions.slice(0, 800))
      bodyOf(await call(service, 'PATCH', `/admin/api/${small}`, { token: other, body: cut(beside, 800) }))
      assertRefused(await api.patch(`/surveys/${small}`, { questions }), 400, REASON)
    })

    test(`${name} of a template, a draft and an archive`, async () => {
      const browser = await newBrowser(service, { subscribed: true })
      const template = { name: 'x', questions, theme: null }
      assertRefused(await browser.send('POST', '/templates', { ...template, ...beside }), 400, REASON)
      bodyOf(await browser.send('POST', '/templates', { ...template, ...fitting }), 201)
      const draft = { title: 'x', questions, theme: null, ...beside }
      const { id } = bodyOf<{ id: string }>(await browser.send('POST', '/drafts', draft), 201)
      assertRefused(await browser.send('POST', `/drafts/${id}/publish`, {}), 400, REASON)
      const headers = { cookie: browser.cookie, accept: 'text/html' }
      const preview = await call(service, 'GET', `/app/drafts/${id}/preview`, { headers })
      assert.ok(preview.text.includes(`This draft cannot be shown or published: ${REASON}.`))
      const restoration = await begin(browser)
      const slug = newSlug()
      await restoration.send('/surveys', surveyFile(slug, { questions }))
      const settings = { settings: beside, response_count: 0 }
      assert.equal(await restoration.send(`/surveys/${slug}/settings`, settings, 400), REASON)
      await restoration.send(`/surveys/${slug}/settings`, { ...settings, settings: fitting })
    })
  }
})

/** Those of the first questions. */
function cut(beside: Readonly<Record<string, readonly object[]>>, count: number) {
  return Object.fromEntries(Object.entries(beside).map(([name, list]) => [name, list.slice(0, count)]))
}
