import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { Page } from 'playwright-core'
import { board, bodyOf, choice, freeText, optional, rating, requiredWhen } from '../../api/fixtures.ts'
import { type AdminClient, newAdminClient } from '../../dashboard/admin-client.ts'
import { call, startService } from '../../harness.ts'
import { until } from '../../until.ts'
import { button, openApp, openDraft, saved, stored } from '../app.ts'
import { inBrowser } from '../chromium.ts'
import { goTo, openDashboard } from '../dashboard/dashboard.ts'
import { present } from '../presenter/presenter.ts'
import { linkOf, send } from '../survey.ts'

const service = await startService({ now: Date.now() })
after(() => service.close())

const OPTIONS = ['نعم', 'لا، فأنا مسافر في ذلك اليوم ولن أعود قبل نهاية الأسبوع القادم مع الأسف الشديد']
const LUNCH = [
  choice('هل ستأتي؟', OPTIONS),
  { ...choice('أين؟', ['في المكتب', 'في المنزل']), ...optional },
  rating('ما رأيك؟'),
  freeText('ماذا تقترح؟', requiredWhen('all', [0, 'نعم'])),
  board('أسئلتكم'),
]

/** Visible texts on English pages whose element is not marked as being in their language, Arabic. */
const MISNAMED = `(() => {
  const wrong = []
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  while (walker.nextNode()) {
    const { data, parentElement } = walker.currentNode
    if (parentElement.closest('script, style, noscript, code, template, option[lang]') !== null) continue
    const [arabic, latin] = [/\\p{Script=Arabic}/u.test(data), /\\p{Script=Latin}/u.test(data)]
    const expected = latin ? 'en' : arabic ? 'ar' : undefined
    const { lang } = parentElement.closest('[lang]')
    if (expected !== undefined && lang !== expected) wrong.push(lang + ': ' + data.trim().slice(0, 60))
  }
  return wrong
})()`

/** Distances of an element’s visible content from the edges of another, in whole pixels. */
async function edges(page: Page, inner: string, outer: string): Promise<{ left: number; right: number }> {
  return page.evaluate(`(() => {
    const range = document.createRange()
    range.selectNodeContents(document.querySelector('${inner}'))
    const [one, other] = [range.getBoundingClientRect(), document.querySelector('${outer}').getBoundingClientRect()]
    return { left: Math.round(one.left - other.left), right: Math.round(other.right - one.right) }
  })()`)
}

inBrowser('a survey in Arabic, read in English,', open => {
  for (const width of [390, 1280])
    test(`says its language and is mirrored, at ${width} px [survey-language]`, async () => {
      const admin = await newAdminClient(service, LUNCH, { title: 'غداء الفريق' })
      const { page } = await open({ viewport: { width, height: 800 } })
      await page.goto(linkOf(service, admin.id))
      assert.deepEqual(await page.evaluate(MISNAMED), [])
      assert.ok((await edges(page, 'h1', 'main')).right <= 16)
      assert.ok((await edges(page, 'legend', 'fieldset')).right <= 1)
      assert.ok((await edges(page, '.help', 'fieldset')).right <= 1, 'our words are at the same side')
      const option = await edges(page, '.choices bdi', '.choices label')
      const radio = await edges(page, '.choices label', '.choices input')
      assert.ok(option.right < 60 && radio.right <= 1, 'a short option stands beside its button, at the right')
      const [one, ten] = [page.locator('.scale label').first(), page.locator('.scale label').last()]
      assert.ok(((await one.boundingBox())?.x ?? 0) > ((await ten.boundingBox())?.x ?? 0))
      await send(page)
      await page.locator('.summary').waitFor()
      assert.deepEqual(await page.evaluate(MISNAMED), [])
      assert.ok((await edges(page, '.summary li', '.summary')).right < 48)
    })

  test('keeps its language in the receipt, and beside shared results, whose bars grow from the right [survey-language]', async () => {
    const admin = await newAdminClient(service, LUNCH, { title: 'غداء الفريق' })
    await admin.send('PATCH', '', { share_results: 'after_answering' })
    for (let at = 0; at < 5; at++) {
      const answers = [OPTIONS[at % 2], null, 8, 'فلافل', null]
      bodyOf(await call(service, 'POST', `/s/${admin.id}/responses`, { body: { answers } }), 201)
    }
    const { page } = await open({ viewport: { width: 390, height: 800 } })
    await page.goto(linkOf(service, admin.id))
    await page.getByRole('radio', { name: 'لا' }).check()
    await page.getByRole('radio', { name: '8', exact: true }).check({ force: true })
    await send(page)
    await page.locator('.receipt').waitFor()
    assert.deepEqual(await page.evaluate(MISNAMED), [])
    await page.goto(`${service.baseUrl}/s/${admin.id}/thanks?lang=en`)
    await page.locator('.results').waitFor()
    await page.locator('.receipt summary').click()
    assert.deepEqual(await page.evaluate(MISNAMED), [])
    const [track, fill] = await Promise.all(
      ['svg', 'rect'].map(part => page.locator(`.bars ${part}`).first().boundingBox()),
    )
    assert.ok(track && fill && fill.width < track.width)
    assert.ok(Math.abs(fill.x + fill.width - (track.x + track.width)) < 1, 'bars grow from the right')
    const [first, last] = [page.locator('.columns td').first(), page.locator('.columns td').last()]
    assert.ok(((await first.boundingBox())?.x ?? 0) > ((await last.boundingBox())?.x ?? 0))
  })
})

