import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { Page } from 'playwright-core'
import { board, choice, freeText, newApi, optional, requiredWhen } from '../api/fixtures.ts'
import { call, startService } from '../harness.ts'
import { inBrowser } from './chromium.ts'
import { fillIn, LUNCH, linkOf, send, thanked, until } from './survey.ts'

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
    for (const texts of inGroups(await hostileTexts(), 20)) {
      const [first = ''] = texts
      const id = await surveyOf(texts)
      await page.goto(linkOf(service, id))
      await page.locator('.ask').waitFor()
      assert.deepEqual(await page.locator('.board .text').allTextContents(), texts)
      assert.deepEqual(await page.locator('fieldset .choice span').allTextContents(), [...texts, 'No answer'])
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

  test('[D11-hostile-text] titles of every kind run no script, open, closed or thanked for', async () => {
    const { page } = await open()
    const reports = await reportsOf(page)
    for (const [place, text] of (await hostileTexts()).entries()) {
      const { id, title } = await api.create([freeText('Why?')], { title: text })
      const visit = async (path: string) => {
        await page.goto(service.baseUrl + path, { waitUntil: 'domcontentloaded' })
        assert.ok((await page.locator('main').textContent())?.includes(text), text)
      }
      assert.equal(title, text)
      await visit(`/s/${id}`)
      assert.equal(await page.locator('h1').textContent(), text)
      // These have no script and less in their heads.
      if (place % 10 !== 0) continue
      await visit(`/s/${id}/thanks`)
      await api.patch(`/surveys/${id}`, { status: 'closed' })
      await visit(`/s/${id}`)
    }
    assert.deepEqual(reports, [])
  })

  test('[D11-hostile-text] what would run is seen where it does', async () => {
    const { page } = await open()
    const reports = await reportsOf(page)
    const { id } = await api.create([freeText('Why?')])
    await page.goto(linkOf(service, id))
    await page.evaluate('document.querySelector("main").innerHTML = "<img src=x onerror=alert(1)>"')
    await until(() => reports.length > 0)
    await page.evaluate('alert(1)')
    await until(() => reports.includes('1'))
  })
})

/** A survey with the texts in all places at once. */
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

/** Sends the form as a browser does that runs no script. */
async function sendPlainly(page: Page): Promise<void> {
  const answered = page.waitForNavigation()
  await page.evaluate('HTMLFormElement.prototype.submit.call(document.querySelector("form"))')
  assert.equal((await answered)?.status(), 400)
}

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

/** 200 texts: what breaks out of each place in a page that a text can stand in, before what would run. */
async function hostileTexts(): Promise<string[]> {
  const elements = await elementsInUse()
  const closings = elements.flatMap(tag => [`</${tag}>`, `"></${tag.toUpperCase()} >`])
  const outs = [...OUTS, ...closings]
  const before = outs.map((out, at) => out + PAYLOADS[at % PAYLOADS.length])
  const grid = OUTS.flatMap(out => PAYLOADS.map(payload => out + payload))
  const texts = [...new Set([...TRICKS, ...before, ...grid])].slice(0, 200)
  assert.ok(texts.length === 200 && texts.includes(before.at(-1) ?? ''), `${texts.length} of ${before.length} and more`)
  return texts
}

/** The names of the elements that pages of respondents are made of. */
async function elementsInUse(): Promise<string[]> {
  const { id } = await api.create(LUNCH)
  const paths = [`/s/${id}`, `/s/${id}/thanks`, '/privacy']
  const pages = await Promise.all(paths.map(path => call(service, 'GET', path)))
  const names = pages.flatMap(({ text }) => [...text.matchAll(/<([a-z][a-z0-9]*)/g)].map(([, name = '']) => name))
  return [...new Set(names)]
}

const OUTS = [
  '',
  '"',
  "'",
  '">',
  "'>",
  '-->',
  ']]>',
  '</option></select>',
  '`',
  '\\',
  '\\"',
  '&quot;>',
  '&#x22;>',
  '\u2028',
  '\u2029',
]

const PAYLOADS = [
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '<svg onload=alert(1)>',
  ' autofocus onfocus=alert(1) x=',
  '<iframe srcdoc="<script>alert(1)</script>">',
  '<style>*{background:url(//x.example)}</style>',
  '<meta http-equiv=refresh content="0;url=//x.example">',
  '<a href="javascript:alert(1)" autofocus>x</a>',
  '<base href="//x.example">',
  '<form action=//x.example><button formaction=javascript:alert(1)>',
  '<link rel=stylesheet href=//x.example>',
]

const TRICKS = [
  // Templates of every kind.
  '{{constructor.constructor("alert(1)")()}}',
  '$\x7balert(1)}',
  '#{alert(1)}',
  '<%= alert(1) %>',
  '$& $1 $` $$ $<x>',
  '{n} {text} {title}',
  '__proto__',
  '%00%3Cscript%3Ealert(1)%3C/script%3E',
  // Links.
  'javascript:alert(1)',
  'JaVaScRiPt&colon;alert(1)',
  'java\tscript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'vbscript:msgbox(1)',
  '//x.example/a.js',
  'https://x.example/?a="onmouseover="alert(1)',
  // Styles.
  'red;background:url(//x.example)',
  '}*{background:url(//x.example)}',
  'expression(alert(1))',
  '@import "//x.example";',
  '</style><style>body{display:none}</style>',
  // Letters that are not what they seem.
  '＜script＞alert(1)＜/script＞',
  '‹img src=x onerror=alert(1)›',
  '\u202e<tpircs>)1(trela',
  '<scr\u200bipt>alert(1)</scr\u200bipt>',
  '<\u0131mg src=x onerror=alert(1)>',
  '\ufeff<script>alert(1)</script>',
  '<ſcript>alert(1)</ſcript>',
  '+ADw-script+AD4-alert(1)+ADw-/script+AD4-',
  'Z\u0351\u036b\u0343a\u0310lgo <img src=x onerror=alert(1)>',
  // What parsers stumble on.
  '<!--<script>alert(1)//-->',
  '<![CDATA[<script>alert(1)</script>]]>',
  '<?xml version="1.0"?><script>alert(1)</script>',
  '<math><mtext><table><mglyph><style><img src=x onerror=alert(1)>',
  '<svg><script>alert&#40;1)</script></svg>',
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
  '<template><script>alert(1)</script></template>',
  '<img/src=x/onerror=alert(1)//',
  '<<script>alert(1);//<</script>',
  '&lt;script&gt;alert(1)&lt;/script&gt;',
  '&amp;lt;script&amp;gt;alert(1)',
]

function inGroups<Item>(items: readonly Item[], size: number): Item[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, at) => items.slice(at * size, (at + 1) * size))
}
