import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { Page } from 'playwright-core'
import { board } from '../../api/fixtures.ts'
import { type AdminClient, newAdminClient } from '../../dashboard/admin-client.ts'
import { startService } from '../../harness.ts'
import { until } from '../../until.ts'
import { inBrowser } from '../chromium.ts'
import { assertWellMade } from '../look.ts'
import type { ProfileOptions } from '../profiles.ts'
import { FILLED, fillIn, LUNCH, linkOf, send, thanked } from '../survey.ts'

const service = await startService({ now: Date.now() })
after(() => service.close())

const STORED = '[sessionStorage.length, localStorage.length].join()'
const STILL_THERE = 'Still there? In 20 seconds, this page is emptied for the next person.'
/** The form’s choices and texts; "No answer" is empty. */
const TYPED = `[...document.querySelectorAll('#q0, fieldset :checked, form textarea')]
  .map(one => one.matches('[type=radio]:not(:checked)') ? '' : one.value).join('')`

inBrowser('a shared device', open => {
  const newLunch = async (questions: readonly object[] = LUNCH): Promise<AdminClient> => {
    const admin = await newAdminClient(service, questions, { title: 'Team lunch' })
    await admin.send('PATCH', '', { shared_device: true })
    return admin
  }
  const start = async (admin: AdminClient, options: ProfileOptions = {}) => {
    const { page } = await open({ ownProfile: true, ...options })
    if (options.javaScriptEnabled !== false) await page.clock.install()
    await page.goto(linkOf(service, admin.id))
    return page
  }
  const assertEmpty = async (page: Page) => {
    await page.waitForURL(url => !url.pathname.endsWith('/thanks'))
    await page.locator('#send').waitFor()
    assert.equal(await page.evaluate(TYPED), '')
    assert.doesNotMatch(await page.locator('main').innerText(), /Line one|exactly what was stored/)
    assert.equal(await page.evaluate(STORED), '0,0')
  }
  const sent = async (page: Page) => {
    await fillIn(page)
    await send(page)
    await page.waitForURL('**/thanks?lang=en')
    await thanked(page)
  }
  const next = (page: Page) =>
    Promise.all([page.waitForEvent('load'), page.getByRole('link', { name: 'Next person' }).click()])

  for (const javaScriptEnabled of [true, false]) {
    const how = javaScriptEnabled ? 'with' : 'without'

    test(`${how} JavaScript, thanks without the answers give way to an empty page by themselves [shared-device-thanks]`, async () => {
      const admin = await newLunch()
      const page = await start(admin, { javaScriptEnabled })
      if (javaScriptEnabled) await assertWellMade(page, 'form')
      await sent(page)
      if (javaScriptEnabled) await assertWellMade(page, 'thanks')
      const text = await page.locator('main').innerText()
      assert.ok(text.includes('In 8 seconds, an empty page opens for the next person.'))
      assert.doesNotMatch(text, /Line one|Soup/)
      await assertEmpty(page)
      const [response] = (await admin.get<{ results: { answered: number }[] }>()).results
      assert.equal(response?.answered, 1)
    })

    test(`${how} JavaScript, Back, Forward, a reload and the address show the next person nothing [shared-device-nothing-left]`, async () => {
      const page = await start(await newLunch(), { javaScriptEnabled })
      await sent(page)
      await next(page)
      await assertEmpty(page)
      await page.goBack()
      await thanked(page)
      assert.ok(!(await page.locator('main').innerText()).includes('Line one'))
      if (!javaScriptEnabled) {
        await page.goBack()
        await assertEmpty(page)
        await page.goForward()
      }
      await page.goForward()
      await assertEmpty(page)
      await page.reload()
      await assertEmpty(page)
      await page.goto(page.url())
      await assertEmpty(page)
    })

    test(`${how} JavaScript, people can stay on the thanks page [shared-device-thanks]`, async () => {
      const page = await start(await newLunch(), { javaScriptEnabled })
      await sent(page)
      await Promise.all([page.waitForEvent('load'), page.getByRole('link', { name: 'Stay on this page' }).click()])
      await thanked(page)
      assert.equal(await page.getByText('an empty page opens').count(), 0)
      await next(page)
      await assertEmpty(page)
    })
  }

  test('half-typed answers are removed after two minutes without a touch, and any touch prevents that [shared-device-idle]', async () => {
    const page = await start(await newLunch())
    await page.clock.fastForward(300_000)
    assert.equal(await page.getByText('Still there?').count(), 0, 'nothing to lose')
    await fillIn(page)
    await page.clock.runFor(99_000)
    assert.equal(await page.getByText('Still there?').count(), 0)
    await page.clock.runFor(2_000)
    await page.getByText(STILL_THERE).waitFor()
    await assertWellMade(page, 'warning')
    await page.mouse.click(5, 5)
    await until(async () => (await page.getByText('Still there?').count()) === 0)
    await page.clock.runFor(101_000)
    await page.getByRole('button', { name: 'I’m still here' }).click()
    assert.equal(await page.getByLabel('Anything else?').inputValue(), FILLED[3])
    await page.clock.runFor(101_000)
    await Promise.all([page.waitForEvent('load'), page.clock.runFor(20_000)])
    await assertEmpty(page)
  })

  test('answers waiting for the network are not discarded [shared-device-idle]', async () => {
    const admin = await newLunch()
    const page = await start(admin)
    await fillIn(page)
    await page.context().setOffline(true)
    await send(page)
    await page.getByText('You are offline.').waitFor()
    await page.clock.runFor(300_000)
    await page.context().setOffline(false)
    await page.clock.runFor(60_000)
    await page.waitForURL('**/thanks?lang=en')
    assert.equal((await admin.get()).response_count, 1)
  })

  test('a device that wakes up much later is cleared at once [shared-device-nothing-left]', async () => {
    const page = await start(await newLunch())
    await fillIn(page)
    await Promise.all([page.waitForEvent('load'), page.clock.fastForward(3_600_000)])
    await assertEmpty(page)
  })

  test('half-typed answers and questions are gone after a reload, and so is anything stored before [shared-device-nothing-left]', async () => {
    const admin = await newAdminClient(service, LUNCH, { title: 'Team lunch' })
    const page = await start(admin)
    await fillIn(page)
    await page.getByRole('textbox', { name: 'Your question' }).fill('Why not?')
    await send(page)
    await thanked(page)
    await page.locator('.vote[aria-pressed=true]').waitFor()
    assert.notEqual(await page.evaluate(STORED), '0,0')
    await admin.send('PATCH', '', { shared_device: true })
    await page.reload()
    await assertEmpty(page)
    await fillIn(page)
    await page.getByRole('textbox', { name: 'Your question' }).fill('Half a')
    await page.reload()
    await assertEmpty(page)
  })

  test('the page of a closed survey shows nothing that was typed before [shared-device-nothing-left]', async () => {
    const admin = await newAdminClient(service, LUNCH, { title: 'Team lunch' })
    const page = await start(admin)
    await fillIn(page)
    const close = (body: object) => admin.send('PATCH', '', { status: 'closed', ...body })
    await close({})
    await page.reload()
    await page.locator('#unsent').waitFor()
    await close({ shared_device: true })
    await page.reload()
    await page.getByText('This survey is closed.').waitFor()
    await page.waitForLoadState('networkidle')
    assert.equal(await page.locator('#unsent').isVisible(), false)
  })

  test('votes of one person are not marked as those of the next, who can vote too [shared-device-nothing-left]', async () => {
    const admin = await newLunch([board('Your questions')])
    const page = await start(admin)
    await page.getByRole('textbox', { name: 'Your question' }).fill('Why not?')
    await page.getByRole('button', { name: 'Ask' }).click()
    // Who asks has voted.
    for (const votes of ['1', '2']) {
      if (votes !== '1') await page.locator('.vote[aria-pressed=false]').click()
      await page.locator('.vote[aria-pressed=true]').waitFor()
      await page.locator('.votes', { hasText: votes }).waitFor()
      await next(page)
      await page.locator('.vote[aria-pressed=false]').waitFor()
      assert.equal(await page.getByText('Your question has been posted.').count(), 0)
      assert.equal(await page.evaluate(STORED), '0,0')
    }
  })

  test('the thanks page says what became of a question, and show shared results without a receipt [shared-device-thanks]', async () => {
    const admin = await newLunch()
    await admin.send('PATCH', '', { share_results: 'after_answering' })
    const page = await start(admin)
    await fillIn(page)
    await page.getByRole('textbox', { name: 'Your question' }).fill('Why not?')
    await send(page)
    await page.getByText('Your question has been posted.').waitFor()
    await page.locator('.headline').waitFor()
    assert.equal(await page.locator('.receipt').count(), 0)
    await assertWellMade(page, 'thanks with results')
  })
})
