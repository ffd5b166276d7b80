import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { Page } from 'playwright-core'
import { board, choice, freeText, HOUR, newApi } from '../../api/fixtures.ts'
import { call, startService } from '../../harness.ts'
import { orderedUuids } from '../../ordered-uuids.ts'
import { until } from '../../until.ts'
import { inBrowser } from '../chromium.ts'
import { linkOf } from '../survey.ts'

const service = await startService({ uuid: orderedUuids(), now: Date.now() })
after(() => service.close())
const api = await newApi(service)

inBrowser('an open page while the survey changes', open => {
  const start = async () => {
    const { id } = await api.create([choice(), freeText('Why?'), board('Questions?')])
    const { page, context } = await open()
    const streams: string[] = []
    page.on('response', response => {
      if (new URL(response.url()).pathname.endsWith('/events')) streams.push(response.url())
    })
    await page.goto(linkOf(service, id))
    await until(() => streams.length > 0)
    await page.getByLabel('Why?').fill('Because.')
    return { id, page, context, streams }
  }

  test('closing and opening are announced, and typed text stays', async () => {
    const { id, page } = await start()
    assert.equal(await page.locator('#status').innerText(), '')
    await api.patch(`/surveys/${id}`, { status: 'closed' })
    await page.getByText('This survey is closed. It no longer accepts answers.').waitFor()
    await api.patch(`/surveys/${id}`, { status: 'open' })
    await page.getByText('This survey is open again.').waitFor()
    await service.setExpiry(id, service.clock.now() + HOUR)
    await api.patch(`/surveys/${id}`, { theme: 'ocean' })
    service.clock.advance(2 * HOUR)
    await page.getByText('This survey has expired. It no longer accepts answers.').waitFor()
    assert.equal(await page.getByLabel('Why?').inputValue(), 'Because.')
  })

  test('while a survey is closed, and after an edit, a visible bar says so and nothing can be sent', async () => {
    const { id, page } = await start()
    const isOff = async () => {
      const [send, ask] = [page.locator('#send'), page.getByRole('button', { name: 'Ask' })]
      const states = [await send.getAttribute('aria-disabled'), await ask.getAttribute('aria-disabled')]
      assert.equal(states[0], states[1])
      return states[0]
    }
    const isInSight = () =>
      page.evaluate(
        '(({ top, bottom }) => top >= 0 && bottom <= innerHeight)(document.querySelector("#status").getBoundingClientRect())',
      )
    await page.setViewportSize({ width: 375, height: 400 })
    await page.evaluate('scrollTo(0, 0)')
    await api.patch(`/surveys/${id}`, { status: 'closed' })
    await page.getByText('This survey is closed. It no longer accepts answers.').waitFor()
    assert.deepEqual([await isInSight(), await isOff()], [true, 'true'])
    await api.patch(`/surveys/${id}`, { status: 'open' })
    await page.getByText('This survey is open again.').waitFor()
    assert.deepEqual([await isInSight(), await isOff()], [true, 'false'])
    await api.patch(`/surveys/${id}`, { questions: [choice('Really?'), freeText('Why?'), board('Questions?')] })
    await page.getByText('This survey has changed.').waitFor()
    assert.deepEqual([await isInSight(), await isOff()], [true, 'true'])
    const posts: string[] = []
    page.on('request', request => request.method() === 'POST' && posts.push(new URL(request.url()).pathname))
    // A request that the page sends now arrives before this response.
    const sent = async () => {
      await page.evaluate("fetch('/privacy').then(answer => answer.text())")
      return [...posts]
    }
    // Only a complete form would be sent.
    await page.getByRole('radio', { name: 'Yes' }).check()
    await page.evaluate('document.querySelector("form").requestSubmit()')
    assert.deepEqual(await sent(), [])
    await page.getByRole('textbox', { name: 'Your question' }).fill('Why not?')
    await page.getByRole('button', { name: 'Ask' }).click({ force: true })
    assert.deepEqual(await sent(), [])
    assert.equal((await api.read(id)).response_count, 0)
  })

  test('another look or deadline leaves the page as it is, and an edit that is taken back opens it again', async () => {
    const { id, page } = await start()
    await api.patch(`/surveys/${id}`, { theme: 'ocean' })
    await service.setExpiry(id, service.clock.now() + HOUR)
    await page.waitForTimeout(600)
    assert.equal(await page.locator('#status').innerText(), '')
    const { questions } = await api.read(id)
    await api.patch(`/surveys/${id}`, { questions: [choice('Really?'), freeText('Why?'), board('Questions?')] })
    await page.getByText('This survey has changed.').waitFor()
    await api.patch(`/surveys/${id}`, { questions })
    await page.getByText('This survey is open again.').waitFor()
    assert.equal(await page.locator('#send').getAttribute('aria-disabled'), 'false')
  })

  test('a survey that was edited while it was closed has changed when it is open again', async () => {
    const { id, page } = await start()
    await api.patch(`/surveys/${id}`, { status: 'closed' })
    await page.getByText('This survey is closed. It no longer accepts answers.').waitFor()
    await api.patch(`/surveys/${id}`, { questions: [choice('Really?'), freeText('Why?'), board('Questions?')] })
    await api.patch(`/surveys/${id}`, { status: 'open' })
    await page.getByText('This survey has changed. What you typed is still here.').waitFor()
    assert.equal(await page.locator('#send').getAttribute('aria-disabled'), 'true')
  })

  test('a vote on a closed survey says that it is closed', async () => {
    const { id, page } = await start()
    await call(service, 'POST', `/s/${id}/board/2`, { body: { text: 'First?' } })
    await page.locator('.items .vote').waitFor()
    await api.patch(`/surveys/${id}`, { status: 'closed' })
    await page.locator('.items .vote').click()
    await page.locator('.outcome.failure', { hasText: 'This survey is closed.' }).waitFor()
  })

  test('an edit is offered, and loading it keeps typed text', async () => {
    const { id, page } = await start()
    await api.patch(`/surveys/${id}`, { questions: [freeText('Why?'), choice('Really?'), board('Questions?')] })
    await page.getByRole('link', { name: 'Show the current version' }).click()
    await page.getByText('Really?').waitFor()
    await page.getByText('What you typed before has been restored.').waitFor()
    assert.equal(await page.getByLabel('Why?').inputValue(), 'Because.')
  })

  test('questions and votes of others arrive, including those from while offline', async () => {
    const { id, page, context, streams } = await start()
    const ask = (text: string) => call(service, 'POST', `/s/${id}/board/2`, { body: { text } })
    const texts = () => page.locator('.board .text').allInnerTexts()
    const { body: first } = await ask('First?')
    await until(async () => (await texts()).length === 1)
    const voter = '6f1f3b0c-8a55-4f8e-9a51-0f4e6a1b2c3d'
    await call(service, 'PUT', `/s/${id}/board/2/${first.id}/vote`, { body: { voter } })
    await page.locator('.votes', { hasText: '1' }).waitFor()
    await context.setOffline(true)
    await ask('Second?')
    await context.setOffline(false)
    await until(async () => (await texts()).length === 2)
    assert.deepEqual(await texts(), ['First?', 'Second?'])
    assert.ok(streams.length >= 1)
  })

  test('any number of tabs of a survey load; a hidden one catches up when it is shown again', async () => {
    const { id, page, context } = await start()
    let last = page
    for (let tab = 0; tab < 7; tab++) {
      await setHidden(last, true)
      last = await context.newPage()
      await last.goto(linkOf(service, id))
    }
    await api.patch(`/surveys/${id}`, { status: 'closed' })
    await last.getByText('This survey is closed. It no longer accepts answers.').waitFor()
    assert.equal(await page.locator('#status').innerText(), '')
    await setHidden(page, false)
    await page.getByText('This survey is closed. It no longer accepts answers.').waitFor()
    await setHidden(page, true)
    await api.patch(`/surveys/${id}`, { status: 'open' })
    await setHidden(page, false)
    await page.getByText('This survey is open again.').waitFor()
  })

  test('any number of visible windows load, and each is notified of changes to its survey', async () => {
    const { context } = await open({ ownProfile: true })
    await context.clock.install()
    const pages: Page[] = []
    const ids: string[] = []
    for (let window = 0; window < 8; window++) {
      const { id } = await api.create([choice()])
      const page = await context.newPage()
      await page.goto(linkOf(service, id))
      pages.push(page)
      ids.push(id)
    }
    for (const id of ids) await api.patch(`/surveys/${id}`, { status: 'closed' })
    const isUpdated = (page: Page) => page.getByText('This survey is closed. It no longer accepts answers.').isVisible()
    const updated = new Set<Page>()
    await until(async () => {
      await context.clock.runFor(5_000)
      for (const page of pages) if (await isUpdated(page)) updated.add(page)
      return updated.size === pages.length
    })
  })

  test('a page is notified of changes even if the browser denies storage and therefore Web Locks', async () => {
    const { id } = await api.create([choice()])
    const { page } = await open()
    // As Chromium does if cookies are blocked.
    await page.addInitScript(`
      LockManager.prototype.request = LockManager.prototype.query = async () => {
        throw new DOMException('Access to the Locks API is denied in this context.', 'SecurityError')
      }`)
    await page.goto(linkOf(service, id))
    await api.patch(`/surveys/${id}`, { status: 'closed' })
    await page.getByText('This survey is closed. It no longer accepts answers.').waitFor()
  })

  test('what is typed is gone with a reload if the browser denies storage, and the privacy page says so', async () => {
    const { id } = await api.create([freeText()])
    const { page } = await open()
    // As Chromium does if cookies are blocked.
    await page.addInitScript(`
      for (const name of ['localStorage', 'sessionStorage'])
        Object.defineProperty(self, name, { get() { throw new DOMException('denied', 'SecurityError') } })`)
    await page.goto(linkOf(service, id))
    await page.getByLabel('Why?').fill('Because.')
    await page.reload()
    assert.equal(await page.getByLabel('Why?').inputValue(), '')
    await page.goto(`${service.baseUrl}/privacy`)
    await page.getByText('If your browser does not let pages keep anything, none of this is kept').waitFor()
  })

  test('a page whose event stream was refused, or has died silently, reconnects', async () => {
    for (const kind of ['refused', 'dead']) {
      const { id } = await api.create([choice()])
      const { page } = await open({ ownProfile: true })
      await page.clock.install()
      const asked = Promise.withResolvers<void>()
      await page.route(
        '**/events*',
        async route => {
          if (kind === 'refused') await route.fulfill({ status: 503 })
          asked.resolve()
        },
        { times: 1 },
      )
      await page.goto(linkOf(service, id))
      await asked.promise
      await api.patch(`/surveys/${id}`, { status: 'closed' })
      await until(async () => {
        await page.clock.fastForward(20_000)
        return page.getByText('This survey is closed. It no longer accepts answers.').isVisible()
      })
    }
  })
})

/** Simulates choosing another tab, which a windowless browser cannot do. */
async function setHidden(page: Page, hidden: boolean): Promise<void> {
  await page.evaluate(`
    Object.defineProperty(document, 'hidden', { configurable: true, value: ${hidden} })
    document.dispatchEvent(new Event('visibilitychange'))`)
}
