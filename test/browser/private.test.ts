import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { Page } from 'playwright-core'
import { newApi } from '../api/fixtures.ts'
import { call, startService } from '../harness.ts'
import { inBrowser } from './chromium.ts'
import { fillIn, LUNCH, linkOf, send, thanked } from './survey.ts'

const service = await startService({ now: Date.now() })
after(() => service.close())
const api = await newApi(service)

inBrowser('what leaves and enters the browser', open => {
  test('[D11-no-cookie, D11-no-other-hosts, S1-anonymous-response] a browser’s traces are on no disk, no cookie is set, no other host is asked', async () => {
    const { id } = await api.create(LUNCH)
    const canary = 'canary-5b1e'
    const { page, context } = await open({
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
    await page.locator('.vote').click()
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

  test('[D11-hostile-text] texts of every kind run no script on any page, and break no rule of the page', async () => {
    const { page } = await open()
    const reports = await reportsOf(page)
    for (const texts of inGroups(hostileTexts(), 20)) {
      const options = [...new Set(texts)]
      const [first = ''] = options
      const questions = [
        { type: 'multiple_choice', text: first, options, requirement: { mode: 'optional' } },
        ...texts.map(text => ({
          type: 'free_text',
          text,
          requirement: {
            mode: 'conditional',
            when: { op: 'any', conditions: [{ questionIndex: 0, values: [first] }] },
          },
        })),
        { type: 'upvoted_question', text: first },
      ]
      const { id } = await api.create(questions, { title: first })
      for (const text of texts) await call(service, 'POST', `/s/${id}/board/${texts.length + 1}`, { body: { text } })
      await page.goto(linkOf(service, id))
      await page.locator('.ask').waitFor()
      assert.deepEqual(await page.locator('.board .text').allTextContents(), texts)
      await page.getByRole('radio').first().check()
      await send(page)
      await page.locator('.summary').waitFor()
      for (const [at, text] of texts.entries()) await page.locator(`#q${at + 1}`).fill(text)
      await page.reload()
      await page.locator('.notice').waitFor()
      await send(page)
      await thanked(page)
      await api.patch(`/surveys/${id}`, { status: 'closed' })
      await page.goto(linkOf(service, id))
      await page.goto(`${service.baseUrl}/s/${id}/thanks`)
    }
    assert.deepEqual(reports, [])
  })
})

/** What the browser says of scripts that ran and rules that were broken. */
async function reportsOf(page: Page): Promise<string[]> {
  const reports: string[] = []
  await page.addInitScript(
    'addEventListener("securitypolicyviolation", e => console.error("policy: " + e.violatedDirective))',
  )
  page.on('console', message => {
    if (/policy|alert/i.test(message.text())) reports.push(message.text())
  })
  page.on('dialog', dialog => {
    reports.push(dialog.message())
    void dialog.dismiss()
  })
  page.on('pageerror', error => reports.push(String(error)))
  return reports
}

/** 200 texts: what breaks out of each place in a page that a text can stand in, around what would run. */
function hostileTexts(): string[] {
  const outs = [
    '',
    '"',
    "'",
    '">',
    "'>",
    '</title>',
    '</textarea>',
    '</style>',
    '</script>',
    '</template>',
    '-->',
    ']]>',
    '</option></select>',
    '{{',
    '${',
    '`',
    '\\',
    '&quot;>',
    '\u2028',
    '&#x22;>',
  ]
  const payloads = [
    '<script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    '<svg onload=alert(1)>',
    ' autofocus onfocus=alert(1) x=',
    'javascript:alert(1)',
    '<iframe srcdoc="<script>alert(1)</script>">',
    '<style>*{background:url(//x.example)}</style>',
    '<meta http-equiv=refresh content="0;url=//x.example">',
    '<a href="javascript:alert(1)">x</a>',
    '<base href="//x.example">',
  ]
  return outs.flatMap(out => payloads.map(payload => out + payload))
}

function inGroups<Item>(items: readonly Item[], size: number): Item[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, at) => items.slice(at * size, (at + 1) * size))
}
