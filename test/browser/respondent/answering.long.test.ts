import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { choice, freeText, newApi, optional, rating, requiredWhen } from '../../api/fixtures.ts'
import { startService } from '../../harness.ts'
import { until } from '../../until.ts'
import { inBrowser } from '../chromium.ts'
import type { ProfileOptions } from '../profiles.ts'
import { startSlowNetwork } from '../slow-network.ts'
import { answerAgain, answersOf, FILLED, fillIn, focused, LUNCH, linkOf, send, thanked } from '../survey.ts'

const service = await startService({ now: Date.now() })
after(() => service.close())
const api = await newApi(service)

/**
 * Responses in place of an answer: server trouble, a proxy without a reachable server, half an answer, and the page of
 * a network that requires signing in.
 */
const NO_ANSWERS = [
  { status: 503, body: '{}' },
  { status: 404, body: '404 page not found' },
  { status: 201, body: '{"id":' },
  { status: 200, body: '<h1>Sign in</h1>' },
]

const WITHOUT_EVENTS = '**/events*'

/** Optional questions of each type. */
const OPTIONAL = [
  choice('What will you eat?', ['Soup', 'Salad'], optional),
  rating('How good was it?', optional),
  freeText('Anything else?', optional),
]

/** A later click on the same answer is not part of a double click. */
const AFTER_DOUBLE_CLICK_MS = 600

/** What the tab has stored of the answers. */
function typedIn(page: Page): Promise<unknown> {
  return page.evaluate('Object.values(sessionStorage).map(kept => JSON.parse(kept).typed)[0]')
}

/** What assistive technology announces about an element besides its name. */
async function described(element: Locator): Promise<string> {
  const ids = (await element.getAttribute('aria-describedby'))?.split(' ') ?? []
  const texts = await Promise.all(ids.map(id => element.page().locator(`#${id}`).textContent()))
  return texts.join(' ')
}

async function boxOf(element: Locator) {
  const box = await element.boundingBox()
  assert.ok(box)
  return box
}

