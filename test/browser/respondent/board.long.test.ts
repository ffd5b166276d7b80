import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { Page } from 'playwright-core'
import { board, newApi } from '../../api/fixtures.ts'
import { call, startService } from '../../harness.ts'
import { orderedUuids } from '../../ordered-uuids.ts'
import { setItemState } from '../../setup/surveys.ts'
import { until } from '../../until.ts'
import { inBrowser } from '../chromium.ts'
import { assertWellMade } from '../look.ts'
import { answerAgain, answersOf, fillIn, LUNCH, linkOf, send, thanked } from '../survey.ts'

const service = await startService({ uuid: orderedUuids('descending'), now: Date.now() })
after(() => service.close())
const api = await newApi(service)

inBrowser('a board in the browser', open => {
  const start = async (more: object = {}) => {
    const { id } = await api.create([board('Questions?', more)])
    const ask = (text: string) => call(service, 'POST', `/s/${id}/board/0`, { body: { text } })
    const visit = async () => {
      const { page } = await open()
      await page.goto(linkOf(service, id))
      return page
    }
    return { id, ask, visit }
  }
  const texts = (page: Page) => page.locator('.board .text').allInnerTexts()
  const votes = (page: Page) => page.locator('.board .votes').allInnerTexts()
  const vote = (page: Page, text: string) =>
    page.getByRole('listitem').filter({ hasText: text }).getByRole('button', { name: 'Vote for this question' })
  const write = async (page: Page, text: string) => {
    await page.getByLabel('Your question').fill(text)
    await page.getByRole('button', { name: 'Ask' }).click()
  }

  test('a question appears at once, and a refused one says why', async () => {
    const { visit } = await start()
    const page = await visit()
    await page.getByText('No questions yet.').waitFor()
    await write(page, 'Is it vegan?')
    await page.getByText('Your question has been posted.').waitFor()
    assert.deepEqual(await texts(page), ['Is it vegan?'])
    assert.equal(await page.getByLabel('Your question').inputValue(), '')
    await write(page, ' ')
    await page.getByText('A question must have 1 to 500 characters.').waitFor()
  })

  test('a long question begins beside its button for votes', async () => {
    const { ask, visit } = await start()
    await ask('When do we move, and where do we go? '.repeat(8))
    const page = await visit()
    const [button, text] = (await page.evaluate(`['.votes', '.text'].map(name => {
      const range = new Range()
      range.selectNodeContents(document.querySelector('.board ' + name))
      return range.getClientRects()[0].top
    })`)) as number[]
    assert.ok(Math.abs(Number(button) - Number(text)) < 4, `${button} and ${text}`)
  })

  test('asking on a phone: a typed question survives a reload, is never left by Send, and is sent once', async () => {
    const { id } = await api.create(LUNCH)
    const { page } = await open()
    await page.goto(linkOf(service, id))
    const area = page.getByRole('textbox', { name: 'Your question' })
    await area.fill('x'.repeat(501))
    assert.equal(await page.locator('.ask .count').innerText(), '501/500')
    await fillIn(page)
    await send(page)
    await page.getByText('A question must have 1 to 500 characters.').waitFor()
    assert.equal(await page.evaluate('document.activeElement.name'), 'ask4')
    assert.deepEqual([await answersOf(api, id), await area.getAttribute('aria-invalid')], [[], 'true'])
    // Existing questions can be voted for next to the text field.
    await page.request.post(`${service.baseUrl}/s/${id}/board/4`, { data: { text: 'Is lunch free today?' } })
    await page.locator('.items .text', { hasText: 'free' }).waitFor()
    await area.fill('is LUNCH free')
    await page.getByRole('status').filter({ hasText: 'Already asked? Vote for it instead:' }).waitFor()
    await page.locator('.similar .vote').click()
    await until(async () => (await page.locator('.items .votes').innerText()) === '1')
    await area.fill('Is it vegan?')
    assert.equal(await page.locator('.similar').isVisible(), false)
    assert.equal(await area.getAttribute('aria-invalid'), null)
    await page.reload()
    assert.deepEqual(
      [await area.inputValue(), await page.locator('.ask .count').innerText()],
      ['Is it vegan?', '12/500'],
    )
    // The response is lost, so the question is sent twice.
    let sends = 0
    await page.route('**/board/4', async route => {
      sends += 1
      if (sends > 1) return route.continue()
      await route.fetch()
      await route.abort()
    })
    await send(page)
    await thanked(page)
    await page.locator('.outcome.success', { hasText: 'Your question has been posted.' }).waitFor()
    assert.deepEqual([sends, await area.inputValue()], [2, ''])
    assert.deepEqual((await texts(page)).toSorted(), ['Is it vegan?', 'Is lunch free today?'])
    assert.equal((await answersOf(api, id)).length, 1)
    await answerAgain(page)
    // If the script of boards does not load, the server posts what it finds in the form.
    await page.route('**/boards.js', route => route.abort())
    await page.reload()
    await fillIn(page)
    await area.fill('What does it cost?')
    await send(page)
    await page.waitForURL(/thanks.*asked=shown/)
    assert.equal((await answersOf(api, id)).length, 2)
    await page.goto(linkOf(service, id))
    assert.deepEqual((await texts(page)).toSorted(), ['Is it vegan?', 'Is lunch free today?', 'What does it cost?'])
  })

  test('a question of invisible characters only is none: the answers are sent from the page', async () => {
    const { id } = await api.create(LUNCH)
    const { page } = await open()
    await page.goto(linkOf(service, id))
    await fillIn(page)
    await page.getByRole('textbox', { name: 'Your question' }).fill('\u200b')
    await send(page)
    await thanked(page)
    assert.equal(page.url(), linkOf(service, id), 'the server would have shown its own page')
  })

  test('a full board says that voting is still possible', async () => {
    const { ask, visit } = await start()
    await ask('First?')
    const page = await visit()
    // It takes 1,000 questions to fill one.
    const body = JSON.stringify({ error: 'this board takes no more questions for now', code: 'board_full' })
    await page.route('**/board/0', route => route.fulfill({ status: 409, body }))
    await write(page, 'One more?')
    await page.getByText('No more questions can be asked here for now. You can still vote.').waitFor()
    await vote(page, 'First?').click()
    await until(async () => (await votes(page)).includes('1'))
  })

  test('voting and asking work in a browser that denies storage, and in one that is some years old', async () => {
    const { id, ask } = await start()
    await ask('Is it vegan?')
    const { page } = await open()
    // As Chromium does if cookies are blocked.
    await page.addInitScript(`for (const kind of ['localStorage', 'sessionStorage'])
      Object.defineProperty(globalThis, kind, { get() { throw new DOMException('Access is denied', 'SecurityError') } })
      // Safari 15 has neither.
      delete AbortSignal.timeout
      delete Array.prototype.toSorted`)
    await page.goto(linkOf(service, id))
    await vote(page, 'Is it vegan?').click()
    await page.locator('.vote[aria-pressed=true]').waitFor()
    await write(page, 'Is it free?')
    await page.getByText('Your question has been posted.').waitFor()
    await until(async () => (await texts(page)).includes('Is it free?'))
  })

  test('a survey of boards alone has nothing to send', async () => {
    const { visit } = await start()
    const page = await visit()
    assert.equal(await page.locator('#send').count(), 0)
    await assertWellMade(page, 'a survey of boards alone')
  })

  test('a moderated board says that the question awaits approval', async () => {
    const { visit } = await start({ moderated: true })
    const page = await visit()
    await page.getByText('New questions appear once they have been approved.').waitFor()
    await write(page, 'Is it vegan?')
    await page.getByText('Your question has been sent. It will appear once it is approved.').waitFor()
    assert.deepEqual(await texts(page), [])
  })

  test('a vote counts once, survives a reload and can be withdrawn', async () => {
    const { ask, visit } = await start()
    await ask('First?')
    await ask('Second?')
    const page = await visit()
    await vote(page, 'Second?').click()
    await until(async () => (await votes(page)).includes('1'))
    assert.equal(await vote(page, 'Second?').getAttribute('aria-pressed'), 'true')
    await page.reload()
    assert.deepEqual(
      [await texts(page), await votes(page)],
      [
        ['Second?', 'First?'],
        ['1', '0'],
      ],
    )
    await until(async () => (await vote(page, 'Second?').getAttribute('aria-pressed')) === 'true')
    const other = await visit()
    await vote(other, 'Second?').click()
    for (const one of [other, page]) await until(async () => (await votes(one)).includes('2'))
    await vote(page, 'Second?').click()
    await until(async () => (await votes(page)).includes('1'))
    assert.equal(await vote(page, 'Second?').getAttribute('aria-pressed'), 'false')
  })

  test('a question that was asked here is marked as yours, with your vote, also once it is approved', async () => {
    const { ask, visit } = await start({ moderated: true })
    const asked = await ask('Of somebody else?')
    const page = await visit()
    const reply = page.waitForResponse('**/board/0')
    await write(page, 'Is it vegan?')
    await page.getByText('It will appear once it is approved.').waitFor()
    for (const { id } of [asked.body, await (await reply).json()]) await setItemState(service, `${id}`, 'shown')
    await page.reload()
    const row = (text: string) => page.locator('.items li', { hasText: text })
    await row('Is it vegan?').getByText('Yours').waitFor()
    await row('Of somebody else?').waitFor()
    assert.equal(await row('Of somebody else?').getByText('Yours').isVisible(), false)
    const voted = () => vote(page, 'Is it vegan?').getAttribute('aria-pressed')
    assert.deepEqual([await voted(), await row('Is it vegan?').locator('.votes').innerText()], ['true', '1'])
    await assertWellMade(page, 'a board with a question of one’s own')
    await page.reload()
    await row('Is it vegan?').getByText('Yours').waitFor()
    await vote(page, 'Is it vegan?').click()
    await until(async () => (await row('Is it vegan?').locator('.votes').innerText()) === '0')
    await page.reload()
    await row('Is it vegan?').getByText('Yours').waitFor()
    assert.equal(await voted(), 'false')
    const { visit: visitOpen } = await start()
    const second = await visitOpen()
    await write(second, 'Is it warm?')
    await second.locator('.items li', { hasText: 'Is it warm?' }).getByText('Yours').waitFor()
    assert.deepEqual(await votes(second), ['1'])
  })

  test('two tabs of a browser vote as one person, and each shows the other’s votes', async () => {
    const { id, ask } = await start()
    await ask('First?')
    await ask('Second?')
    const { page, context } = await open({ ownProfile: true })
    const other = await context.newPage()
    for (const tab of [page, other]) await tab.goto(linkOf(service, id))
    const isVoted = async (tab: Page, text: string) => (await vote(tab, text).getAttribute('aria-pressed')) === 'true'
    await vote(page, 'First?').click()
    await until(() => isVoted(other, 'First?'))
    await vote(other, 'Second?').click()
    await until(() => isVoted(page, 'Second?'))
    await page.reload()
    await until(async () => (await isVoted(page, 'First?')) && (await isVoted(page, 'Second?')))
    await vote(page, 'Second?').click()
    for (const tab of [page, other]) await until(async () => (await votes(tab)).toSorted().join() === '0,1')
    assert.equal(await isVoted(other, 'Second?'), false)
    // On a dead network, a vote is abandoned after a while.
    await page.clock.install()
    await page.route('**/vote', () => undefined)
    await Promise.all([page.waitForRequest('**/vote'), vote(page, 'Second?').click()])
    await until(async () => {
      await page.clock.fastForward(10_000)
      return page.getByText('That did not go through.').isVisible()
    })
    assert.equal(await isVoted(page, 'Second?'), false)
  })

  test('a long board shows 100 questions, the newest and the reader’s own at once, and the others on request [board-page-first]', async () => {
    const { id, ask, visit } = await start()
    await Promise.all(Array.from({ length: 120 }, (_, at) => ask(`Number ${at}?`)))
    const page = await visit()
    const more = page.getByRole('button', { name: 'Show more questions' })
    await more.waitFor()
    assert.equal((await texts(page)).length, 110)
    await assertWellMade(page, 'a long board')
    await write(page, 'Is it vegan?')
    await until(async () => (await texts(page))[0] === 'Is it vegan?')
    await more.click()
    await until(async () => (await texts(page)).length === 121)
    assert.equal(new Set(await texts(page)).size, 121)
    assert.equal(await more.isVisible(), false)
    await assertWellMade(page, 'a long board with all questions')
    await page.goto(`${service.baseUrl}/s/${id}/board/0/list?page=2`)
    assert.equal((await texts(page)).length, 21)
    await assertWellMade(page, 'a page of a board')
  })

  test('the order changes once nobody touches the list, and the focus stays', async () => {
    const { ask, visit } = await start()
    await ask('First?')
    await ask('Second?')
    const page = await visit()
    assert.deepEqual(await texts(page), ['Second?', 'First?'])
    await vote(page, 'First?').focus()
    await page.evaluate(NOTE_ORDER_AT_VOTE)
    await page.keyboard.press('Enter')
    await until(async () => (await texts(page))[0] === 'First?')
    assert.deepEqual(await page.evaluate('atVote'), ['Second?', 'First?'], 'the vote is shown before the order changes')
    assert.match(await page.evaluate('document.activeElement.closest("li").textContent'), /First\?/)
    // The first of a board have one number, so they stay as they are.
    await page.getByRole('button', { name: 'New' }).click()
    assert.deepEqual(await texts(page), ['First?', 'Second?'])
    await ask('Third?')
    await until(async () => (await texts(page)).join() === 'Third?,First?,Second?')
    await page.getByRole('button', { name: 'Top' }).click()
    assert.deepEqual(await texts(page), ['First?', 'Third?', 'Second?'])
  })
})

/** Records the order of the questions when the first vote was shown. */
const NOTE_ORDER_AT_VOTE = `{
  const items = document.querySelector('.board .items')
  new MutationObserver((_, observer) => {
    if (![...items.querySelectorAll('.votes')].some(votes => votes.textContent === '1')) return
    globalThis.atVote = [...items.querySelectorAll('.text')].map(text => text.textContent)
    observer.disconnect()
  }).observe(items, { childList: true, subtree: true, characterData: true })
}`