inBrowser('the presenter', open => {
  test('mirrors the screens of a survey in Arabic [survey-language]', async () => {
    const admin = await newAdminClient(service, LUNCH, { title: 'غداء الفريق' })
    const { page } = await open({ viewport: { width: 1280, height: 720 } })
    await present(page, service, admin)
    assert.ok((await edges(page, '.stage h1', '.stage')).right <= 1)
    await page.keyboard.press('ArrowRight')
    await page.locator('.bars').waitFor()
    assert.equal(await page.locator('.stage').getAttribute('lang'), 'ar')
    assert.ok((await edges(page, '.bars th span', '.stage')).right <= 1, 'labels are at the right')
    assert.equal(await page.evaluate(`getComputedStyle(document.querySelector('.bar')).scale`), '-1 1')
  })
})

/** A survey in Arabic with responses in two languages and questions on its board. */
async function answeredLunch(): Promise<AdminClient> {
  const admin = await newAdminClient(service, LUNCH, { title: 'غداء الفريق' })
  for (let at = 0; at < 5; at++) {
    const answers = [OPTIONS[at % 2], null, 8, 'فلافل', null]
    bodyOf(await call(service, 'POST', `/s/${admin.id}/responses`, { body: { answers } }), 201)
  }
  bodyOf(await call(service, 'POST', `/s/${admin.id}/board/4`, { body: { text: 'متى نبدأ؟' } }), 201)
  return admin
}

/** Whether a chart's bars grow from the right, and its first rating stands there. */
const IS_MIRRORED = `(() => {
  const boxOf = selector => document.querySelector(selector).getBoundingClientRect()
  const [track, fill] = [boxOf('.bars .track'), boxOf('.bars .fill')]
  const [one, ten] = [boxOf('.histogram th:first-child'), boxOf('.histogram th:last-child')]
  return fill.width < track.width && Math.abs(fill.right - track.right) < 1 && one.left > ten.left
})()`

inBrowser('the dashboard of a survey in Arabic', open => {
  for (const width of [390, 1280])
    test(`names the language of every text, and of our words, at ${width} px [survey-language]`, async () => {
      const admin = await answeredLunch()
      const { page } = await open({ viewport: { width, height: 800 } })
      const isNamed = async (view: string) => assert.deepEqual(await page.evaluate(MISNAMED), [], view)
      await openDashboard(page, service, admin)
      await page.locator('.quotes blockquote').first().waitFor()
      await page.getByText('Words and phrases').click()
      await page.getByRole('columnheader', { name: 'People' }).waitFor()
      await isNamed('results')
      assert.equal(await page.evaluate(IS_MIRRORED), true)
      const heading = await edges(page, '.results h2', '.results li')
      const count = await edges(page, '.results h2 + p', '.results li')
      assert.ok(heading.right <= 1 && count.right <= 1, 'our words are at the side of the question')
      await page.getByRole('combobox', { name: 'Show' }).selectOption({ index: 0 })
      await goTo(page, 'Responses')
      await page.locator('.rows dt').first().waitFor()
      await isNamed('responses')
      assert.ok((await edges(page, '.rows dt', '.rows li')).right <= 16)
      await page.getByRole('button', { name: 'View in full' }).first().click()
      await page.locator('dialog dt').first().waitFor()
      await isNamed('a response')
      await page.keyboard.press('Escape')
      await button(page, 'By question').click()
      await page.locator('.rows .text').first().waitFor()
      await isNamed('responses by question')
      await goTo(page, 'Board')
      await page.locator('td.text').waitFor()
      await isNamed('board')
      const [text, votes] = [await edges(page, 'td.text', 'table'), await edges(page, 'td.votes', 'table')]
      assert.ok(text.right <= 16 && (width < 600 || votes.right > text.right), 'the list is mirrored')
      await goTo(page, 'Questions')
      await page.locator('#open-3').click()
      await isNamed('questions')
      await page.locator('#open-0').click()
      await isNamed('locked options')
      await goTo(page, 'Settings')
      await isNamed('settings')
    })

  test('is printed from the right, with its title [survey-language]', async () => {
    const admin = await answeredLunch()
    const { page } = await open({ viewport: { width: 800, height: 1100 } })
    await openDashboard(page, service, admin)
    await page.locator('.quotes blockquote').first().waitFor()
    await page.emulateMedia({ media: 'print' })
    assert.equal(await page.evaluate(IS_MIRRORED), true)
    assert.ok((await edges(page, 'h1', '.survey-header')).right <= 1)
    assert.deepEqual(await page.evaluate(MISNAMED), [])
  })

  test('gives the fields of its questions the language, and empty ones the direction [survey-language]', async () => {
    const admin = await newAdminClient(service, LUNCH, { title: 'غداء الفريق' })
    const { page } = await open()
    await openDashboard(page, service, admin, 'Questions')
    await page.locator('#open-1').click()
    const attributes = (id: string) => page.locator(id).evaluate(field => [field.lang, field.dir])
    assert.deepEqual(await attributes('#text-1'), ['ar', 'auto'])
    assert.deepEqual(await attributes('#option-1-0'), ['ar', 'auto'])
    await page.locator('#option-1-0').fill('')
    assert.deepEqual(await attributes('#option-1-0'), ['ar', 'rtl'])
  })
})

