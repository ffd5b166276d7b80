import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { Page } from 'playwright-core'
import { board, bodyOf, choice, freeText, rating, requiredWhen } from '../../api/fixtures.ts'
import { type AdminClient, newAdminClient } from '../../dashboard/admin-client.ts'
import { call, startService } from '../../harness.ts'
import { until } from '../../until.ts'
import { button, openApp, saved } from '../app.ts'
import { recordErrors } from '../browser-errors.ts'
import { inBrowser } from '../chromium.ts'
import { assertWellMade } from '../look.ts'
import { linkOf, send } from '../survey.ts'

const service = await startService({ now: Date.now() })
after(() => service.close())

const LECTURE = [
  choice('Which one falls faster?', ['The hammer', 'The feather', 'Neither']),
  freeText('Why?', requiredWhen('any', [0, 'Neither'])),
  rating('How sure are you?'),
  board('Ask the lecturer'),
]

async function newLecture(): Promise<AdminClient> {
  const admin = await newAdminClient(service, LECTURE, { title: 'Falling' })
  assert.equal((await admin.send('PATCH', '', { paced: true })).status, 200)
  return admin
}

const step = async (admin: AdminClient, body: object) =>
  assert.equal((await admin.send('PATCH', '/presentation', body)).status, 200)

const answersOf = async (admin: AdminClient) =>
  (await admin.get<{ responses: { answers: unknown[] }[] }>('/responses?order=oldest')).responses.map(
    one => one.answers,
  )

/** The texts of all questions that can be seen. */
const asked = (page: Page) =>
  page.locator('form > fieldset:visible legend, form > .question:visible > label').allInnerTexts()

const asksOnly = (page: Page, text: string) => until(async () => (await asked(page).catch(() => [])).join() === text)

const place = (page: Page, text: string) => page.locator('#pace').getByText(text).waitFor()

