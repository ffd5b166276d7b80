import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { Page } from 'playwright-core'
import { choice, freeText, kept, optional } from '../../api/fixtures.ts'
import { type AdminClient, newAdminClient } from '../../dashboard/admin-client.ts'
import { startService } from '../../harness.ts'
import { orderedUuids } from '../../ordered-uuids.ts'
import { until } from '../../until.ts'
import { inBrowser } from '../chromium.ts'
import { answer, ask, assertInside, newTalk, present, project, rowsOf, shown } from './presenter.ts'

const service = await startService({ uuid: orderedUuids(), now: Date.now() })
after(() => service.close())

/** The last one scrolls, as a phone does. */
const WINDOWS = [
  [1280, 720],
  [1024, 768],
  [600, 1000],
] as const
const HALL = { viewport: { width: 1920, height: 1080 } }
const TABLET = { viewport: { width: 1024, height: 768 } }
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true }

const PHRASE = 'an option that says in many words what few would have said as well '
const LONG = PHRASE.repeat(6).slice(0, 340)

const LABELS: { readonly [kind: string]: (n: number) => string } = {
  'short words': n => `${n}`,
  'sentences of different lengths': n => `${n} ${PHRASE.repeat(1 + (n % 4))}`,
  Chinese: n => `${n}${'我们应该在下一次会议上讨论这个问题'.repeat(1 + (n % 5))}`,
  emoji: n => `${n}${'🎉👩‍👩‍👧‍👦🏳️‍🌈'.repeat(4 + 9 * (n % 4))}`,
  'words that are too long for a line': n => `${n}${'Donaudampfschifffahrt'.repeat(1 + (n % 6))}`,
}

const numbersTo = (last: number) => Array.from({ length: last }, (_, at) => at + 1)

