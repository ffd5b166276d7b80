import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { Page } from 'playwright-core'
import { choice, rating } from '../../api/fixtures.ts'
import { type AdminClient, newAdminClient } from '../../dashboard/admin-client.ts'
import { startService } from '../../harness.ts'
import { until } from '../../until.ts'
import { inBrowser, type Open } from '../chromium.ts'
import { linkOf, send } from '../survey.ts'
import { present, project, rowsOf, shown } from './presenter.ts'

const service = await startService({ now: Date.now() })
after(() => service.close())

const WHICH = 'Which one?'
const HOW_SURE = 'How sure?'
const [HALL, LAPTOP, PHONE] = [
  { viewport: { width: 1920, height: 1080 } },
  { viewport: { width: 1280, height: 800 } },
  { viewport: { width: 390, height: 844 } },
]
type Motion = 'no-preference' | 'reduce'

/** The bars and texts that a page animates, with the option or point they belong to; and every state of them that is painted. */
const RECORD = `
  globalThis.animated = []
  const { animate } = Element.prototype
  Element.prototype.animate = function (frames, timing) {
    const label = this.closest('tr').querySelector('th')?.innerText ?? this.closest('td').cellIndex + 1
    animated.push([this.getAttribute('class') ?? '', label + ' ' + Math.round(timing.delay) + '–' + Math.round(timing.delay + timing.duration) + ' ' + (frames.transform ?? '')])
    return animate.call(this, frames, timing)
  }
  globalThis.transitions = 0
  addEventListener('transitionrun', ({ target }) => { if (target.matches('.bar *, .column *, .result rect, .histogram td > span')) transitions += 1 })
  globalThis.painted = []
  const looks = () => {
    const bars = [...document.querySelectorAll('.chart .fill, .result rect')].map(one => one.getBoundingClientRect())
    const texts = [...document.querySelectorAll('.chart tbody td > span, .result td')]
    return JSON.stringify([
      bars.map(({ width, height }) => [Math.round(width), Math.round(height)]),
      texts.map(one => one.textContent + ' ' + getComputedStyle(one).opacity),
    ])
  }
  const lookAt = () => {
    const now = looks()
    if (painted.at(-1) !== now) painted.push(now)
  }
  globalThis.isPainted = () => painted.at(-1) === looks()
  // Before the next frame, after everything that this one has changed.
  const look = () => requestAnimationFrame(() => setTimeout(() => { lookAt(); look() }))
  look()`

async function newLecture(): Promise<AdminClient> {
  const admin = await newAdminClient(service, [choice(WHICH, ['A', 'B', 'C', 'D']), rating(HOW_SURE)])
  const settings = { paced: true, share_results: 'when_revealed' }
  assert.equal((await admin.send('PATCH', '', settings)).status, 200)
  return admin
}

const step = async (admin: AdminClient, body: object) =>
  assert.equal((await admin.send('PATCH', '/presentation', body)).status, 200)

/** Presenter, projector and a phone that has answered with B, before the reveal. */
async function openRoom(open: Open, reducedMotion: Motion) {
  const admin = await newLecture()
  await step(admin, { screen: '1' })
  await service.fillResponses(admin.id, 2, ['A', null])
  await service.fillResponses(admin.id, 3, ['B', null])
  await service.fillResponses(admin.id, 1, ['C', null])
  const [presenter, hall, phone] = [
    (await open({ ...LAPTOP, reducedMotion })).page,
    (await open({ ...HALL, reducedMotion })).page,
    (await open({ ...PHONE, reducedMotion })).page,
  ]
  for (const page of [presenter, hall, phone]) await page.addInitScript(RECORD)
  await phone.goto(linkOf(service, admin.id))
  await phone.getByRole('radio', { name: 'B' }).check()
  await send(phone)
  await phone.getByText('Sent. Look up.').waitFor()
  await present(presenter, service, admin, '#1')
  await hall.goto(await project(admin))
  for (const screen of [presenter, hall]) {
    await shown(screen, WHICH)
    await screen.getByText('results hidden', { exact: true }).waitFor()
    assert.deepEqual(await screen.evaluate('animated'), [])
  }
  for (const page of [presenter, hall, phone]) {
    await paintedStates(page)
    await page.evaluate('transitions = 0')
  }
  return { admin, presenter, hall, phone }
}