inBrowser('a survey whose presenter sets the pace', open => {
  test('shows each question when it is asked, and keeps its answer from being sent twice [paced-page]', async () => {
    const admin = await newLecture()
    const { page } = await open({ viewport: { width: 390, height: 844 } })
    const errors = recordErrors(page)
    await page.goto(linkOf(service, admin.id))
    await place(page, 'The first question appears here by itself.')
    assert.deepEqual(await asked(page), [])
    await assertWellMade(page, 'before the first question')
    await step(admin, { screen: '' })
    await place(page, 'The next question appears here by itself.')

    await step(admin, { screen: '1' })
    await asksOnly(page, 'Which one falls faster?')
    assert.equal(await page.locator('#pace').isVisible(), false)
    await assertWellMade(page, 'a question')
    await send(page)
    await page.getByText('An answer is required.').first().waitFor()
    await page.getByRole('radio', { name: 'Neither' }).check()
    await send(page)
    await place(page, 'Sent. Look up.')
    assert.deepEqual(await asked(page), [])
    await assertWellMade(page, 'after an answer')
    await page.reload()
    await place(page, 'Sent. Look up.')

    await step(admin, { screen: '3' })
    await asksOnly(page, 'How sure are you?')
    await page.getByRole('radio', { name: '8', exact: true }).check({ force: true })
    await send(page)
    await place(page, 'Sent. Look up.')
    await step(admin, { screen: '1' })
    await page.waitForTimeout(600)
    await place(page, 'Sent. Look up.')
    assert.equal((await admin.send('DELETE', '/presentation')).status, 204)
    await place(page, 'This session is over. Thank you for taking part.')
    await page.reload()
    await place(page, 'This session is over.')
    assert.equal(await page.getByRole('link', { name: 'Read the record' }).isVisible(), false)
    await admin.send('PATCH', '', { share_record: true })
    await page.getByRole('link', { name: 'Read the record' }).waitFor()
    await assertWellMade(page, 'after the end')
    await page.reload()
    await page.getByRole('link', { name: 'Read the record' }).click()
    await page.getByRole('heading', { name: 'Falling' }).waitFor()
    assert.deepEqual(await answersOf(admin), [
      ['Neither', null, null, null],
      [null, null, 8, null],
    ])
    assert.deepEqual(errors, [])
  })

  test('leaves what somebody types in front of them, also after a reload [paced-typing]', async () => {
    const admin = await newLecture()
    await step(admin, { screen: '2' })
    const { page } = await open({ viewport: { width: 390, height: 844 } })
    await page.goto(linkOf(service, admin.id))
    await page.getByLabel('Why?').fill('Both are in free')
    await page.reload()
    assert.equal(await page.getByLabel('Why?').inputValue(), 'Both are in free')
    await page.getByLabel('Why?').click()
    await step(admin, { screen: '3' })
    await page.getByText('The presenter has gone on. You can still send this answer.').waitFor()
    assert.deepEqual(await asked(page), ['Why?'])
    await assertWellMade(page, 'an answer to an earlier question')
    await page.getByLabel('Why?').fill('Both are in free fall.')
    await send(page)
    await asksOnly(page, 'How sure are you?')
    await step(admin, { screen: '1' })
    await asksOnly(page, 'Which one falls faster?')
    await page.getByRole('radio', { name: 'The hammer' }).check()
    await step(admin, { screen: '3' })
    await page.getByRole('button', { name: 'Next question' }).click()
    await asksOnly(page, 'How sure are you?')
    assert.deepEqual(await answersOf(admin), [[null, 'Both are in free fall.', null, null]])
  })

  test('shows the time left, and takes nothing after it [paced-events]', async () => {
    const admin = await newLecture()
    await step(admin, { screen: '1', countdown: 90 })
    const { page } = await open({ viewport: { width: 390, height: 844 } })
    await page.goto(linkOf(service, admin.id))
    await page.getByText(/^Time left: 1:(30|2\d)$/).waitFor()
    await step(admin, { screen: '1', countdown: 1 })
    await page.getByText('Time is up for this question.').waitFor()
    assert.equal(await page.locator('#send').getAttribute('aria-disabled'), 'true')
    await assertWellMade(page, 'the end of a countdown')
    await step(admin, { screen: '1', countdown: 60 })
    await page.getByText(/^Time left: /).waitFor()
    await page.getByRole('radio', { name: 'The hammer' }).check()
    await send(page)
    await place(page, 'Sent. Look up.')
  })

  test('has the board one tap away, and opens it when it is on the screen [paced-page]', async () => {
    const admin = await newLecture()
    await step(admin, { screen: '1' })
    const { page } = await open({ viewport: { width: 390, height: 844 } })
    await page.goto(linkOf(service, admin.id))
    await page.locator('summary', { hasText: 'Board' }).click()
    await page.getByLabel('Your question').fill('What about the air?')
    await page.getByRole('button', { name: 'Ask' }).click()
    await page.getByText('What about the air?').first().waitFor()
    await page.reload()
    assert.equal(await page.getByText('What about the air?').isVisible(), false)
    await step(admin, { screen: '4' })
    await page.getByText('What about the air?').waitFor()
    await page.reload()
    assert.deepEqual(await asked(page), [])
    await assertWellMade(page, 'a board on the screen')
  })

  test('follows a survey of boards only [paced-page]', async () => {
    const admin = await newAdminClient(service, [board('Ask the lecturer'), board('Ideas')])
    assert.equal((await admin.send('PATCH', '', { paced: true })).status, 200)
    const { page } = await open({ viewport: { width: 390, height: 844 } })
    const errors = recordErrors(page)
    await page.goto(linkOf(service, admin.id))
    await place(page, 'The first question appears here by itself.')
    await step(admin, { screen: '2' })
    await page.getByRole('heading', { name: 'Ideas' }).waitFor()
    assert.equal(await page.getByRole('heading', { name: 'Ask the lecturer' }).isVisible(), false)
    assert.deepEqual(errors, [])
  })

  test('does not move somebody who is typing when an earlier answer arrives [paced-typing]', async () => {
    const admin = await newLecture()
    await step(admin, { screen: '1' })
    const { page, context } = await open({ viewport: { width: 390, height: 844 } })
    await page.goto(linkOf(service, admin.id))
    await page.getByRole('radio', { name: 'Neither' }).check()
    const release = Promise.withResolvers<void>()
    await context.route('**/responses', async route => {
      await release.promise
      await route.continue()
    })
    await send(page)
    await step(admin, { screen: '2' })
    await asksOnly(page, 'Why?')
    await page.getByLabel('Why?').fill('Free fall')
    await step(admin, { screen: '3' })
    await page.getByText('The presenter has gone on. You can still send this answer.').waitFor()
    release.resolve()
    await until(async () => (await answersOf(admin)).length === 1)
    await page.waitForTimeout(300)
    assert.deepEqual(await asked(page), ['Why?'])
    assert.equal(await page.getByLabel('Why?').inputValue(), 'Free fall')
  })

  test('follows a question that is added while the room is there [paced-page]', async () => {
    const admin = await newLecture()
    await step(admin, { screen: '1' })
    const { page } = await open({ viewport: { width: 390, height: 844 } })
    await page.goto(linkOf(service, admin.id))
    await page.getByRole('radio', { name: 'Neither' }).check()
    await send(page)
    await place(page, 'Sent. Look up.')
    const again = choice('Which one falls faster, now?', ['The hammer', 'Neither'])
    assert.equal((await admin.send('PATCH', '', { questions: [...LECTURE, again] })).status, 200)
    await step(admin, { screen: '5' })
    await asksOnly(page, 'Which one falls faster, now?')
    await step(admin, { screen: '1' })
    await place(page, 'Sent. Look up.')
  })

  test('stays where it is when the survey gets another look or deadline', async () => {
    const admin = await newLecture()
    await step(admin, { screen: '2' })
    const { page } = await open({ viewport: { width: 390, height: 844 } })
    await page.goto(linkOf(service, admin.id))
    await page.getByLabel('Why?').fill('Both are in free fall.')
    await page.evaluate('document.body.dataset.loaded = "once"')
    const edits = [{ theme: 'ocean' }, { expires_at: new Date(Date.now() + 3_600_000).toISOString() }]
    for (const edit of edits) assert.equal((await admin.send('PATCH', '', edit)).status, 200)
    // Pages are loaded again within half a second.
    await page.waitForTimeout(1_500)
    assert.equal(await page.evaluate('document.body.dataset.loaded'), 'once')
    await send(page)
    await place(page, 'Sent. Look up.')
  })

  test('gives back what was typed when the survey is closed before it is sent', async () => {
    const admin = await newLecture()
    await step(admin, { screen: '1' })
    const { page } = await open({ viewport: { width: 390, height: 844 } })
    await page.goto(linkOf(service, admin.id))
    await page.getByRole('radio', { name: 'Neither' }).check()
    await page.route('**/responses', async route => {
      await route.fetch()
      await route.abort()
    })
    page.on('dialog', dialog => dialog.accept())
    await send(page)
    await page.getByText('Trying again').waitFor()
    await step(admin, { screen: '2' })
    await page.getByLabel('Why?').fill('Both are in free fall.')
    assert.equal((await admin.send('PATCH', '', { status: 'closed' })).status, 200)
    await page.getByText('This survey is closed.').first().waitFor()
    await page.unroute('**/responses')
    await page.goto('about:blank')
    await page.goto(linkOf(service, admin.id))
    await page.getByRole('heading', { name: 'Your answer was not stored.' }).waitFor()
    assert.equal(await page.locator('#unsent textarea').inputValue(), 'Both are in free fall.')
    assert.equal((await admin.send('PATCH', '', { status: 'open' })).status, 200)
    await page.reload()
    assert.equal(await page.getByLabel('Why?').inputValue(), 'Both are in free fall.')
    await step(admin, { screen: '1' })
    await page.getByRole('button', { name: 'Next question' }).click()
    await place(page, 'Sent. Look up.')
    assert.deepEqual(await answersOf(admin), [['Neither', null, null, null]])
  })

  test('shows who has answered the result when it is revealed [paced-results]', async () => {
    const admin = await newLecture()
    assert.equal((await admin.send('PATCH', '', { share_results: 'when_revealed' })).status, 200)
    await step(admin, { screen: '1' })
    const { page } = await open({ viewport: { width: 390, height: 844 } })
    const errors = recordErrors(page)
    await page.goto(linkOf(service, admin.id))
    await page.getByText('Everyone who takes part can see the results once they are revealed').waitFor()
    await page.getByRole('radio', { name: 'Neither' }).check()
    await send(page)
    await place(page, 'Sent. Look up.')
    const others = (answers: readonly unknown[]) =>
      Promise.all(answers.map(one => call(service, 'POST', `/s/${admin.id}/responses`, { body: { answers: one } })))
    await others([['Neither'], ['Neither'], ['The hammer']])
    await step(admin, { screen: '1', revealed: true })
    const result = page.getByRole('region', { name: 'Results' })
    await result.getByText('Fewer than five answers so far').waitFor()
    await others([['The hammer']])
    const rows = () => result.getByRole('row').allInnerTexts()
    const shown = (...expected: string[]) =>
      until(async () => (await rows().catch(() => [])).slice(1).join(';').replace(/\s+/g, ' ') === expected.join(';'))
    await shown('The hammer 2 40%', 'The feather 0 0%', 'Neither 3 60%')
    await result.getByText('Answers: 5').waitFor()
    await assertWellMade(page, 'a result')

    await step(admin, { screen: '3', revealed: true, countdown: 1 })
    await asksOnly(page, 'How sure are you?')
    assert.equal(await result.isVisible(), false)
    await others([8, 8, 9, 10, 10].map(points => [null, null, points]))
    await place(page, 'Time is up for this question.')
    await result.getByText('Answers: 5 · Mean: 9').waitFor()
    assert.deepEqual(await asked(page), [])
    await assertWellMade(page, 'the result of a rating')
    await step(admin, { screen: '3', revealed: false })
    await asksOnly(page, 'How sure are you?')
    assert.equal(await result.isVisible(), false)
    await step(admin, { screen: '1' })
    await page.reload()
    await shown('The hammer 2 40%', 'The feather 0 0%', 'Neither 3 60%')
    assert.deepEqual(errors, [])
  })

  test('works without a script, by a link [paced-page]', async () => {
    const admin = await newLecture()
    const { page } = await open({ viewport: { width: 390, height: 844 }, javaScriptEnabled: false })
    await page.goto(linkOf(service, admin.id))
    await place(page, 'The first question appears here by itself.')
    await step(admin, { screen: '2' })
    await page.getByRole('link', { name: 'Next question' }).click()
    assert.deepEqual(await asked(page), ['Why?'])
    await send(page)
    await page.getByText('An answer is required.').first().waitFor()
    await page.getByLabel('Why?').fill('Free fall')
    await step(admin, { screen: '1' })
    await send(page)
    await page.getByRole('heading', { name: 'Sent. Look up.' }).waitFor()
    await page.getByRole('link', { name: 'Next question' }).click()
    assert.deepEqual(await asked(page), ['Which one falls faster?'])
    assert.deepEqual(await answersOf(admin), [[null, 'Free fall', null, null]])
  })

  test('is chosen when publishing, kept with the draft, and stays once somebody has answered [survey-pace]', async () => {
    const creator = await openApp(service, open, { path: '' })
    const { page } = creator
    const content = { title: 'Falling', questions: LECTURE, theme: null }
    const { id } = bodyOf<{ id: string }>(await creator.send('POST', '/drafts', content), 201)
    await page.goto(`${service.baseUrl}/app/drafts/${id}`)
    await button(page, 'Publish').click()
    const pace = page.getByRole('checkbox', { name: 'The presenter sets the pace' })
    await pace.check()
    await assertWellMade(page, 'the sheet for publishing')
    await button(page, 'Cancel').click()
    await saved(page)
    await page.reload()
    await button(page, 'Publish').click()
    assert.equal(await pace.isChecked(), true)
    await page.getByLabel('Link', { exact: true }).fill('falling-bodies')
    await page.getByText('This link is free.').waitFor()
    await button(page, 'Publish now').click()
    await page.getByRole('link', { name: 'Open dashboard' }).click()
    await page.getByRole('link', { name: 'Settings', exact: true }).last().click()
    assert.deepEqual([await pace.isChecked(), await pace.isEnabled()], [true, true])
    await pace.uncheck()
    await page.getByText('Everyone answers at their own pace.').waitFor()
    await pace.check()
    await page.getByText('Phones show the question that you present.').waitFor()

    const present = {
      headers: { cookie: creator.cookie, origin: service.baseUrl, 'sec-fetch-site': 'same-origin' },
      body: { screen: '1' },
    }
    assert.equal((await call(service, 'PATCH', '/admin/api/falling-bodies/presentation', present)).status, 200)
    const answer = { answers: ['Neither'] }
    assert.equal((await call(service, 'POST', '/s/falling-bodies/responses', { body: answer })).status, 201)
    await page.getByText('It stays as it is, because there are responses.').waitFor()
    assert.deepEqual([await pace.isChecked(), await pace.isEnabled()], [true, false])
    await assertWellMade(page, 'the settings')
  })
})
