import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { Page } from 'playwright-core'
import { TITLE_LENGTH } from '../../../src/domain/surveys/limits.ts'
import { board, choice, freeText, newApi, optional, requiredWhen } from '../../api/fixtures.ts'
import { call, startService } from '../../harness.ts'
import { until } from '../../until.ts'
import { inBrowser } from '../chromium.ts'
import { hostileTexts, inGroups, reportsOf } from '../hostile.ts'
import { fillIn, LUNCH, linkOf, send, thanked } from '../survey.ts'

const service = await startService({ now: Date.now() })
after(() => service.close())
const api = await newApi(service)

const SHOWN = `['main', 'h1'].map(part => document.querySelector(part).textContent)`

inBrowser('what enters and leaves the browser', open => {
  test('no trace of a browser is on disk, no cookie is set, no other host is contacted [respondent-no-cookie, respondent-no-third-party, response-is-anonymous]', async () => {
    const { id } = await api.create(LUNCH)
    const canary = 'canary-5b1e'
    const { page, context } = await open({
      ownProfile: true,
      userAgent: canary,
      locale: 'pt-BR',
      extraHTTPHeaders: { referer: `http://${canary}.example/`, 'x-forwarded-for': canary },
    })
    const hosts = new Set<string>()
    const cookies: string[] = []
    context.on('request', request => hosts.add(new URL(request.url()).protocol + new URL(request.url()).host))
    context.on('response', async response => cookies.push(...(await response.headersArray()).map(({ name }) => name)))
    for (const path of [`/s/${id}`, '/privacy', `/s/${id}/qr.svg`, `/s/${id}`]) await page.goto(service.baseUrl + path)
    await fillIn(page)
    await page.locator('.ask textarea').fill('Is it vegan?')
    await page.locator('.ask button').click()
    // Who asks has voted.
    for (const votes of ['1', '0']) {
      await page.locator('.votes', { hasText: votes }).waitFor()
      await page.locator('.vote').click()
    }
    await page.locator('.votes', { hasText: '1' }).waitFor()
    await send(page)
    await page.locator('.receipt').waitFor()
    assert.deepEqual(
      [...hosts].filter(host => !host.startsWith('data:')),
      [`http:${new URL(service.baseUrl).host}`],
    )
    assert.deepEqual(
      cookies.filter(name => /^set-cookie$/i.test(name)),
      [],
    )
    assert.deepEqual(await context.cookies(), [])
    const voter = await page.evaluate('JSON.parse(Object.values(localStorage)[0]).voter')
    const written = await service.database.written()
    assert.ok(written.includes('Is it vegan?'))
    for (const trace of [canary, 'pt-BR', '127.0.0.1', String(voter)])
      assert.equal(written.includes(trace), false, trace)
  })

  test('texts of every kind run no script on any page, and break no rule of the content security policy [hostile-text-inert]', async () => {
    const { page } = await open()
    const reports = await reportsOf(page)
    for (const texts of inGroups(hostileTexts(await elementsInUse()), 20)) {
      const [first = ''] = texts
      const id = await surveyOf(texts)
      await page.goto(linkOf(service, id))
      await page.locator('.ask').waitFor()
      assert.deepEqual((await page.locator('.board .text').allTextContents()).toSorted(), texts.toSorted())
      assert.deepEqual(await page.locator('fieldset bdi').allTextContents(), texts)
      assert.deepEqual(await page.locator('.question > label').allTextContents(), texts)
      await page.getByRole('radio').first().check()
      await send(page)
      await page.locator('.summary').waitFor()
      for (const [at, text] of texts.entries()) await answerTo(page, at).fill(text)
      await page.reload()
      await page.locator('.notice').waitFor()
      await answerTo(page, 0).fill('')
      await sendPlainly(page)
      assert.match(await page.title(), /^Not sent yet: /)
      const typed = await page.evaluate('[...document.querySelectorAll("div.question textarea")].map(e => e.value)')
      assert.deepEqual(typed, ['', ...texts.slice(1)])
      await answerTo(page, 0).fill(first)
      await send(page)
      await thanked(page)
      await api.patch(`/surveys/${id}`, { status: 'closed' })
    }
    assert.deepEqual(reports, [])
  })

  test('titles of every kind run no script, open, closed or thanked for [hostile-text-inert]', async () => {
    const { page } = await open()
    const reports = await reportsOf(page)
    for (const [index, text] of inTitles(hostileTexts(await elementsInUse())).entries()) {
      const { id, title } = await api.create([freeText('Why?')], { title: text })
      const visit = async (path: string) => {
        await page.goto(service.baseUrl + path, { waitUntil: 'domcontentloaded' })
        const [main, heading] = (await page.evaluate(SHOWN)) as string[]
        assert.ok(main?.includes(text), text)
        return heading
      }
      assert.equal(title, text)
      assert.equal(await visit(`/s/${id}`), text)
      // These have no script and less in their head.
      if (index % 5 !== 0) continue
      await visit(`/s/${id}/thanks`)
      await api.patch(`/surveys/${id}`, { status: 'closed' })
      await visit(`/s/${id}`)
    }
    assert.deepEqual(reports, [])
  })

  test('the check itself detects a script that runs [hostile-text-inert]', async () => {
    const { page } = await open()
    const reports = await reportsOf(page)
    const { id } = await api.create([freeText('Why?')])
    await page.goto(linkOf(service, id))
    await assert.rejects(page.evaluate('document.body.innerHTML = "<img src=x onerror=alert(1)>"'), /TrustedHTML/)
    await until(() => reports.length > 0)
    await page.evaluate(
      'document.body.append(Object.assign(document.createElement("a"), { href: "javascript:alert(2)" }))',
    )
    await page.evaluate('document.querySelector("a[href^=java]").click()')
    await until(() => reports.length > 1)
    await page.evaluate('alert(1)')
    await until(() => reports.includes('1'))
  })
})

