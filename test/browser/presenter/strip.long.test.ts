import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { Page } from 'playwright-core'
import { choice } from '../../api/fixtures.ts'
import { newAdminClient } from '../../dashboard/admin-client.ts'
import { listenToText } from '../../dashboard/stream.ts'
import { startService } from '../../harness.ts'
import { orderedUuids } from '../../ordered-uuids.ts'
import { until } from '../../until.ts'
import { inBrowser } from '../chromium.ts'
import { assertWellMade } from '../look.ts'
import { answer, ask, assertInside, newTalk, present } from './presenter.ts'

const service = await startService({ uuid: orderedUuids(), now: Date.now() })
after(() => service.close())

/** With the size of the link in pixels. The last one is a phone held sideways, whose page scrolls. */
const WINDOWS = [
  [1920, 1080, 60],
  [1280, 800, 40],
  [1024, 768, 32],
  [844, 390, 16],
] as const
const PLACES = ['#1', '#2', '#3', '#4', '#5']
/** As long as slugs can be. */
const LONG_SLUG = 'what-we-have-learnt-about-the-fall-of-hammers-and-of-feathers-in'
/** Of a QR code's image, without its light margin, for any link of usual length. */
const SHARE_OF_CODE = 0.75

inBrowser('the strip at the foot of a presented screen', open => {
  for (const [width, height, size] of WINDOWS)
    test(`at ${width} × ${height} it has the link in ${size} px, a code for the last row and the count, alike on every question`, async () => {
      const admin = await newTalk(service)
      await ask(service, admin, 'Who brings bread?')
      const { page } = await open({ viewport: { width, height } })
      const strips = new Set<string>()
      for (const place of PLACES) {
        await present(page, service, admin, place)
        await page.locator('.bars, .histogram, .total, .asked').first().waitFor()
        await page.keyboard.press('r')
        const [link, code] = [await boxOf(page, '.way-in .link > span'), await boxOf(page, '.way-in .qr')]
        strips.add(JSON.stringify([link, code]))
        assert.ok((await typeOf(page, '.way-in .link')) >= size)
        assert.ok(code.height * SHARE_OF_CODE >= 0.145 * height, `${place}: ${code.height} of ${height}`)
        assert.ok(code.y + code.height <= height && link.x + link.width <= code.x, place)
        assert.match(await page.locator('.figures').innerText(), /^[12] (answered|question)/)
        await assertInside(page)
      }
      assert.equal(strips.size, 1, [...strips].join('\n'))
    })

  for (const [width, height] of [...WINDOWS, [375, 740], [800, 600]] as const)
    test(`at ${width} × ${height} the link has the largest type that fits, however long it is, and breaks in no word`, async () => {
      const { page } = await open({ viewport: { width, height } })
      for (const slug of [`${width}`, `physics-${width}`, LONG_SLUG.slice(0, -4) + width]) {
        const admin = await newAdminClient(service, [{ type: 'rating', text: 'How good was it?' }], { slug })
        for (const place of ['', '#1']) {
          await present(page, service, admin, place)
          await assertLargest(page, `.${place === '' ? 'start' : 'way-in'} .link`)
          await assertInside(page)
        }
        await page.keyboard.press('q')
        await page.getByRole('dialog').waitFor()
        await assertLargest(page, '.join-screen .link')
        await page.keyboard.press('q')
      }
    })

  test('the start has a code of 40 % of the height, and a link larger than any other text but the title', async () => {
    const admin = await newTalk(service)
    for (const [width, height] of WINDOWS) {
      const { page } = await open({ viewport: { width, height } })
      await present(page, service, admin)
      const code = await boxOf(page, '.start .qr')
      assert.ok(code.height * SHARE_OF_CODE >= 0.395 * height, `${width}: ${code.height} of ${height}`)
      assert.equal(await page.locator('.way-in').count(), 0)
      const [link, count] = [await typeOf(page, '.start .link'), await typeOf(page, '.figures strong')]
      assert.ok(link > 0.02 * width && link > count * 0.6, `${width}: ${link} px`)
      const foot = await boxOf(page, '.foot')
      assert.ok(
        code.y + code.height <= foot.y,
        `${width}: the code ends at ${code.y + code.height}, the foot begins at ${foot.y}`,
      )
      await assertWellMade(page, `the start at ${width}`)
    }
  })

  test('how many are here is said of one and more, and of how many an answer is at the presenter’s pace only', async () => {
    for (const paced of [false, true]) {
      const admin = await newAdminClient(service, [choice('Coming?', ['Yes', 'No'])])
      await admin.send('PATCH', '', { paced })
      const { page } = await open({ viewport: { width: 1280, height: 800 } })
      await present(page, service, admin)
      await page.getByText('0 responses').waitFor()
      assert.equal(await page.getByText('here').count(), 0)
      const phones = [await joined(admin), await joined(admin)]
      await page.getByText('2 here').waitFor()
      await assertWellMade(page, 'people are here')
      await page.keyboard.press('ArrowRight')
      for (const all of [1, 2, 3]) {
        await answer(service, admin, ['Yes'])
        await page.getByText(paced ? `${all} of ${Math.max(2, all)} answered` : `${all} answered`).waitFor()
      }
      await assertInside(page)
      for (const phone of phones) await phone.end()
      await page.getByText('3 answered', { exact: true }).waitFor()
    }
  })

  test('at the presenter’s pace, phones show what is revealed, so nothing else reveals it there', async () => {
    for (const paced of [false, true]) {
      const admin = await newAdminClient(service, [choice('Coming?', ['Yes', 'No'])])
      await admin.send('PATCH', '', { paced, share_results: 'when_revealed' })
      const { page } = await open({ viewport: { width: 1280, height: 800 } })
      await present(page, service, admin, '#1')
      await page.getByText('results hidden').first().waitFor()
      assert.equal(await page.getByRole('button', { name: 'Show on phones' }).count(), paced ? 0 : 1)
      await admin.send('PATCH', '', { results_revealed: true })
      await page.getByRole('button', { name: 'Hide on phones' }).waitFor()
    }
  })

  for (const [width, height, size] of WINDOWS.slice(0, 2))
    test(`at ${width} × ${height} the link of a second round is as large as that of any other question`, async () => {
      const admin = await newAdminClient(service, [choice('Coming?', ['Yes', 'No'])])
      const question_settings = [{ right: { options: [0] } }]
      assert.equal((await admin.send('PATCH', '', { paced: true, question_settings })).status, 200)
      assert.equal((await admin.send('PATCH', '/presentation', { screen: '1' })).status, 200)
      await service.fillResponses(admin.id, 41, ['No'])
      assert.equal((await admin.send('POST', '/presentation/rounds', { index: 0 })).status, 200)
      await service.fillResponses(admin.id, 40, [null, 'Yes'])
      const phone = await joined(admin)
      const { page } = await open({ viewport: { width, height } })
      await present(page, service, admin)
      const figures = page.locator('.figures')
      for (const said of ['second round', '100% right']) {
        await figures.getByText(said).waitFor()
        await figures.getByText('of 40 answered').waitFor()
        const type = await typeOf(page, '.way-in .link')
        assert.ok(type >= 0.98 * size, `${said}: ${type} px`)
        await page.keyboard.press('r')
      }
      await phone.end()
    })

  test('the end of a session leaves who is here and how many answered in one line', async () => {
    const admin = await newTalk(service)
    await service.fillResponses(admin.id, 119, ['Yes', 'Soup', 9, null, null])
    for (const [width, height] of WINDOWS) {
      const { page } = await open({ viewport: { width, height } })
      await present(page, service, admin)
      await page.keyboard.press('ArrowRight')
      const phone = await joined(admin)
      await page.getByRole('button', { name: 'End session' }).click()
      await page.getByRole('link', { name: 'Record' }).waitFor()
      await until(async () => /1 here\s+12\d responses/.test(await page.locator('.figures').innerText()))
      const lines = `new Set([...document.querySelectorAll('.figures strong')].map(one => Math.round(one.getBoundingClientRect().top))).size`
      assert.equal(await page.evaluate(lines), 1, `at ${width}`)
      await assertWellMade(page, `after a session at ${width}`)
      await phone.end()
    }
  })

  test('a closed survey has no way in, and its questions do not move', async () => {
    const admin = await newTalk(service)
    const { page } = await open({ viewport: { width: 1280, height: 800 } })
    await present(page, service, admin, '#1')
    const before = await boxOf(page, '.bars')
    await admin.send('PATCH', '', { status: 'closed' })
    await page.locator('.way-in').waitFor({ state: 'detached' })
    assert.deepEqual(await boxOf(page, '.bars'), before)
    await assertWellMade(page, 'a closed survey')
  })
})