/** Waits until all changes are painted and nothing moves any more. @returns how many states were painted since the last call */
async function paintedStates(page: Page): Promise<number> {
  let before = ''
  await until(async () => {
    const now = `${await page.evaluate('[painted.join(), isPainted(), document.getAnimations().filter(one => one.playState !== "finished").length]')}`
    const isStill = now === before && now.endsWith(',true,0')
    before = now
    return isStill
  })
  return page.evaluate('painted.splice(0, painted.length - 1).length')
}

const phoneRows = async (page: Page) => (await page.locator('#result tbody tr').allInnerTexts()).join(';')

inBrowser('a reveal', open => {
  for (const motion of ['no-preference', 'reduce'] as const)
    test(`with motion ${motion} ends with the one that leads, in another colour than the others`, async () => {
      const { presenter, hall } = await openRoom(open, motion)
      await presenter.keyboard.press('r')
      for (const screen of [presenter, hall]) {
        await until(async () => (await rowsOf(screen))[1]?.join() === 'B,4,57%')
        const bars =
          motion === 'reduce' ? [] : ['D 0–350', 'C 150–500', 'A 300–650', 'B 450–800'].map(bar => `${bar} scaleX(0)`)
        assert.deepEqual(
          await screen.evaluate('animated.filter(([kind]) => kind === "fill").map(([, what]) => what)'),
          bars,
        )
        const others = await screen.evaluate(
          'animated.filter(([kind, what]) => kind !== "fill" && what.startsWith("B")).length',
        )
        assert.equal(others, bars.length === 0 ? 0 : 3, 'its count, share and name')
        await screen.evaluate('for (const one of document.getAnimations()) one.finish()')
        const colours = (await screen.evaluate(
          '[...document.querySelectorAll(".fill")].map(one => getComputedStyle(one).fill)',
        )) as string[]
        assert.equal(new Set([colours[0], colours[2], colours[3]]).size, 1)
        assert.notEqual(colours[1], colours[0])
      }
    })

  test('with reduced motion shows everything at once, on presenter, projector and phone', async () => {
    const { admin, presenter, hall, phone } = await openRoom(open, 'reduce')
    const all = [presenter, hall, phone]
    const revealedAtOnce = async () => {
      for (const page of all) assert.equal(await paintedStates(page), 1, `${page.url()}: hidden, then shown`)
      for (const page of all) assert.equal(await page.evaluate('transitions + animated.length'), 0)
    }
    await presenter.keyboard.press('r')
    for (const screen of [presenter, hall])
      await until(async () => (await rowsOf(screen)).join(';') === 'A,2,29%;B,4,57%;C,1,14%;D,0,0%')
    await until(async () => (await phoneRows(phone)).includes('57%'))
    await revealedAtOnce()
    await step(admin, { screen: '2' })
    await service.fillResponses(admin.id, 5, [null, 8])
    await phone.getByRole('radio', { name: '8', exact: true }).check({ force: true })
    await send(phone)
    await phone.getByText('Sent. Look up.').waitFor()
    for (const screen of [presenter, hall]) {
      await shown(screen, HOW_SURE)
      await screen.locator('.figures').getByText('6', { exact: true }).waitFor()
    }
    for (const page of all) await paintedStates(page)
    await presenter.keyboard.press('r')
    for (const screen of [presenter, hall]) await screen.getByText('Mean 8').waitFor()
    await phone.locator('#result').getByText('Mean: 8').waitFor()
    await revealedAtOnce()
  })

  test('lets the bars of every screen grow', async () => {
    const { presenter, hall, phone } = await openRoom(open, 'no-preference')
    await presenter.keyboard.press('r')
    for (const screen of [presenter, hall]) await until(async () => (await rowsOf(screen))[1]?.join() === 'B,4,57%')
    await until(async () => (await phoneRows(phone)).includes('57%'))
    for (const page of [presenter, hall, phone]) assert.ok((await paintedStates(page)) > 2, page.url())
    assert.equal(await phone.evaluate('transitions'), 3)
  })
})
