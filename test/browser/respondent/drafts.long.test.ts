import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { board, bodyOf, choice, freeText, kept, newApi, optional, rating } from '../../api/fixtures.ts'
import { call, startService } from '../../harness.ts'
import { inBrowser } from '../chromium.ts'
import { assertFits, assertWellMade } from '../look.ts'
import { answersOf, linkOf, send, thanked } from '../survey.ts'

const service = await startService({ now: Date.now(), respondentLimit: 0 })
after(() => service.close())
const api = await newApi(service)

const QUESTIONS = [
  choice('Which?', ['Soup', 'Salad', 'Bread'], optional),
  rating('How good?', optional),
  freeText('Wyh?', optional),
  freeText('Wyh?', optional),
]
const WHOLE = 'What you typed before has been restored.'
const PARTLY = 'This survey has changed since you typed. Please look at your answers again.'

const edit = async (id: string, questions: readonly object[]) =>
  bodyOf(await api.patch(`/surveys/${id}`, { questions }))
const area = (page: Page, index: number) => page.locator(`textarea[name=q${index}]`)
const chosen = (page: Page) =>
  page
    .locator(':checked')
    .evaluateAll(all => all.map(one => `${one.getAttribute('name')}=${one.getAttribute('value')}`))

inBrowser('what was typed while the survey was edited [draft-follows]', open => {
  /** A phone with an answer to each question. */
  const start = async (hasResponses: boolean, options = {}) => {
    const { id } = await api.create(QUESTIONS)
    if (hasResponses) await kept(service, id, ['Soup', 1, 'a', 'b'])
    const { page } = await open(options)
    await page.goto(linkOf(service, id))
    await page.getByRole('radio', { name: 'Salad' }).check()
    await page.getByRole('radio', { name: '7', exact: true }).check({ force: true })
    await area(page, 2).fill('first')
    await area(page, 3).fill('second')
    const reload = async (notice: string) => {
      await page.getByRole('link', { name: 'Show the current version' }).click()
      await page.getByText(notice).waitFor()
    }
    return { id, page, reload }
  }

  for (const hasResponses of [false, true])
    test(`letters are corrected and an option is added: all of it is at its question${hasResponses ? ', with responses' : ''}`, async () => {
      const { id, page, reload } = await start(hasResponses)
      const corrected = [
        choice('Which one?', ['Soup', 'Salad', 'Bread', 'Rice'], optional),
        rating('How good?', optional),
        freeText('Why?', optional),
        freeText('Wyh?', optional),
      ]
      await edit(
        id,
        corrected.map((one, index) => ({ ...one, index })),
      )
      await reload(WHOLE)
      assert.deepEqual(await chosen(page), ['q0=1', 'q1=7'])
      assert.deepEqual([await area(page, 2).inputValue(), await area(page, 3).inputValue()], ['first', 'second'])
      await send(page)
      await thanked(page)
      assert.deepEqual((await answersOf(api, id)).at(-1), ['Salad', 7, 'first', 'second'])
    })

  test('a question and an option go: the text is set aside, and the choice is to be made again', async () => {
    const { id, page, reload } = await start(false)
    await edit(id, [choice('Which?', ['Bread', 'Soup'], optional), freeText('Anything else?', optional)])
    await reload(PARTLY)
    const aside = page.getByLabel('Typed for a question that has changed.')
    assert.equal(await aside.inputValue(), 'first\n\nsecond')
    assert.deepEqual(await chosen(page), [])
    await assertWellMade(page, 'a text that is set aside')
    await area(page, 1).fill('third')
    await page.reload()
    await page.getByText(WHOLE).waitFor()
    assert.deepEqual([await aside.inputValue(), await area(page, 1).inputValue()], ['first\n\nsecond', 'third'])
    await send(page)
    await thanked(page)
    assert.deepEqual(await answersOf(api, id), [[null, 'third']])
    assert.equal(await aside.inputValue(), 'first\n\nsecond', 'it can still be copied')
  })

  test('sent before the page knows of the edit, the same is shown by the server, also without a script', async () => {
    for (const javaScriptEnabled of [true, false]) {
      const { id, page } = await start(false, { javaScriptEnabled, ownProfile: true })
      // The page’s events say nothing meanwhile.
      await page.route('**/events*', route => route.abort())
      await page.reload()
      if (!javaScriptEnabled) {
        await area(page, 2).fill('first')
        await area(page, 3).fill('second')
      }
      await edit(id, [freeText('Anything else?', optional), rating('How good?', optional)])
      await send(page)
      await page.getByText('This survey has changed since you opened it.').waitFor()
      assert.equal(await page.getByLabel('Typed for a question that has changed.').inputValue(), 'first\n\nsecond')
      assert.deepEqual(await answersOf(api, id), [])
      await send(page)
      await page.getByText('Thank you. Your answer is in.').waitFor()
    }
  })
})