/** As a phone that has the survey's page open. */
function joined({ id }: { readonly id: string }) {
  return listenToText(service, `/s/${id}/events`)
}

async function boxOf(page: Page, selector: string) {
  const box = await page.locator(selector).boundingBox()
  assert.ok(box)
  return box
}

/** The size of an element's type, in pixels. */
function typeOf(page: Page, selector: string): Promise<number> {
  return page.evaluate(`parseFloat(getComputedStyle(document.querySelector('${selector}')).fontSize)`)
}

/** One size more would be too much, and no word is broken. */
async function assertLargest(page: Page, selector: string): Promise<void> {
  const link = page.locator(selector)
  await link.waitFor()
  // Between opening a dialog and the next frame, its link has no size yet.
  await page.evaluate('new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))')
  const { size, fits, fitsLarger, lines, breaks } = (await page.evaluate(`(() => {
    const place = document.querySelector('${selector}')
    const content = place.firstElementChild
    const fits = () => content.offsetWidth <= place.clientWidth && content.offsetHeight <= place.clientHeight
    const size = Number(place.style.getPropertyValue('--type'))
    const is = fits()
    const lines = [...content.querySelectorAll('[translate] span')].map(one => one.getClientRects().length)
    place.style.setProperty('--type', size + 0.01)
    const fitsLarger = fits()
    place.style.setProperty('--type', size)
    return { size, fits: is, fitsLarger, lines, breaks: place.hasAttribute('data-breaks') }
  })()`)) as { size: number; fits: boolean; fitsLarger: boolean; lines: number[]; breaks: boolean }
  assert.ok(
    fits && (size === 1 || !fitsLarger),
    `${page.url()} ${selector}: ${size}, fits ${fits}, larger ${fitsLarger}`,
  )
  if (!breaks) assert.deepEqual(lines, [1, 1])
}
