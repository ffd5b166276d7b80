import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { Page } from 'playwright-core'
import { publish } from '../../account/browser.ts'
import { choice, rating } from '../../api/fixtures.ts'
import { call, startService } from '../../harness.ts'
import { until } from '../../until.ts'
import { button, openApp, openDraft, saved, stored } from '../app.ts'
import { copiedBy, inBrowser } from '../chromium.ts'
import { assertWellMade } from '../look.ts'
import { assertTouchable, PHONE } from '../touch.ts'

const service = await startService({ now: Date.now() })
after(() => service.close())

const QUESTIONS = [choice('Coming?', ['Yes', 'No']), rating('How good?')]
const LONG_NAME = 'What should the whole organisation do differently next year, in each office and each team? '.padEnd(
  99,
  'x',
)
const dialog = (page: Page) => page.getByRole('dialog')
const notice = (page: Page, text: string) => page.locator('.notice-line').getByText(text).waitFor()

async function confirmPassword(page: Page, password: string): Promise<void> {
  await page.getByRole('heading', { name: 'Confirm it’s you' }).waitFor()
  await dialog(page).getByLabel('Password').fill(password)
  await button(page, 'Continue').click()
}

inBrowser('templates and settings', open => {
  test('an archive of one account can be loaded into another [account-restore]', async () => {
    const from = await openApp(service, open, { path: '' })
    const slug = `lunch-${Date.now()}`
    await publish(from, { title: 'Lunch', questions: QUESTIONS }, slug)
    await service.fillResponses(slug, 300, ['Yes', 7])
    await from.send('POST', '/drafts', { title: 'Soon', questions: [], theme: null })
    const headers = { cookie: from.cookie, 'sec-fetch-site': 'same-origin' }
    const archive = await fetch(`${service.baseUrl}/app/api/export.zip`, { headers })
    const file = {
      name: 'soundings.zip',
      mimeType: 'application/zip',
      buffer: Buffer.from(await archive.arrayBuffer()),
    }

    const { page, send } = await openApp(service, open, { path: '/app/settings' })
    const choice = page.getByLabel('Load an archive…')
    await choice.setInputFiles({ ...file, buffer: Buffer.from('PK no archive') })
    await page.getByRole('alert').getByText('This is not a file that Soundings has made').waitFor()
    await choice.setInputFiles(file)
    await page.getByText('Added 1 survey, 0 templates and 1 draft.').waitFor()
    await page.getByText('These links were in use').waitFor()
    const [survey] = (await send('GET', '/surveys')).body.surveys ?? []
    assert.deepEqual([survey?.title, survey?.response_count], ['Lunch', 300])
    assert.notEqual(survey?.id, slug)
    await assertWellMade(page, 'settings with a loaded archive')
    await page.getByRole('link', { name: `${survey?.id}` }).click()
    await page.getByText('300 responses').first().waitFor()
    await page.goBack()
    await page.route('**/finish', route => route.abort())
    await choice.setInputFiles(file)
    const unknown = page.getByRole('alert').getByText('The connection was lost at the last step.')
    await unknown.waitFor()
    assert.doesNotMatch(await unknown.innerText(), /Nothing was added/)
  })

  test('templates: renamed, edited, refused if changed elsewhere, duplicated, deleted and back, launched', async () => {
    const creator = await openApp(service, open, { path: '' })
    const { page, send } = creator
    const made = await send('POST', '/templates', { name: 'Retro', questions: QUESTIONS, theme: 'rose' })
    assert.equal(made.status, 201, made.text)
    await page.goto(`${service.baseUrl}/app/templates`)
    const more = async (name: string, action: string) => {
      await page.getByLabel(`More actions for “${name}”`).click()
      await button(page, action).click()
    }
    await more('Retro', 'Rename')
    await page.getByLabel('Name', { exact: true }).fill('Friday retro')
    await page.route('**/app/api/templates/*', route => route.abort())
    await button(page, 'Save').click()
    await page.getByRole('dialog').getByText('The server can’t be reached.').waitFor()
    await page.unroute('**/app/api/templates/*')
    await button(page, 'Save').click()
    await notice(page, 'Template renamed.')
    const slow = Promise.withResolvers<void>()
    let sent = 0
    await page.route('**/duplicate', async route => {
      sent += 1
      await slow.promise
      await route.continue()
    })
    await more('Friday retro', 'Duplicate')
    await more('Friday retro', 'Duplicate')
    slow.resolve()
    await notice(page, 'Template duplicated.')
    assert.equal(sent, 1, 'the second press, while the first is under way, sends nothing')
    assert.equal((await send('GET', '/templates')).body.templates?.length, 2)
    await assertWellMade(page, 'templates')
    await page.getByRole('link', { name: 'Edit “Friday retro”' }).last().click()
    await page.getByLabel('Question', { exact: true }).fill('')
    await button(page, 'Save template').click()
    await page.getByText('Finish this first.').waitFor()
    await page.getByLabel('Question', { exact: true }).fill('Are you coming?')
    const id = new URL(page.url()).pathname.split('/').at(-1)
    const elsewhere = (await send('GET', `/templates/${id}`)).body
    const change = { name: 'Changed', questions: QUESTIONS, theme: null, revision: elsewhere.revision }
    assert.equal((await send('PUT', `/templates/${id}`, change)).status, 200)
    await button(page, 'Save template').click()
    await page.getByRole('heading', { name: 'This template was changed elsewhere since you opened it' }).waitFor()
    assert.equal(`${(await send('GET', `/templates/${id}`)).body.name}`, 'Changed')
    await button(page, 'Keep my version').click()
    await saved(page)
    const kept = (await send('GET', `/templates/${id}`)).body
    assert.deepEqual([kept.name, kept.questions?.[0]?.text], [elsewhere.name, 'Are you coming?'])
    await page.getByRole('link', { name: 'Templates' }).click()
    await page.locator('.template-row').nth(1).waitFor()
    await page.getByLabel('More actions for “Friday retro”').first().click()
    await page.locator('.menu[open]').getByRole('button', { name: 'Delete' }).click()
    await notice(page, 'Deleted “Friday retro”.')
    await until(async () => (await page.locator('.template-row').count()) === 1)
    await button(page, 'Undo').click()
    await until(async () => (await page.locator('.template-row').count()) === 2)
    await page.getByRole('button', { name: 'Launch “Friday retro”' }).first().click()
    await page.getByRole('heading', { name: '“Friday retro” is open' }).waitFor()
    assert.equal((await send('GET', '/surveys')).body.surveys?.[0]?.title, 'Friday retro')
  })

  test('renamed, or deleted and back, a template and a draft keep all that was set beside their questions', async () => {
    const { page, send } = await openApp(service, open, { path: '' })
    const content = {
      questions: [choice('Which?', ['Sea', 'Lake']), choice('When?', ['May', 'June'])],
      theme: 'rose',
      language: 'he',
      paced: true,
      question_settings: [{ description: 'Think of all.', right: { options: [1] } }],
      texts: { introduction: 'Two minutes.' },
      groups: [{ kind: 'section', from: 0, to: 1, title: 'Trips' }],
    }
    const members = Object.keys(content)
    const only = async (kind: 'templates' | 'drafts') => {
      const [one] = (await send('GET', `/${kind}`)).body[kind] ?? []
      const { body } = await send('GET', `/${kind}/${one?.id}`)
      return Object.fromEntries([...members, kind === 'drafts' ? 'title' : 'name'].map(name => [name, body[name]]))
    }
    const asked = content.questions.map((question, index) => ({ ...question, index }))
    await send('POST', '/templates', { name: 'Trip', ...content })
    await page.goto(`${service.baseUrl}/app/templates`)
    await page.getByLabel('More actions for “Trip”').click()
    await button(page, 'Rename').click()
    await page.getByLabel('Name', { exact: true }).fill('Outing')
    await button(page, 'Save').click()
    await notice(page, 'Template renamed.')
    assert.deepEqual(await only('templates'), { ...content, questions: asked, name: 'Outing' })
    await page.getByLabel('More actions for “Outing”').click()
    await page.locator('.menu[open]').getByRole('button', { name: 'Delete' }).click()
    await notice(page, 'Deleted “Outing”.')
    await button(page, 'Undo').click()
    await page.locator('.template-row').waitFor()
    assert.deepEqual(await only('templates'), { ...content, questions: asked, name: 'Outing' })
    await send('POST', '/drafts', { title: 'Trip', ...content })
    await page.goto(`${service.baseUrl}/app`)
    await page.getByRole('button', { name: 'Delete draft “Trip”' }).click()
    await page.getByRole('heading', { name: 'Ask your first question' }).waitFor()
    await button(page, 'Undo').click()
    await page.getByRole('link', { name: 'Trip' }).waitFor()
    assert.deepEqual(await only('drafts'), { ...content, title: 'Trip' })
  })

  test('by touch at 320 px: from the list to a template, which is renamed and launched, and to the settings', async () => {
    const creator = await openApp(service, open, { ...PHONE, path: '' })
    const { page, send } = creator
    for (const name of ['Retro', LONG_NAME])
      await send('POST', '/templates', { name, questions: QUESTIONS, theme: null })
    await service.fillSurveys(creator.accountId, 2)
    await page.goto(`${service.baseUrl}/app`)
    await page.getByRole('button', { name: 'Copy link of “Survey 1”' }).tap()
    await notice(page, 'Link copied.')
    await assertTouchable(page, 'surveys')
    await page.getByRole('link', { name: 'Templates' }).tap()
    await page.getByLabel('More actions for “Retro”').tap()
    await assertTouchable(page, 'templates')
    await assertWellMade(page, 'templates at 320 px')
    await button(page, 'Rename').tap()
    await page.getByLabel('Name', { exact: true }).fill('Friday retro')
    await button(page, 'Save').tap()
    await notice(page, 'Template renamed.')
    await button(page, 'Launch “Friday retro”').tap()
    await page.getByRole('heading', { name: '“Friday retro” is open' }).waitFor()
    await page.getByRole('link', { name: 'Settings' }).tap()
    await page.getByText('This browser').waitFor()
    await assertTouchable(page, 'settings')
  })

  test('a starting point opens as a draft; subscribers choose two colours, and see their contrasts', async () => {
    const creator = await openApp(service, open, { subscribed: true, path: '' })
    const { page } = creator
    const id = await openDraft(creator, service, { questions: QUESTIONS })
    await button(page, 'Theme').click()
    await page.getByLabel('Custom').check()
    await page.getByLabel('Main colour', { exact: true }).fill('#aa0000')
    await page
      .getByRole('row', { name: /^Buttons/ })
      .getByText(/^\d+\.\d : 1$/)
      .first()
      .waitFor()
    await assertWellMade(page, 'two colours')
    await saved(page)
    assert.deepEqual((await stored(creator, id)).theme, { primary: '#aa0000', background: '#faf7f0' })
    await button(page, 'Publish').click()
    await page.getByLabel('Set deadline').check()
    await page.getByLabel('Closes on').fill('2020-01-01T12:00')
    await page.getByText('This time is in the past.').waitFor()
    await page.getByLabel('No deadline: open until you close it').check()
    await page.getByLabel('After answering').check()
    await button(page, 'Use three random words').click()
    await button(page, 'Publish now').click()
    await page.getByRole('heading', { name: 'is open' }).waitFor()
    const { surveys } = (await creator.send('GET', '/surveys')).body
    assert.match(`${surveys?.[0]?.id}`, /^[a-z]+-[a-z]+-[a-z]+$/)
  })

  test('a token is created after the password was confirmed, shown once with a command that works, and revoked', async () => {
    const creator = await openApp(service, open, { subscribed: true, path: '/app/settings' })
    const { page } = creator
    service.clock.advance(11 * 60_000)
    await page.getByText('No tokens.').waitFor()
    await button(page, 'New token').click()
    await dialog(page).getByLabel('Name').fill('Nightly export')
    await button(page, 'Create token').click()
    await confirmPassword(page, 'not the password')
    await page.getByText('That isn’t your password.').waitFor()
    await assertWellMade(page, 'wrong password')
    await confirmPassword(page, creator.password)
    await page.getByRole('heading', { name: 'Your new token' }).waitFor()
    await assertWellMade(page, 'a new token')
    await button(page, 'Copy command').click()
    await page.getByText('Copied.').waitFor()
    const [, token = ''] = /Bearer (\S+)'/.exec(await copiedBy(page)) ?? []
    assert.equal((await call(service, 'GET', '/api/v1/me', { token })).status, 200)
    await button(page, 'Done').click()
    const facts = (await page.getByText(`ends in ${token.slice(-4)}`).textContent()) ?? ''
    assert.match(facts, /\S\u00a0· \S/, 'a line begins with a fact, and not with a dot')
    assert.equal(await page.getByText(token).count(), 0)
    await button(page, 'Revoke “Nightly export”').click()
    await button(page, 'Revoke').last().click()
    await notice(page, 'Token revoked.')
    assert.equal((await call(service, 'GET', '/api/v1/me', { token })).status, 401)
    await page.evaluate(`localStorage.setItem('soundings unsaved draft tab', '{}')`)
    await page.evaluate(`sessionStorage.setItem('soundings:team-lunch/questions', '"{}"')`)
    const second = await page.context().newPage()
    await second.goto(`${service.baseUrl}/app`)
    await second.evaluate(`sessionStorage.setItem('soundings:summer-party/questions', '"{}"')`)
    for (const kind of ['sessionStorage', 'localStorage'])
      await second.evaluate(`${kind}.setItem('soundings:summer-party/edited', '"1"')`)
    // Over plain http, browsers ignore the header that clears the site’s data.
    await page.evaluate(`addEventListener('submit', event => event.preventDefault(), { once: true })`)
    await button(page, 'Sign out').click()
    assert.equal(await page.evaluate(`localStorage.getItem('soundings unsaved draft tab')`), null)
    assert.equal(await page.evaluate(`sessionStorage.getItem('soundings:team-lunch/questions')`), null)
    await until(
      async () => (await second.evaluate(`sessionStorage.getItem('soundings:summer-party/questions')`)) === null,
    )
    await second.close()
    await button(page, 'Sign out').click()
    await page.waitForURL(`${service.baseUrl}/sign-in`)
  })

  test('settings: name, password, sessions, what the plan is, and the end of the account', async () => {
    const creator = await openApp(service, open, { path: '/app/settings' })
    const { page } = creator
    await page.getByText('You’re on the free plan').waitFor()
    await page.getByText('API tokens need a subscription.').waitFor()
    await page.getByText('This browser').waitFor()
    await assertWellMade(page, 'settings')
    let saves = 0
    const slow = Promise.withResolvers<void>()
    await page.route('**/app/api/account', async route => {
      if (route.request().method() === 'PATCH') {
        saves += 1
        await slow.promise
      }
      await route.fallback()
    })
    await page.getByLabel('Name', { exact: true }).fill('Ada Lovelace')
    await button(page, 'Save').click()
    await button(page, 'Save').press('Enter')
    slow.resolve()
    await notice(page, 'Saved.')
    assert.equal(saves, 1)
    await page.getByLabel('New password').fill('password')
    await button(page, 'Change password').click()
    await page.getByText('This password is too common').waitFor()
    await page.setViewportSize({ width: 320, height: 640 })
    await assertWellMade(page, 'settings at 320 px')
    await page.evaluate(`localStorage.setItem('soundings unsaved draft tab', '{}')`)
    await page.evaluate(`sessionStorage.setItem('soundings:team-lunch/questions', '"{}"')`)
    // Over plain http, browsers ignore the header that clears the site’s data.
    await page.route('**/app/api/account', async route => {
      const response = await route.fetch()
      await route.fulfill({ response, headers: { ...response.headers(), 'clear-site-data': '' } })
    })
    await button(page, 'Delete account').click()
    assert.ok(await button(page, 'Delete permanently').isDisabled())
    await dialog(page).getByRole('textbox').fill(creator.email)
    await button(page, 'Delete permanently').click()
    await page.waitForURL(`${service.baseUrl}/`)
    assert.equal((await creator.send('GET', '/account')).status, 401)
    assert.equal(await page.evaluate(`localStorage.getItem('soundings unsaved draft tab')`), null)
    assert.equal(await page.evaluate(`sessionStorage.getItem('soundings:team-lunch/questions')`), null)
  })
})
