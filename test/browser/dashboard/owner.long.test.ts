import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { newBrowser, publish } from '../../account/browser.ts'
import { bodyOf, choice } from '../../api/fixtures.ts'
import { call, startService } from '../../harness.ts'
import { signIn } from '../app.ts'
import { inBrowser } from '../chromium.ts'
import { assertWellMade } from '../look.ts'
import { goTo } from './dashboard.ts'

const LINKS = { imprintUrl: 'https://example.org/imprint', contact: 'surveys@example.org' }
const service = await startService({ now: Date.now(), siteLinks: LINKS })
after(() => service.close())

inBrowser('the owner’s dashboard', open => {
  test('opens without a link, explains the free plan’s deadline, and creates a clone and a template [owner-dashboard]', async () => {
    const owner = await newBrowser(service)
    await publish(owner, { title: 'Team lunch', questions: [choice()] }, 'team-lunch')
    const { page } = await open()

    await page.goto(`${service.baseUrl}/admin/team-lunch`)
    await page.getByRole('heading', { name: 'You’re not signed in' }).waitFor()
    const link = page.getByRole('link', { name: 'Sign in to your account' })
    assert.equal(await link.getAttribute('href'), '/sign-in?next=%2Fadmin%2Fteam-lunch')

    await signIn(page, service, owner)
    await page.reload()
    await page.getByRole('heading', { name: 'Team lunch' }).waitFor()
    assert.equal(await page.getByRole('link', { name: 'Surveys', exact: true }).getAttribute('href'), '/app#team-lunch')
    await goTo(page, 'Settings')
    await page.getByText('This date comes from the free plan.').waitFor()
    assert.equal(await page.getByRole('region', { name: 'Sign out' }).count(), 0)
    await assertWellMade(page, 'the settings of an owner')
    await page.emulateMedia({ media: 'print' })
    assert.equal(await page.getByRole('link', { name: 'Surveys', exact: true }).isVisible(), false)
    await page.emulateMedia({ media: 'screen' })

    await call(service, 'POST', '/s/team-lunch/responses', { body: { answers: ['Yes'] } })
    await goTo(page, 'Questions')
    await page.getByText('To change more, clone the survey in Settings: a clone has no responses.').waitFor()
    await goTo(page, 'Settings')

    // Each is pressed twice, but happens once.
    await page.getByRole('button', { name: 'Save as template' }).dblclick()
    await page.getByText('Saved under Templates in your account.').waitFor()
    const { templates } = bodyOf<{ templates: { name: string }[] }>(await owner.send('GET', '/templates'))
    assert.deepEqual(
      templates.map(({ name }) => name),
      ['Team lunch'],
    )
    await page.getByRole('button', { name: 'Clone survey' }).dblclick()
    await page.waitForURL(url => /^\/admin\/\w+-\w+-\w+$/.test(url.pathname))
    await page.getByRole('heading', { name: 'Team lunch' }).waitFor()
    const { surveys } = bodyOf<{ surveys: unknown[] }>(await owner.send('GET', '/surveys'))
    assert.equal(surveys.length, 2)
  })

  test('from a deleted or someone else’s survey, signed-in people get back to their surveys', async () => {
    const owner = await newBrowser(service)
    await publish(owner, { title: 'Lunch', questions: [choice()] }, 'lunch')
    const { page } = await open()
    await signIn(page, service, owner)
    await page.goto(`${service.baseUrl}/admin/lunch#settings`)
    await page.getByRole('button', { name: 'Delete survey' }).click()
    await page.getByRole('dialog').getByRole('textbox').fill('lunch')
    await page.getByRole('dialog').getByRole('button', { name: 'Delete permanently' }).click()
    await page.getByRole('heading', { name: 'Survey deleted' }).waitFor()
    const link = page.getByRole('link', { name: 'Go to your surveys' })
    await link.waitFor()
    await page.reload()
    await page.getByRole('heading', { name: 'You can’t open this survey here' }).waitFor()
    await assertWellMade(page, 'no access')
    await link.click()
    await page.waitForURL(url => url.pathname.startsWith('/app'))
  })
})