inBrowser('the language of a survey', open => {
  test('is found, chosen, and found again in the settings, for the dashboard, the projector and respondents [survey-language-setting]', async () => {
    const admin = await newAdminClient(service, LUNCH, { title: 'غداء الفريق' })
    const { page } = await open()
    await openDashboard(page, service, admin, 'Settings')
    const choice = page.getByRole('combobox', { name: 'Language of your texts' })
    const chosen = () => choice.evaluate(field => field.selectedOptions[0].text)
    assert.equal(await chosen(), 'Found from the texts: \u2068العربية\u2069')
    const { url } = bodyOf<{ url: string }>(await admin.send('POST', '/projector'))
    const { page: projected } = await open()
    await projected.goto(url)
    await projected.locator('.stage[lang=ar]').waitFor()
    await choice.selectOption('Deutsch')
    await page.locator('h1[lang=de]').waitFor()
    await projected.locator('.stage[lang=de][dir=ltr]').waitFor()
    assert.equal((await admin.get<{ language: string }>()).language, 'de')
    const { text } = await call(service, 'GET', `/s/${admin.id}?lang=en`)
    assert.ok(text.includes('<main lang="de" dir="ltr">'))
    await button(page, 'Undo').click()
    await page.locator('h1[lang=ar]').waitFor()
    assert.equal(await chosen(), 'Found from the texts: \u2068العربية\u2069')
    await projected.locator('.stage[lang=ar][dir=rtl]').waitFor()
  })

  test('is found while a draft is typed, chosen when it is published, and kept with it [survey-language-setting]', async () => {
    const creator = await openApp(service, open)
    const id = await openDraft(creator, service, { title: 'غداء الفريق', questions: [LUNCH[0]] })
    const { page } = creator
    const attributes = (field: string) => page.locator(field).evaluate(field => [field.lang, field.dir])
    await until(async () => (await attributes('#title'))[0] === 'ar')
    for (const field of ['#text-0', '#option-0-0']) assert.deepEqual(await attributes(field), ['ar', 'auto'])
    assert.deepEqual(await page.evaluate(MISNAMED), [])
    await page.locator('#option-0-1').fill('')
    assert.deepEqual(await attributes('#option-0-1'), ['ar', 'rtl'])
    await page.locator('#option-0-1').fill('لا')
    await button(page, 'Publish').click()
    const choice = page.getByRole('combobox', { name: 'Language of your texts' })
    assert.equal(
      await choice.evaluate(field => field.selectedOptions[0].text),
      'Found from the texts: \u2068العربية\u2069',
    )
    await choice.selectOption('فارسی')
    await button(page, 'Cancel').click()
    await saved(page)
    assert.equal((await stored(creator, id)).language, 'fa')
    await until(async () => (await attributes('#title'))[0] === 'fa')
    await page.reload()
    await until(async () => (await attributes('#title'))[0] === 'fa')
    await button(page, 'Publish').click()
    await page.getByRole('dialog').getByRole('button', { name: 'Publish' }).click()
    await page.waitForURL('**/app/published/*')
    const slug = new URL(page.url()).pathname.split('/').pop()
    const { body } = await call(service, 'GET', `/admin/api/${slug}`, { headers: { cookie: creator.cookie } })
    assert.equal(body.language, 'fa')
  })
})

inBrowser('a survey whose language is not known', open => {
  test('has no language attribute, and our words keep theirs [survey-language]', async () => {
    const admin = await newAdminClient(service, [choice('Zürich?', ['A', 'B'])], { title: 'Café' })
    const { page } = await open()
    await page.goto(linkOf(service, admin.id))
    const languages = await page.evaluate(`['main', 'legend', '.help', '#send'].map(one =>
      document.querySelector(one).closest('[lang]').lang)`)
    assert.deepEqual(languages, ['', '', 'en', 'en'])
  })
})