/** As many texts as fit in a title, in each. Each breaks out by itself: what precedes it is also only text. */
function inTitles(texts: readonly string[]): string[] {
  const titles: string[] = []
  for (const text of texts) {
    const joined = `${titles.at(-1) ?? ''} ${text}`.trim()
    if (titles.length > 0 && [...joined].length <= TITLE_LENGTH) titles[titles.length - 1] = joined
    else titles.push(text)
  }
  return titles
}

/** A survey with the texts everywhere at once. */
async function surveyOf(texts: readonly string[]): Promise<string> {
  const [first = ''] = texts
  const questions = [
    choice(first, texts, optional),
    ...texts.map(text => freeText(text, requiredWhen('any', [0, first]))),
    board(first),
  ]
  const { id } = await api.create(questions, { title: first })
  for (const text of texts) await call(service, 'POST', `/s/${id}/board/${texts.length + 1}`, { body: { text } })
  return id
}

function answerTo(page: Page, at: number) {
  return page.locator(`#q${at + 1}`)
}

/** Sends the form as a browser without scripts does. */
async function sendPlainly(page: Page): Promise<void> {
  const answered = page.waitForNavigation()
  await page.evaluate('HTMLFormElement.prototype.submit.call(document.querySelector("form"))')
  assert.equal((await answered)?.status(), 400)
}

/** The names of the elements on respondents’ pages. */
async function elementsInUse(): Promise<string[]> {
  const { id } = await api.create(LUNCH)
  const paths = [`/s/${id}`, `/s/${id}/thanks`, '/privacy']
  const pages = await Promise.all(paths.map(path => call(service, 'GET', path)))
  const names = pages.flatMap(({ text }) => [...text.matchAll(/<([a-z][a-z0-9]*)/g)].map(([, name = '']) => name))
  return [...new Set(names)]
}
