import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { Locator } from 'playwright-core'
import { choice } from '../../api/fixtures.ts'
import { startService } from '../../harness.ts'
import { until } from '../../until.ts'
import { button, openApp } from '../app.ts'
import { inBrowser } from '../chromium.ts'
import { assertWellMade } from '../look.ts'
import { rowsOf } from '../presenter/presenter.ts'
import { thanked } from '../survey.ts'

const service = await startService({ now: Date.now() })
after(() => service.close())

/** The maximum number of actions, from the sign-up form to the first answer on the presenter’s screen. */
const SIGN_UP_ACTIONS = 12
/** The same for an own question, from the list of surveys, without those on the phone of who answers. */
const ACTIONS = 8
const LAPTOP = { viewport: { width: 1280, height: 800 } }
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }
/** A phone presents as a remote. @property toResult the buttons between the count of responses and the question’s result */
const WINDOWS = [
  { name: 'a laptop', title: 'Free fall', profile: LAPTOP, counts: '.figures', toResult: [/^Next/, /^Reveal/] },
  { name: 'a phone', title: 'Moon walk', profile: PHONE, counts: '.counts', toResult: [/^Start/, /^Next/] },
]

inBrowser('the first answer', open => {
  test('from the sign-up form to a phone’s first answer on the presenter’s screen', async t => {
    const { page, context } = await open(LAPTOP)
    let actions = 0
    const act = async <Result>(action: Promise<Result>): Promise<Result> => {
      actions++
      return await action
    }
    await page.goto(`${service.baseUrl}/sign-up`)
    await act(page.getByLabel('E-mail address').fill('grace@example.org'))
    await act(page.getByLabel('Password').fill('a lighthouse in fog'))
    await act(button(page, 'Create account').click())
    await page.getByText('What would you like?').waitFor()
    await act(button(page, 'Publish').click())
    await act(button(page, 'Publish now').click())
    const link = `${await page.locator('.published-link a').getAttribute('href')}`
    const [presenter] = await Promise.all([
      context.waitForEvent('page'),
      act(page.getByRole('link', { name: 'Present' }).click()),
    ])
    await presenter.getByRole('heading', { level: 1, name: 'Team lunch on Friday' }).waitFor()
    const { page: phone } = await open()
    await act(phone.goto(link))
    await act(phone.getByRole('radio', { name: 'Yes' }).check())
    await act(phone.getByRole('radio', { name: 'Noodles' }).check())
    await act(phone.locator('#send').click())
    await thanked(phone)
    await presenter.locator('.figures').getByText('1 response').waitFor()
    t.diagnostic(`${actions} actions`)
    assert.ok(actions <= SIGN_UP_ACTIONS, `${actions}`)
    await page.goto(`${service.baseUrl}/app`)
    await page.locator('.survey-row').getByText('1 response').waitFor()
  })

  for (const { name, title, profile, counts, toResult } of WINDOWS)
    test(`to an own question is on the presenter’s screen after ${ACTIONS} actions, each in sight, on ${name}`, async t => {
      const creator = await openApp(service, open, { ...profile, path: '' })
      const { page } = creator
      await creator.send('POST', '/drafts', { title: 'Last week', questions: [choice()], theme: null })
      await page.goto(`${service.baseUrl}/app`)
      let actions = 0
      const act = async (target: Locator, action: (target: Locator) => Promise<void> = one => one.click()) => {
        await until(() => isInSight(target))
        actions++
        await action(target)
      }
      const type = (label: string, text: string) =>
        act(page.getByLabel(label, { exact: true }), field => field.fill(text))
      await act(button(page, 'New survey'))
      await type('Title', title)
      await type('Question', 'Which lands first?')
      await type('Option 1', 'The hammer')
      await type('Option 2', 'The feather')
      await act(button(page, 'Publish'))
      await act(button(page, 'Publish now'))
      const opened = page.context().waitForEvent('page')
      await act(page.getByRole('link', { name: 'Present now' }))
      const wall = await opened
      await wall.locator(counts).getByText('0 responses').waitFor()
      const { page: phone } = await open(PHONE)
      await phone.goto(`${await page.locator('.published-link a').getAttribute('href')}`)
      await phone.getByRole('radio', { name: 'The hammer' }).check()
      await phone.locator('#send').click()
      await wall.locator(counts).getByText('1 response').waitFor()
      t.diagnostic(`${actions} actions until it is counted`)
      assert.ok(actions <= ACTIONS, `${actions}`)
      // The controls of the presenter’s screen are hidden from the audience until the pointer moves.
      await wall.mouse.move(1, 1)
      for (const button of toResult) await act(wall.getByRole('button', { name: button }))
      await until(async () => (await rowsOf(wall))[0]?.join() === 'The hammer,1,100%')
      t.diagnostic(`${actions} actions until its bar is shown`)
      await assertWellMade(wall, 'the first answer')
    })
})

/** Whether a control is wholly in the window and not covered, without scrolling. */
function isInSight(control: Locator): Promise<boolean> {
  return control.evaluate(one => {
    const { left, top, right, bottom } = one.getBoundingClientRect()
    const { documentElement: root, elementFromPoint } = one.ownerDocument
    const isInside = left >= 0 && top >= 0 && right <= root.clientWidth && bottom <= root.clientHeight
    const isOnTop = one.contains(elementFromPoint.call(one.ownerDocument, (left + right) / 2, (top + bottom) / 2))
    return isInside && isOnTop && root.scrollTop === 0 && one.checkVisibility({ opacityProperty: true })
  })
}