inBrowser('room on a presented screen', open => {
  for (const [width, height] of WINDOWS) {
    const size = { viewport: { width, height } }
    const where = `at ${width} × ${height}`

    test(`${where} a long option does not push the one that everybody chose to another screen`, async () => {
      const admin = await newAdminClient(service, [choice('Which one?', [LONG, 'Second', 'Third', 'Fourth'])])
      await service.fillResponses(admin.id, 3, ['Fourth'])
      const { page } = await open(size)
      await present(page, service, admin, '#1')
      await page.keyboard.press('r')
      await until(async () => (await rowsOf(page))[3]?.join() === 'Fourth,3,100%')
      assert.doesNotMatch(await figuresOf(page), / of 4/)
      await assertInside(page)
    })

    for (const [kind, label] of Object.entries(LABELS))
      test(`${where} options are on another screen only if they do not fit: ${kind}`, async () => {
        const labels = numbersTo(14).map(n => label(n).trim())
        const admin = await newAdminClient(service, [choice('Which one of all of these?', labels)])
        const { page } = await open(size)
        await present(page, service, admin, '#1')
        const seen = new Set<string>()
        for (let screen = 0; screen < 14; screen++) {
          const rows = (await rowsOf(page)).map(([option]) => `${option}`)
          for (const row of rows) seen.add(row)
          await assertInside(page)
          const last = labels.indexOf(`${rows.at(-1)}`) + 1
          assert.equal(/(\d+) of 14/.exec(await figuresOf(page))?.[1] ?? '14', `${last}`)
          if (await isLast(page)) break
          const [left, before] = [await roomLeft(page), await sizeOf(page)]
          await page.keyboard.press('ArrowRight')
          if (last === 14) continue
          await until(async () => (await rowsOf(page))[0]?.[0] === labels[last])
          assert.ok(left < (await heightOfFirst(page, before)), `option ${last + 1} would have fitted into ${left}`)
        }
        assert.deepEqual([...seen].toSorted(), labels.toSorted())
      })

    test(`${where} the option that leads is on the first screen once results are shown`, async () => {
      const labels = numbersTo(30).map(n => `${n} ${PHRASE}`.trim())
      const admin = await newAdminClient(service, [choice('Which one?', labels)])
      await service.fillResponses(admin.id, 2, [labels[28] ?? ''])
      await answer(service, admin, [labels[0]])
      const { page } = await open(size)
      await present(page, service, admin, '#1')
      const before = await rowsOf(page)
      await page.keyboard.press('r')
      await until(async () => (await rowsOf(page)).some(row => row.join() === `${labels[28]},2,67%`))
      assert.deepEqual(
        (await rowsOf(page)).slice(0, before.length).map(([option]) => option),
        before.map(([option]) => option),
      )
      await assertInside(page)
      if (width > 600) assert.match(await figuresOf(page), /1–\d+ and 29 of 30/)
    })

    test(`${where} picked texts are on another screen only if they do not fit`, async () => {
      const texts = numbersTo(9).map(n => `${n} ${PHRASE.repeat(n % 5)}`.trim())
      const { page } = await open(size)
      await present(page, service, await withTexts(texts), '#1')
      await page.locator('.texts').waitFor()
      const seen: string[] = []
      for (;;) {
        seen.push(...(await page.locator('.texts li').allInnerTexts()))
        await assertInside(page)
        if (await isLast(page)) break
        const [left, before] = [await roomLeft(page), await sizeOf(page)]
        await page.keyboard.press('ArrowRight')
        const next = texts[new Set(seen).size]
        if (next === undefined) continue
        await until(async () => (await page.locator('.texts li').first().innerText()) === next)
        assert.ok(left < (await heightOfFirst(page, before)), `“${next}” would have fitted into ${left}`)
      }
      assert.deepEqual([...new Set(seen)], texts)
    })

    test(`${where} a board and words show as many as fit`, async () => {
      const admin = await newTalk(service)
      for (const n of numbersTo(12)) await ask(service, admin, `${n} ${PHRASE.repeat(n % 3)}`.trim())
      await service.fillResponses(admin.id, 3, ['Yes', 'Soup', 5, numbersTo(30).map(word).join(', ')])
      await admin.send('PATCH', '/words/3', { shown: true })
      const { page } = await open(size)
      await present(page, service, admin, '#5')
      const items = page.locator('.asked li')
      await items.first().waitFor()
      await until(async () => (await items.count()) === 12)
      await assertInside(page)
      if (width > 600) {
        const left = await roomLeft(page)
        const hidden = items.filter({ visible: false })
        assert.ok((await hidden.count()) > 0)
        assert.ok(left < (await naturalHeightOfFirstHidden(page)), `another question would have fitted into ${left}`)
      }
      await present(page, service, admin, '#4')
      await page.locator('.words li').first().waitFor()
      await assertInside(page)
    })
  }

  test('a screen with less room shows all that the presenter’s shows, and a remote leads from page to page of a projector', async () => {
    const labels = numbersTo(20).map(n => `Option ${n}`)
    const admin = await newAdminClient(service, [choice('Which one?', labels), choice('And then?', ['Yes', 'No'])])
    const [{ page: presenter }, { page: phone }, { page: projector }] = [
      await open(TABLET),
      await open(PHONE),
      await open(HALL),
    ]
    await present(presenter, service, admin)
    await present(phone, service, admin)
    await projector.goto(await project(admin))
    const optionsOf = async (page: Page) => (await rowsOf(page)).map(([option]) => `${option}`)
    for (const conductor of [presenter, phone]) {
      const next = () =>
        conductor === phone
          ? phone.getByRole('button', { name: 'Next', exact: true }).tap()
          : presenter.keyboard.press('ArrowRight')
      await admin.send('PATCH', '/presentation', { screen: '' })
      await until(async () => (await projector.locator('.bars').count()) === 0)
      const seen = new Set<string>()
      await next()
      for (;;) {
        if (!(await shows(conductor, 'Which one?'))) break
        // The step may not have arrived yet, although its conductor shows it.
        await until(async () => {
          const { screen } = await admin.get<{ screen: string }>('/presentation')
          const first = `Option ${Number(/\.(\d+)/.exec(screen)?.[1])}`
          const shown = await Promise.all([presenter, projector].map(optionsOf))
          return shown.every(options => options[0] === first)
        })
        await assertInside(projector)
        const onProjector = await optionsOf(projector)
        for (const option of onProjector) seen.add(option)
        if (conductor === presenter) {
          const here = await optionsOf(presenter)
          assert.deepEqual(onProjector.slice(0, here.length), here)
        }
        await next()
      }
      assert.deepEqual([...seen], labels)
      await shown(projector, 'And then?')
    }
  })

  test('what no longer fits a smaller window moves to the next screen; a countdown and the end of the survey move nothing', async () => {
    const admin = await newAdminClient(service, [choice('Which one?', numbersTo(14).map(String))])
    const { page } = await open(TABLET)
    await present(page, service, admin)
    await page.keyboard.press('ArrowRight')
    await page.locator('.bars').waitFor()
    const rows = (await rowsOf(page)).length
    await admin.send('PATCH', '/presentation', { screen: '1', countdown: 30 })
    await page.getByRole('timer').waitFor()
    await assertInside(page)
    assert.equal((await rowsOf(page)).length, rows)
    await admin.send('PATCH', '/presentation', { screen: '1', countdown: 0 })
    await page.getByRole('timer').waitFor({ state: 'detached' })
    const before = await page.locator('.bars').boundingBox()
    await admin.send('PATCH', '', { status: 'closed' })
    await page.getByText('Closed', { exact: true }).waitFor()
    assert.deepEqual(await page.locator('.bars').boundingBox(), before)
    await page.setViewportSize({ width: 1280, height: 720 })
    await until(async () => (await rowsOf(page)).length < rows)
    await assertInside(page)
  })
})

