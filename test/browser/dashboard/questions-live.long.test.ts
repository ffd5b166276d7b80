import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { board, choice, freeText, indexed, kept, optional, rating, requiredWhen } from '../../api/fixtures.ts'
import { newAdminClient } from '../../dashboard/admin-client.ts'
import { call, startService } from '../../harness.ts'
import { until } from '../../until.ts'
import { inBrowser } from '../chromium.ts'
import { button, COMING, EAT, entry, openQuestion, save, stored, texts, WHY } from '../questions.ts'
import { goTo, openDashboard } from './dashboard.ts'

const service = await startService({ now: Date.now() })
after(() => service.close())

/** `WHY`, once the question that it depends on is the second. */
const WHY_AFTER_MOVE = freeText('Why not?', requiredWhen('all', [1, 'No']))

inBrowser('editing questions while responses arrive', open => {
  const start = async (questions: readonly object[]) => {
    const admin = await newAdminClient(service, questions, { title: 'Team lunch' })
    const { page, context } = await open()
    await openDashboard(page, service, admin, 'Questions')
    return { admin, page, context }
  }

  test('arriving responses are explained, and locked content can be restored', async () => {
    const { admin, page } = await start([COMING, EAT, rating('How good?')])
    await button(page, 'Move “Coming?” down').click()
    await openQuestion(page, 'How good?')
    await page.getByLabel('Question', { exact: true }).fill('How good was it?')
    for (let sent = 0; sent < 3; sent++) await kept(service, admin.id, ['Yes', 'Soup', 7])
    await page.getByText('3 responses arrived while you were editing.').waitFor()
    await entry(page, 'Coming?').getByText('The survey has responses, so “Coming?” stays question 1.').waitFor()
    await button(page, 'See the problems').click()
    await until(async () => (await page.evaluate('document.activeElement.id')) === 'problems')
    await button(page, 'Restore what has responses').click()
    await page.getByText('Your changes can’t be saved yet').waitFor({ state: 'hidden' })
    await save(page)
    assert.deepEqual(await stored(admin), indexed([COMING, EAT, rating('How good was it?')]))
  })

  test('a focused control stays until it loses the focus, even if its question becomes locked', async () => {
    const { admin, page } = await start([COMING])
    await openQuestion(page, 'Coming?')
    for (const id of ['type-0', 'option-0-1']) {
      await page.locator(`#${id}`).focus()
      await kept(service, admin.id, ['Yes'])
      await page.getByText('This survey has responses, so this stays question 1').waitFor()
      assert.equal(await page.evaluate('document.activeElement.id'), id)
      const [row] = (await admin.get<{ responses: { id: string }[] }>('/responses')).responses
      await admin.send('DELETE', `/responses/${row?.id}`)
      await page.getByText('Nobody has responded yet').waitFor()
    }
  })

  test('a question waiting on a moderated board locks that board', async () => {
    const { admin, page } = await start([COMING, board('Ask', { moderated: true }), EAT])
    await button(page, 'Move “Ask” up').click()
    await call(service, 'POST', `/s/${admin.id}/board/1`, { body: { text: 'Is it vegan?' } })
    await page.getByText('A question was asked on a board while you were editing.').waitFor()
    await entry(page, 'Ask').getByText('The board “Ask” has questions, so “Ask” stays question 2.').waitFor()
    await button(page, 'Move “Ask” down').click()
    await page.getByText('Your changes can’t be saved yet').waitFor({ state: 'hidden' })
    await openQuestion(page, 'Eating?')
    await button(page, 'Delete').click()
    await save(page)
    assert.deepEqual(await stored(admin), indexed([COMING, board('Ask', { moderated: true })]))
  })

  test('a conflicting edit is shown, and either version can be kept', async () => {
    const { admin, page } = await start([COMING, EAT])
    await openQuestion(page, 'Coming?')
    await page.getByLabel('Question', { exact: true }).fill('Mine?')
    await admin.send('PATCH', '', { questions: indexed([EAT, rating('Theirs?')]) })
    await page.getByText('Someone else changed the questions while you were editing.').waitFor()
    await page.getByText('See the other version').click()
    await page.getByRole('listitem').filter({ hasText: 'Theirs?' }).waitFor()
    await button(page, 'Use the other version').click()
    await until(async () => (await texts(page)).join() === 'Eating?,Theirs?')
    await button(page, 'Undo').click()
    await button(page, 'Keep my changes').click()
    await until(async () => (await texts(page)).join() === 'Mine?,Eating?')
    await save(page)
    assert.deepEqual(await stored(admin), indexed([choice('Mine?', ['Yes', 'No']), EAT]))
  })

  test('a conflict that no event reported is detected on saving', async () => {
    const { admin, page } = await start([COMING, EAT])
    await openQuestion(page, 'Coming?')
    await page.getByLabel('Question', { exact: true }).fill('Mine?')
    await admin.send('PATCH', '', { questions: indexed([COMING, { ...EAT, ...optional }]) })
    await button(page, 'Save questions').click()
    await page.getByText('Someone else changed the questions while you were editing.').waitFor()
    assert.deepEqual(await stored(admin), indexed([COMING, { ...EAT, ...optional }]))
  })

  test('an edit in the moment of saving is not undone, and what else changes then makes no difference', async () => {
    const { admin, page } = await start([COMING, EAT])
    const theirs = indexed([COMING, rating('Theirs?')])
    const meanwhile: object[] = [{ status: 'closed' }, { questions: theirs }]
    await page.route('**/admin/api/*', async route => {
      const change = route.request().method() === 'PATCH' ? meanwhile.shift() : undefined
      if (change !== undefined) await admin.send('PATCH', '', change)
      await route.continue()
    })
    await openQuestion(page, 'Coming?')
    await page.getByLabel('Question', { exact: true }).fill('Mine?')
    await button(page, 'Save questions').click()
    await page.getByText('Someone else changed the questions while you were editing.').waitFor()
    assert.deepEqual(await stored(admin), theirs)
    await button(page, 'Keep my changes').click()
    meanwhile.push({ status: 'open' })
    await save(page)
    assert.deepEqual(await stored(admin), indexed([choice('Mine?', ['Yes', 'No']), EAT]))
    assert.equal((await admin.get<{ status: string }>()).status, 'open')
  })

  test('a response that arrives during saving: the reason is shown and nothing is lost', async () => {
    const { admin, page } = await start([COMING, EAT])
    await button(page, 'Move “Coming?” down').click()
    await page.route('**/admin/api/*', async route => {
      if (route.request().method() === 'PATCH') await kept(service, admin.id, ['Yes', 'Soup'])
      await route.continue()
    })
    await button(page, 'Save questions').click()
    await entry(page, 'Coming?').getByText('The survey has responses, so “Coming?” stays question 1.').waitFor()
    assert.deepEqual(await texts(page), ['Eating?', 'Coming?'])
    assert.deepEqual(await stored(admin), indexed([COMING, EAT]))
  })

  test('during a slow save, pressing twice sends once, and input stays', async () => {
    const { admin, page } = await start([COMING, EAT, WHY])
    const answered = Promise.withResolvers<void>()
    let sent = 0
    await page.route('**/admin/api/*', async route => {
      if (route.request().method() !== 'PATCH') return route.continue()
      sent += 1
      const response = await route.fetch()
      await answered.promise
      await route.fulfill({ response })
    })
    await button(page, 'Move “Eating?” up').click()
    await button(page, 'Save questions').dblclick()
    await until(() => sent > 0)
    await openQuestion(page, 'Coming?')
    await page.getByLabel('Question', { exact: true }).fill('Are you coming?')
    await button(page, 'Add question below').click()
    await page.getByLabel('Question', { exact: true }).fill('New?')
    answered.resolve()
    await page.getByText('Questions saved.').waitFor()
    assert.deepEqual([sent, await stored(admin)], [1, indexed([EAT, COMING, WHY_AFTER_MOVE])])
    await until(() => page.evaluate('document.activeElement.value === "New?"'))
    await page.unroute('**/admin/api/*')
    await page.getByLabel('Type', { exact: true }).selectOption('Free text')
    await save(page)
    const coming = { ...COMING, text: 'Are you coming?' }
    assert.deepEqual(await stored(admin), indexed([EAT, coming, freeText('New?'), WHY_AFTER_MOVE]))
  })

  test('a save whose response was lost is not treated as someone else’s change', async () => {
    const { admin, page } = await start([COMING, WHY])
    await openQuestion(page, 'Coming?')
    await button(page, 'Add question below').click()
    await page.getByLabel('Question', { exact: true }).fill('New?')
    await page.getByLabel('Type', { exact: true }).selectOption('Free text')
    const isStored = Promise.withResolvers<void>()
    const cut = Promise.withResolvers<void>()
    await page.route('**/admin/api/*', async route => {
      if (route.request().method() !== 'PATCH') return route.continue()
      await route.fetch()
      isStored.resolve()
      await cut.promise
      await route.abort()
    })
    await button(page, 'Save questions').click()
    await isStored.promise
    await page.getByLabel('Question', { exact: true }).fill('New here?')
    cut.resolve()
    await page.getByText('Questions saved.').waitFor()
    assert.equal(await page.getByText('Someone else changed the questions').count(), 0)
    await page.unrouteAll({ behavior: 'wait' })
    await save(page)
    assert.deepEqual(await stored(admin), indexed([COMING, freeText('New here?'), WHY]))
  })

  test('other refusals are shown with the server’s message', async () => {
    const { admin, page } = await start([COMING, EAT])
    await button(page, 'Move “Coming?” down').click()
    await page.route('**/admin/api/*', route =>
      route.request().method() === 'PATCH' ? route.continue({ postData: '{"questions":[]}' }) : route.continue(),
    )
    await button(page, 'Save questions').click()
    await page.getByRole('heading', { name: 'Your changes were not saved' }).waitFor()
    await page.getByText('Server message: Questions must be a list of at least one question.').waitFor()
    await page.unroute('**/admin/api/*')
    await save(page)
    assert.deepEqual(await stored(admin), indexed([EAT, COMING]))
  })

  test('an edit survives switching tabs and the end of the session, warns on closing, and can be discarded with undo', async () => {
    const { admin, page } = await start([COMING, EAT])
    await button(page, 'Move “Coming?” down').click()
    await goTo(page, 'Results')
    await page.getByText('Your changes to the questions are not saved.').waitFor()
    await goTo(page, 'Questions')
    assert.deepEqual(await texts(page), ['Eating?', 'Coming?'])
    const asked = new Promise<string>(resolve => {
      page.once('dialog', dialog => {
        resolve(dialog.type())
        dialog.dismiss()
      })
      page.once('close', () => resolve('closed'))
    })
    await page.close({ runBeforeUnload: true })
    assert.equal(await asked, 'beforeunload')
    await button(page, 'Discard changes').click()
    await until(async () => (await texts(page)).join() === 'Coming?,Eating?')
    await button(page, 'Undo').click()
    await until(async () => (await texts(page)).join() === 'Eating?,Coming?')
    const { body: link } = await admin.send('POST', '/rotate')
    await page.getByRole('heading', { name: 'You can’t open this survey here' }).waitFor()
    page.on('dialog', dialog => dialog.accept())
    await page.goto(`${link.admin_url}`)
    await goTo(page, 'Questions')
    await page.getByText('Restored your unsaved changes.').waitFor()
    assert.deepEqual(await texts(page), ['Eating?', 'Coming?'])
    await save(page)
    await page.reload()
    await until(async () => (await texts(page)).join() === 'Eating?,Coming?')
    assert.equal(await button(page, 'Save questions').count(), 0)
  })
})