inBrowser('an answer that cannot be sent [answer-not-stored]', open => {
  const start = async (options = {}) => {
    const questions = [choice('Which?', ['Soup', 'Salad'], optional), freeText('Why?', optional)]
    const { id, admin_token: token } = await api.create(questions)
    const { page, context } = await open({ ownProfile: true, ...options })
    await page.goto(linkOf(service, id))
    await page.getByRole('radio', { name: 'Salad' }).check()
    await area(page, 1).fill('Because of the soup')
    const remove = async () =>
      assert.equal((await call(service, 'DELETE', `/admin/api/${id}`, { token, body: { slug: id } })).status, 204)
    return { id, page, context, unsent: page.locator('#unsent'), remove }
  }
  const assertUnsent = async (unsent: Locator) => {
    await unsent.getByRole('heading', { name: 'Your answer was not stored.' }).waitFor()
    assert.equal(await unsent.getByLabel('What you typed, to be copied:').inputValue(), 'Because of the soup')
  }

  test('the page asks before it is left, and sends it when the network is back', async () => {
    const { id, page, context } = await start()
    await context.setOffline(true)
    await send(page)
    await page.getByText('You are offline. Keep this page open: your answer will be sent').waitFor()
    const asked = page.waitForEvent('dialog').then(async dialog => {
      await dialog.dismiss()
      return dialog.type()
    })
    await page.close({ runBeforeUnload: true })
    assert.equal(await asked, 'beforeunload')
    await context.setOffline(false)
    await thanked(page)
    assert.deepEqual(await answersOf(api, id), [['Salad', 'Because of the soup']])
  })

  test('the survey was closed meanwhile: the page says that it was not stored, and so does the next load, with the text', async () => {
    const { id, page, context, unsent } = await start()
    await context.setOffline(true)
    await send(page)
    bodyOf(await api.patch(`/surveys/${id}`, { status: 'closed' }))
    await context.setOffline(false)
    await page.getByText('Your answer was not stored. This survey is closed.').waitFor()
    assert.equal(await area(page, 1).inputValue(), 'Because of the soup')
    await page.reload()
    await assertUnsent(unsent)
    await assertFits(page, 'an answer that was not stored')
    bodyOf(await api.patch(`/surveys/${id}`, { status: 'open' }))
    await page.reload()
    await page.getByText(WHOLE).waitFor()
    await send(page)
    await thanked(page)
    bodyOf(await api.patch(`/surveys/${id}`, { status: 'closed' }))
    await page.goto(linkOf(service, id))
    await page.getByText('This survey is closed.').first().waitFor()
    assert.equal(await unsent.isVisible(), false, 'nothing is left to be told')
  })

  test('only the reply was lost before the survey was closed: the next load finds out that it was stored', async () => {
    const { id, page } = await start()
    await page.route('**/responses', async route => {
      await route.fetch()
      await route.abort()
    })
    page.on('dialog', dialog => dialog.accept())
    await send(page)
    await page.getByText('Trying again').waitFor()
    bodyOf(await api.patch(`/surveys/${id}`, { status: 'closed' }))
    await page.unroute('**/responses')
    await page.goto('about:blank')
    await page.goto(linkOf(service, id))
    await page.getByRole('heading', { name: 'Thank you. Your answer is in.' }).waitFor()
    assert.deepEqual(await answersOf(api, id), [['Salad', 'Because of the soup']])
  })

  test('the page of a closed survey says nothing before it knows whether the answer is stored', async () => {
    const { id, page, unsent } = await start()
    await page.route('**/responses', async route => {
      await route.fetch()
      await route.abort()
    })
    page.on('dialog', dialog => dialog.accept())
    await send(page)
    await page.getByText('Trying again').waitFor()
    bodyOf(await api.patch(`/surveys/${id}`, { status: 'closed' }))
    await page.unroute('**/responses')
    let busy = 2
    await page.route('**/responses', route => (busy-- > 0 ? route.fulfill({ status: 503 }) : route.continue()))
    await page.goto('about:blank')
    await page.goto(linkOf(service, id))
    await page.waitForResponse(response => response.status() === 503)
    assert.equal(await unsent.isVisible(), false)
    await page.getByRole('heading', { name: 'Thank you. Your answer is in.' }).waitFor()
  })

  test('after people have been told that their answer was not stored, only they send it', async () => {
    const { id, page, unsent } = await start()
    await page.route('**/responses', route => route.abort())
    page.on('dialog', dialog => dialog.accept())
    await send(page)
    await page.getByText('Trying again').waitFor()
    bodyOf(await api.patch(`/surveys/${id}`, { status: 'closed' }))
    await page.goto('about:blank')
    await page.unroute('**/responses')
    await page.goto(linkOf(service, id))
    await assertUnsent(unsent)
    bodyOf(await api.patch(`/surveys/${id}`, { status: 'open' }))
    await page.reload()
    await page.getByText(WHOLE).waitFor()
    assert.deepEqual(await answersOf(api, id), [])
    await send(page)
    await thanked(page)
    assert.deepEqual(await answersOf(api, id), [['Salad', 'Because of the soup']])
  })

  test('who has answered nothing is told of no answer, and a question for a board is given back', async () => {
    const { id } = await api.create([freeText('Why?', optional), board('Ask us')])
    const { page } = await open({ ownProfile: true })
    const unsent = page.locator('#unsent')
    const heading = unsent.getByRole('heading')
    await page.goto(linkOf(service, id))
    await area(page, 0).fill('typed')
    await area(page, 0).fill('')
    bodyOf(await api.patch(`/surveys/${id}`, { status: 'closed' }))
    const asked = page.waitForRequest('**/unsent.js')
    await page.reload()
    await asked
    await page.waitForLoadState('networkidle')
    assert.equal(await unsent.isVisible(), false)
    bodyOf(await api.patch(`/surveys/${id}`, { status: 'open' }))
    await page.reload()
    await page.locator('.ask textarea').fill('When does it start?')
    bodyOf(await api.patch(`/surveys/${id}`, { status: 'closed' }))
    await page.reload()
    const copy = unsent.getByLabel('What you typed, to be copied:')
    assert.equal(await copy.inputValue(), 'When does it start?')
    assert.equal(await heading.isVisible(), false)
    await assertFits(page, 'a question for a board that was not asked')
  })

  test('the survey was deleted meanwhile', async () => {
    const { page, context, unsent, remove } = await start()
    await context.setOffline(true)
    await send(page)
    await remove()
    await context.setOffline(false)
    await page.getByText('Your answer was not stored. There is no survey here').waitFor()
    await page.reload()
    await assertUnsent(unsent)
    await assertWellMade(page, 'an answer to a deleted survey')
  })

  for (const isDeleted of [false, true])
    test(`without a script, to a survey that is ${isDeleted ? 'gone' : 'closed'}`, async () => {
      const { id, page, unsent, remove } = await start({ javaScriptEnabled: false })
      if (isDeleted) await remove()
      else bodyOf(await api.patch(`/surveys/${id}`, { status: 'closed' }))
      await send(page)
      await assertUnsent(unsent)
      await page.goto(linkOf(service, id))
      assert.equal(await unsent.isVisible(), false)
    })
})