const word = (n: number) => `word${String.fromCodePoint(96 + n)}`.padEnd(6 + (n % 9), 'x')

async function withTexts(texts: readonly string[]): Promise<AdminClient> {
  const admin = await newAdminClient(service, [freeText('Why?', optional)])
  for (const text of texts) {
    const { id } = await kept(service, admin.id, [text])
    assert.equal((await admin.send('PUT', `/projected-texts/0/${id}`)).status, 204)
  }
  return admin
}

function figuresOf(page: Page): Promise<string> {
  return page.locator('.figures').innerText()
}

async function isLast(page: Page): Promise<boolean> {
  return (await page.getByRole('button', { name: 'Next', disabled: true }).count()) === 1
}

async function shows(page: Page, heading: string): Promise<boolean> {
  return (await page.locator('h1').innerText()) === heading
}

const ITEMS = '.presenter :is(.bars tbody tr, .texts li, .asked li)'

/** The height in pixels that is free above and below the items. */
function roomLeft(page: Page): Promise<number> {
  return page.evaluate(`(() => {
    const items = [...document.querySelectorAll('${ITEMS}')].filter(one => one.checkVisibility())
    const used = items.at(-1).getBoundingClientRect().bottom - items[0].getBoundingClientRect().top
    const below = parseFloat(getComputedStyle(document.querySelector('.presenter')).rowGap)
    const bottom = document.querySelector('.foot').getBoundingClientRect().top - below
    return bottom - document.querySelector('h1').getBoundingClientRect().bottom - 
      parseFloat(getComputedStyle(document.querySelector('.stage')).rowGap) - used
  })()`)
}

/** The sizes of a screen, which another may be given to compare their heights. */
function sizeOf(page: Page): Promise<string> {
  return page.evaluate(
    `(({ dataset, style }) => JSON.stringify([dataset.large, style.cssText]))(document.querySelector('.stage'))`,
  )
}

/** The height of the first item in the size of another screen. */
function heightOfFirst(page: Page, size: string): Promise<number> {
  return page.evaluate(`(() => {
    const stage = document.querySelector('.stage')
    const given = [stage.dataset.large, stage.style.cssText]
    const resize = ([large, css]) => {
      if (large === undefined || large === null) delete stage.dataset.large
      else stage.dataset.large = large
      stage.style.cssText = css
    }
    resize(${size})
    const { height } = document.querySelector('${ITEMS}').getBoundingClientRect()
    resize(given)
    return height
  })()`)
}

function naturalHeightOfFirstHidden(page: Page): Promise<number> {
  return page.evaluate(`(() => {
    const item = [...document.querySelectorAll('${ITEMS}')].find(one => !one.checkVisibility())
    item.hidden = false
    const { height } = item.getBoundingClientRect()
    item.hidden = true
    return height
  })()`)
}