inBrowser('answering with JavaScript', open => {
  const start = async (questions: readonly object[] = LUNCH, options: ProfileOptions = {}, blocked?: string) => {
    const { id } = await api.create(questions, { title: 'Team lunch' })
    const opened = await open(options)
    if (blocked !== undefined) await opened.page.route(blocked, route => route.abort())
    await opened.page.goto(linkOf(service, id))
    return { id, ...opened }
  }

  test('the receipt shows the stored row and that nothing else was stored', async () => {
    const { id, page } = await start()
    await fillIn(page)
    await send(page)
    await thanked(page)
    const [row] = (await api.read(id)).responses
    assert.deepEqual(row?.answers, FILLED)
    const shown = await page.locator('.receipt dd').allInnerTexts()
    assert.deepEqual(shown, ['Yes', 'Soup', '8', 'Line one\nline two'])
    assert.match(
      await page.locator('.receipt time').innerText(),
      /^[A-Z][a-z]+ \d{1,2}, \d{4} at \d{1,2}:\d{2}\s[AP]M$/,
    )
    await page.getByText('Nothing else was stored.').waitFor()
    assert.match(await focused(page), /^H2 Thank you/)
    const isSaid = (await page.getByRole('status').allInnerTexts()).join('').includes('is required now')
    assert.equal(isSaid, false, 'what was said of a question is gone with it')
    assert.equal(await page.title(), 'Thank you: Team lunch')
    assert.equal(await page.locator('#send').isVisible(), false)
    assert.deepEqual(await page.evaluate('[sessionStorage.length, location.search]'), [1, '?lang=en'])
    await page.getByText('Random id').click()
    assert.equal(await page.locator('.receipt code').innerText(), row?.id)
  })

  test('the receipt survives a reload in its tab, even after an edit, and is gone after “Answer again”', async () => {
    const { id, page } = await start()
    await fillIn(page)
    await send(page)
    await thanked(page)
    const shown = () => page.locator('.receipt dl').innerText()
    const before = await shown()
    await api.patch(`/surveys/${id}`, { questions: LUNCH.map(one => ({ ...one, text: `${one.text} Really?` })) })
    await page.reload()
    await thanked(page)
    assert.equal(await shown(), before)
    await answerAgain(page)
    await page.reload()
    assert.equal(await page.locator('.receipt').count(), 0)
    assert.equal(await page.getByRole('radio', { name: 'Yes' }).isChecked(), false)
    assert.equal((await api.read(id)).response_count, 1)
  })

  test('an error disappears when its answer is corrected, and the summary with the last error', async () => {
    const { page } = await start()
    await send(page)
    assert.equal(await page.locator('.error').count(), 2)
    await page.getByRole('radio', { name: 'No', exact: true }).check()
    assert.equal(await page.locator('.error').count(), 1)
    assert.equal(await page.locator('fieldset').first().getAttribute('aria-describedby'), 'q0-help')
    assert.match(
      await page.locator('.summary').innerText(),
      /^Not sent yet\. Please look at one answer:\s+How good was it\?: /,
    )
    await page.getByRole('radio', { name: '8', exact: true }).check({ force: true })
    assert.equal(await page.locator('.error, .summary').count(), 0)
  })

  test('an answer that makes another one optional removes that error too [form-summary]', async () => {
    const { page } = await start()
    await page.getByRole('radio', { name: 'Yes' }).check()
    await send(page)
    assert.equal(await page.locator('.error').count(), 2)
    await page.getByRole('radio', { name: 'No', exact: true }).check()
    assert.deepEqual(await page.locator('.summary li').allInnerTexts(), ['How good was it?: An answer is required.'])
  })

  test('the first five of many errors are listed on a phone, and the others follow as these are corrected [form-summary]', async () => {
    const { page } = await start(
      Array.from({ length: 30 }, (_, n) => choice(`Question ${n + 1}`)),
      { viewport: { width: 390, height: 844 } },
    )
    await send(page)
    const items = page.locator('.summary li')
    const lines = (first: number, left: number) => [
      ...Array.from({ length: 5 }, (_, n) => `Question ${first + n}: An answer is required.`),
      `and ${left} more`,
    ]
    assert.deepEqual(await items.allInnerTexts(), lines(1, 25))
    const top = await page.locator('.summary').evaluate(element => element.getBoundingClientRect().top)
    assert.ok(top >= 0 && top < 100, `${top}`)
    await page.getByRole('radio', { name: 'Yes' }).first().check()
    assert.deepEqual(await items.allInnerTexts(), lines(2, 24))
    assert.match(await page.locator('.summary h2').innerText(), /29 answers/)
  })

  test('choosing the chosen answer of an optional question again clears it, by mouse, finger and Space [second-tap]', async () => {
    const { id, page } = await start(OPTIONAL, { hasTouch: true })
    assert.equal(await page.getByText('No answer').count(), 0)
    const soup = page.getByRole('radio', { name: 'Soup' })
    const eight = page.getByRole('radio', { name: '8', exact: true })
    const acts: readonly (readonly [Locator, () => Promise<void>])[] = [
      [soup, () => page.getByText('Soup').click()],
      [soup, () => page.getByText('Soup').tap()],
      [soup, () => soup.press('Space')],
      [eight, () => eight.click()],
      [eight, () => eight.tap()],
      [eight, () => eight.press('Space')],
    ]
    for (const [radio, act] of acts) {
      await act()
      await page.waitForTimeout(AFTER_DOUBLE_CLICK_MS)
      assert.equal(await radio.isChecked(), true)
      await act()
      assert.equal(await radio.isChecked(), false)
      assert.deepEqual(await typedIn(page), [])
      await page.waitForTimeout(AFTER_DOUBLE_CLICK_MS)
    }
    await send(page)
    await thanked(page)
    assert.deepEqual(await answersOf(api, id), [[null, null, null]])
  })

  test('a double click is one choice, a required answer stays, and arrow keys still choose [second-tap]', async () => {
    const { page } = await start(OPTIONAL.with(0, choice('What will you eat?', ['Soup', 'Salad'])))
    const eight = page.getByRole('radio', { name: '8', exact: true })
    await eight.dblclick()
    assert.equal(await eight.isChecked(), true)
    const soup = page.getByRole('radio', { name: 'Soup' })
    await soup.check()
    await page.waitForTimeout(AFTER_DOUBLE_CLICK_MS)
    await page.getByText('Soup').click()
    await soup.press('Space')
    assert.equal(await soup.isChecked(), true)
    await eight.press('Space')
    assert.equal(await eight.isChecked(), false)
    await eight.press('Space')
    assert.equal(await eight.isChecked(), true)
    await eight.press('ArrowRight')
    assert.equal(await page.getByRole('radio', { name: '9', exact: true }).isChecked(), true)
  })

  test('what a cleared answer required is optional again, and a restored answer is cleared too [second-tap]', async () => {
    const { page } = await start([
      choice('Coming?', ['Yes', 'No'], optional),
      choice('What will you eat?', ['Soup', 'Salad'], requiredWhen('any', [0, 'Yes'])),
    ])
    const [yes, soup] = [page.getByRole('radio', { name: 'Yes' }), page.getByRole('radio', { name: 'Soup' })]
    await yes.check()
    await soup.check()
    await page.waitForTimeout(AFTER_DOUBLE_CLICK_MS)
    await page.getByText('Soup').click()
    assert.equal(await soup.isChecked(), true, 'required now')
    await page.reload()
    assert.deepEqual([await yes.isChecked(), await soup.isChecked()], [true, true])
    await page.getByText('Yes').click()
    assert.equal(await yes.isChecked(), false)
    assert.equal((await page.locator('#aloud').textContent())?.trim(), '“What will you eat?” is optional now.')
    await page.getByText('Soup').click()
    assert.equal(await soup.isChecked(), false)
    await page.reload()
    assert.equal(await page.getByRole('radio', { checked: true }).count(), 0)
  })

  test('a question says how its answer is cleared: to screen readers always, visibly once there is one [second-tap]', async () => {
    const { page } = await start(OPTIONAL)
    const soup = page.getByRole('group', { name: 'What will you eat?' })
    const opacity = () => page.evaluate('getComputedStyle(document.querySelector("#q0-help span")).opacity')
    assert.equal(await described(soup), 'Optional · Choose your answer again to clear it')
    assert.equal(await opacity(), '0')
    await page.getByText('Soup').click()
    assert.equal(await opacity(), '1')
    assert.equal(await page.locator('#q2-help').innerText(), 'Optional', 'a text')
  })

  test('an answer that makes a question required marks it and removes the hint for clearing it', async () => {
    const { page } = await start()
    const help = page.locator('#q1-help')
    const weight = () => page.evaluate('getComputedStyle(document.querySelector("#q1-help")).fontWeight')
    const says = async () => (await help.textContent())?.includes('Choose your answer again')
    assert.deepEqual([await says(), await weight()], [true, '400'])
    await page.getByRole('radio', { name: 'Yes' }).check()
    assert.deepEqual([await says(), await weight()], [false, '600'])
    await page.getByRole('radio', { name: 'No', exact: true }).check()
    assert.deepEqual([await says(), await weight()], [true, '400'])
  })

  test('missing answers are listed in a focused summary with links, and at each question', async () => {
    const { id, page } = await start()
    await page.getByRole('radio', { name: 'Yes' }).check()
    await page.getByLabel('Anything else?').fill('x'.repeat(10_001))
    await send(page)
    assert.match(await focused(page), /^DIV Not sent yet\. Please look at 3 answers:/)
    assert.deepEqual(await page.locator('.summary li').allInnerTexts(), [
      'What will you eat?: An answer is required.',
      'How good was it?: An answer is required.',
      'Anything else?: The answer must have at most 10,000 characters.',
    ])
    assert.deepEqual(await page.locator('.error').allInnerTexts(), [
      'An answer is required.',
      'An answer is required.',
      'The answer must have at most 10,000 characters.',
    ])
    await page.getByRole('link', { name: 'How good was it?' }).click()
    assert.equal(await page.evaluate('document.activeElement.id'), 'q2')
    await page.getByLabel('Anything else?').fill('short')
    await page.getByRole('radio', { name: '8', exact: true }).check({ force: true })
    await page.getByRole('radio', { name: 'Soup' }).check()
    await send(page)
    await thanked(page)
    assert.deepEqual(await answersOf(api, id), [['Yes', 'Soup', 8, 'short', null]])
  })

  test('an answer that makes another question required is announced at once, and so is the reverse', async () => {
    const { page } = await start()
    const help = page.locator('#q1-help')
    const rule = 'Required when “Coming?” is “Yes”; otherwise optional · Choose your answer again to clear it'
    assert.equal(await help.innerText(), rule)
    await page.getByRole('radio', { name: 'Yes' }).check()
    assert.equal(await help.innerText(), 'Now required because of an answer above')
    assert.equal((await page.locator('#aloud').textContent())?.trim(), '“What will you eat?” is required now.')
    await page.getByRole('radio', { name: 'No', exact: true }).check()
    assert.equal(await help.innerText(), rule)
    assert.equal((await page.locator('#aloud').textContent())?.trim(), '“What will you eat?” is optional now.')
  })

  test('typed text survives a reload and can be discarded', async () => {
    const { id, page } = await start()
    await fillIn(page)
    const key = await page.locator('[name=key]').inputValue()
    await page.reload()
    const restored = page.getByText('What you typed before has been restored.')
    const [text, startOver] = [await boxOf(restored), await boxOf(page.getByRole('button', { name: 'Start over' }))]
    assert.ok(startOver.y >= text.y + text.height, 'the button stands below the text')
    assert.equal(startOver.x, text.x)
    assert.equal(await page.locator('[name=key]').inputValue(), key)
    await send(page)
    await thanked(page)
    assert.deepEqual(await answersOf(api, id), [FILLED])
    await answerAgain(page)
    await page.getByRole('radio', { name: 'No', exact: true }).check()
    await page.reload()
    await Promise.all([page.waitForEvent('load'), page.getByRole('button', { name: 'Start over' }).click()])
    assert.equal(await page.getByRole('button', { name: 'Start over' }).count(), 0)
    assert.equal(await page.getByRole('radio', { name: 'No', exact: true }).isChecked(), false)
    await page.reload()
    assert.equal(await page.getByRole('radio', { name: 'No', exact: true }).isChecked(), false)
    assert.equal(await page.getByText('What you typed before has been restored.').isVisible(), false)
  })

  test('questions that have the same text keep their own answers', async () => {
    const { page } = await start([freeText('Name?'), freeText('Name?')])
    await page.locator('#q0').fill('Ada')
    await page.locator('#q1').fill('Bea')
    // Text typed before the script has loaded is newer than what the script restores.
    const loaded = Promise.withResolvers<void>()
    await page.route('**/respondent.js', route => loaded.promise.then(() => route.continue()))
    await page.reload({ waitUntil: 'commit' })
    await page.locator('#q0').fill('Adele')
    loaded.resolve()
    await page.getByText('What you typed before has been restored.').waitFor()
    assert.deepEqual([await page.locator('#q0').inputValue(), await page.locator('#q1').inputValue()], ['Adele', 'Bea'])
  })

  test('two clicks and Enter send once', async () => {
    const { id, page } = await start()
    await fillIn(page)
    let sends = 0
    page.on('request', request => (sends += Number(request.method() === 'POST')))
    await page.evaluate('for (let i = 0; i < 5; i++) document.querySelector("#send").click()')
    await thanked(page)
    assert.deepEqual([sends, await answersOf(api, id)], [1, [FILLED]])
  })

  test('a tab closed right after Send has still sent', async () => {
    const { id, context } = await start()
    const network = await startSlowNetwork(service)
    const page = await context.newPage()
    await page.goto(`${network.url}/s/${id}?lang=en`)
    await fillIn(page)
    await Promise.all([network.submitting, send(page)])
    await page.close()
    await until(async () => (await api.read(id)).response_count === 1)
  })

  test('offline is reported, and the response is sent when back online', async () => {
    const { id, page, context } = await start()
    await fillIn(page)
    await context.setOffline(true)
    await send(page)
    await page.getByText('You are offline. Keep this page open: your answer will be sent').waitFor()
    assert.equal(await page.evaluate('document.querySelector("#q3").closest("[inert]") !== null'), true)
    assert.deepEqual(await answersOf(api, id), [])
    await context.setOffline(false)
    await thanked(page)
    assert.deepEqual(await answersOf(api, id), [FILLED])
  })

  test('dropped replies and server errors still store one row', async () => {
    const { id, page } = await start()
    await fillIn(page)
    let sends = 0
    await page.route('**/responses', async route => {
      sends += 1
      const [answer] = NO_ANSWERS.slice(sends - 1)
      if (answer !== undefined) return route.fulfill(answer)
      if (sends > NO_ANSWERS.length + 1) return route.continue()
      await route.fetch()
      await route.abort()
    })
    // The network is repeatedly lost.
    await page.evaluate('setInterval(() => dispatchEvent(new Event("online")), 300)')
    await send(page)
    await thanked(page)
    assert.deepEqual([sends, await answersOf(api, id)], [NO_ANSWERS.length + 2, [FILLED]])
  })

  test('it waits as long as the server asks, or until the network is back', async () => {
    const { id, page } = await start(LUNCH, { ownProfile: true })
    await fillIn(page)
    await page.clock.install()
    await page.clock.pauseAt(Date.now() + 60_000)
    const replies: string[] = []
    await page.route('**/responses', route => {
      // Some proxies send a date instead of a delay.
      const retryAfter = replies.length === 0 ? new Date(Date.now() + 600_000).toUTCString() : '600'
      replies.push(retryAfter)
      return route.fulfill({ status: 429, headers: { 'retry-after': retryAfter }, body: '{}' })
    })
    const isSentAfter = async (milliseconds: number) => {
      const before = replies.length
      await page.clock.runFor(milliseconds)
      // A request sent now would have arrived before this response.
      await page.evaluate("fetch('/privacy')")
      return replies.length > before
    }
    const crowded = (seconds: number) =>
      page.getByText(
        `Many people are answering. Keep this page open: your answer is sent by itself in ${seconds} seconds.`,
      )
    await send(page)
    await crowded(2).waitFor()
    assert.equal(await isSentAfter(400), false)
    await until(() => isSentAfter(300))
    await page.getByText(/is sent by itself in \d{3,4} seconds/).waitFor()
    assert.equal(await isSentAfter(590_000), false)
    await page.unroute('**/responses')
    await page.evaluate('dispatchEvent(new Event("online"))')
    await thanked(page)
    assert.deepEqual(await answersOf(api, id), [FILLED])
  })

  test('a reload during sending resumes the same response, even if questions were reworded', async () => {
    const { id, page } = await start()
    await fillIn(page)
    await page.route('**/responses', async route => {
      await route.fetch()
      await route.abort()
    })
    await send(page)
    await until(async () => (await api.read(id)).response_count === 1)
    await api.patch(`/surveys/${id}`, { questions: LUNCH.map(one => ({ ...one, text: `${one.text} Really?` })) })
    // A response still being truncated would be truncated after the reload.
    await page.unrouteAll({ behavior: 'wait' })
    await page.reload()
    await thanked(page)
    assert.deepEqual(await answersOf(api, id), [FILLED])
  })

  test('two people on one device with the same answers are two rows, and the second sees nothing of the first', async () => {
    const { id, page } = await start()
    for (const _ of ['one', 'two']) {
      await fillIn(page)
      await send(page)
      await thanked(page)
      await answerAgain(page)
      assert.equal(await page.getByLabel('Anything else?').inputValue(), '')
      const chosen = await page.evaluate('[...document.querySelectorAll(":checked")].map(one => one.value)')
      assert.deepEqual(chosen, [])
    }
    assert.deepEqual(await answersOf(api, id), [FILLED, FILLED])
  })

  test('a survey that was closed meanwhile says so and keeps typed text, even if no event arrives', async () => {
    const { id, page } = await start(LUNCH, undefined, WITHOUT_EVENTS)
    await fillIn(page)
    await api.patch(`/surveys/${id}`, { status: 'closed' })
    await send(page)
    await page.getByText('This survey is closed. It no longer accepts answers.').waitFor()
    assert.equal(await page.getByLabel('Anything else?').inputValue(), 'Line one\nline two')
    await api.patch(`/surveys/${id}`, { status: 'open' })
    await send(page)
    await thanked(page)
    assert.deepEqual(await answersOf(api, id), [FILLED])
  })

  test('a survey that was edited meanwhile shows its new questions, with what was typed, even if no event arrives', async () => {
    const { id, page } = await start(LUNCH, undefined, WITHOUT_EVENTS)
    await fillIn(page)
    await api.patch(`/surveys/${id}`, { questions: [...LUNCH, freeText('And now?')] })
    await send(page)
    await page.getByText('Not sent yet. Please look at one answer:').waitFor()
    await until(async () => /^DIV Not sent yet/.test(await focused(page)))
    await page.getByLabel('And now?').fill('Fine.')
    await send(page)
    await thanked(page)
    assert.deepEqual(await answersOf(api, id), [[...FILLED, 'Fine.']])
  })

  test('an option that was renamed meanwhile is not mistaken for its replacement, even if no event arrives [form-outdated]', async () => {
    const questions = (...options: string[]) => [choice('Which?', options), freeText('Anything else?', optional)]
    const { id, page } = await start(questions('Tea', 'Coffee'), undefined, WITHOUT_EVENTS)
    await page.getByRole('radio', { name: 'Tea' }).check()
    await page.getByLabel('Anything else?').fill('Cold')
    await api.patch(`/surveys/${id}`, { questions: questions('Coffee', 'Cocoa') })
    await send(page)
    await page.getByText('This survey has changed since you opened it.').waitFor()
    assert.equal(await page.getByLabel('Anything else?').inputValue(), 'Cold')
    await page.getByRole('radio', { name: 'Cocoa' }).check()
    await send(page)
    await thanked(page)
    assert.deepEqual(await answersOf(api, id), [['Cocoa', 'Cold']])
  })

  test('options with unusual line ends and blanks are sent unchanged [answer-choice]', async () => {
    const options = ['two\nlines', 'two\r\nlines', ' padded ', '&amp;']
    const { id, page } = await start([{ type: 'multiple_choice', text: 'Which?', options }])
    for (const at of options.keys()) {
      await page.getByRole('radio').nth(at).check()
      await send(page)
      await thanked(page)
      await answerAgain(page)
    }
    assert.deepEqual(
      await answersOf(api, id),
      options.map(option => [option]),
    )
  })

  test('a text area grows, and counts code points near its limit', async () => {
    const { page } = await start([freeText('Why?', optional)])
    const area = page.getByLabel('Why?')
    const height = async () => (await area.boundingBox())?.height ?? 0
    const before = await height()
    await area.fill('line\n'.repeat(12))
    assert.ok((await height()) > before * 1.5)
    assert.equal(await page.locator('.count').isVisible(), false)
    await area.fill('😀'.repeat(9_100))
    assert.equal(await page.locator('.count').innerText(), 'Characters left: 900')
    await area.fill('😀'.repeat(10_002))
    assert.equal(await page.locator('.count').innerText(), 'Characters over the limit: 2')
  })

  for (const width of [320, 1280]) {
    test(`everything can be answered by keyboard alone at ${width} px`, async () => {
      const { id, page } = await start(LUNCH, { viewport: { width, height: 700 } })
      const press = async (...keys: string[]) => {
        for (const key of keys) await page.keyboard.press(key)
      }
      await page.locator('h1').focus()
      await press('Tab', 'Tab', 'Space', 'Tab', 'ArrowUp', 'Tab', 'Space', 'ArrowRight', 'ArrowRight', 'Tab')
      await page.keyboard.type('Typed.')
      await press('Tab', 'Tab', 'Tab', 'Tab', 'Tab')
      assert.match(await focused(page), /^BUTTON Send/)
      await press('Enter')
      await thanked(page)
      assert.deepEqual(await answersOf(api, id), [['Yes', 'Salad', 3, 'Typed.', null]])
    })
  }
})
