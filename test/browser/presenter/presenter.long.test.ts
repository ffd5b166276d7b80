import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { Page } from 'playwright-core'
import { board, choice, rating } from '../../api/fixtures.ts'
import { newAdminClient } from '../../dashboard/admin-client.ts'
import { startService } from '../../harness.ts'
import { orderedUuids } from '../../ordered-uuids.ts'
import { until } from '../../until.ts'
import { inBrowser } from '../chromium.ts'
import { assertWellMade } from '../look.ts'
import { answer, ask, lengthOf, newTalk, present, project, rowsOf, shown, vote } from './presenter.ts'

const service = await startService({ uuid: orderedUuids(), now: Date.now() })
after(() => service.close())

inBrowser('the presenter', open => {
  const opened = async (place = '', options = {}) => {
    const admin = await newTalk(service)
    const { page } = await open({ viewport: { width: 1280, height: 720 }, ...options })
    await present(page, service, admin, place)
    return { admin, page }
  }

  test('starts with title, link, QR code and a live count', async () => {
    const { admin, page } = await opened()
    await shown(page, 'Team lunch')
    const link = `${service.baseUrl.replace('http://', '')}/s/${admin.id}`
    assert.equal((await page.locator('.start .link [translate]').innerText()).replace(/\s/g, ''), link)
    await until(() => page.locator('.start img').evaluate(image => (image as unknown as Sized).naturalWidth > 0))
    await page.getByText('2 responses').waitFor()
    await answer(service, admin, ['Yes', 'Soup', 1])
    await page.getByText('3 responses').waitFor()
  })

  test('a talk on a screen: join, reveal, close, and back to the dashboard', async () => {
    const { admin, page } = await opened('', { viewport: { width: 1920, height: 1080 } })
    const code = page.getByRole('img', { name: 'QR code for the public link' })
    await code.waitFor()
    await page.keyboard.press('PageDown')
    await shown(page, 'Coming?')
    await page.keyboard.press('r')
    await answer(service, admin, ['Yes', 'Soup', 1])
    await until(async () => (await rowsOf(page))[0]?.join() === 'Yes,2,67%')
    await code.waitFor()
    await admin.send('PATCH', '', { status: 'closed' })
    await page.getByText('Closed', { exact: true }).waitFor()
    assert.equal(await code.count(), 0)
    await page.keyboard.press('Home')
    await page.getByText('This survey is closed.').waitFor()
    assert.equal(await code.count(), 0)
    await page.mouse.move(20, 20)
    await page.getByRole('link', { name: 'Back to the dashboard' }).click()
    await page.getByRole('button', { name: 'Open survey' }).waitFor()
  })

  test('keys and presentation remotes step through questions and their parts', async () => {
    const { page } = await opened()
    for (const [key, heading, part] of [
      ['ArrowRight', 'Coming?'],
      ['PageDown', 'What will you eat?', '1–6 of 14'],
      [' ', 'What will you eat?', '7–12 of 14'],
      ['ArrowRight', 'What will you eat?', '13–14 of 14'],
      ['ArrowRight', 'How good was it?'],
      ['ArrowLeft', 'What will you eat?', '13–14 of 14'],
      ['PageUp', 'What will you eat?', '7–12 of 14'],
      ['End', 'Your questions'],
      ['ArrowRight', 'Your questions'],
      ['Shift+ ', 'Anything else?'],
      ['Home', 'Team lunch'],
      ['ArrowLeft', 'Team lunch'],
    ] as const) {
      await page.keyboard.press(key === 'Shift+ ' ? 'Shift+Space' : key)
      await shown(page, heading)
      if (part !== undefined) await page.getByText(part).waitFor()
      assert.equal(await page.locator('.presenter h1').count(), 1)
    }
  })

  test('buttons do the same, and ? lists the shortcuts', async () => {
    const { page } = await opened()
    const next = page.getByRole('button', { name: 'Next' })
    await next.click()
    await shown(page, 'Coming?')
    await next.press('Enter')
    await shown(page, 'What will you eat?')
    await page.getByRole('button', { name: 'Previous' }).click()
    await shown(page, 'Coming?')
    await page.keyboard.press('?')
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor()
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await shown(page, 'Coming?')
    assert.equal(await page.evaluate('document.activeElement.getAttribute("aria-label")'), 'Previous')
  })

  test('letter and symbol keys can be turned off for good; other keys keep working', async () => {
    const { page } = await opened('#1')
    await page.keyboard.press('?')
    const letters = page.getByRole('checkbox', { name: 'Use letter and symbol keys' })
    await letters.uncheck()
    await page.keyboard.press('Escape')
    await page.reload()
    await shown(page, 'Coming?')
    await page.keyboard.press('r')
    await page.keyboard.press('b')
    assert.equal(await page.getByRole('button', { name: 'Reveal' }).count(), 1)
    assert.equal(await page.getByRole('dialog').count(), 0)
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Hide' }).waitFor()
  })

  test('q shows link and QR code large over the question, until any key is pressed, while the survey is open', async () => {
    const { admin, page } = await opened('#1')
    await page.keyboard.press('q')
    const dialog = page.getByRole('dialog', { name: 'Link and QR code' })
    const { height = 0 } = (await dialog.getByRole('img').boundingBox()) ?? {}
    assert.ok(height >= 0.4 * 720, `${height}`)
    assert.equal((await dialog.innerText()).replace(/\s/g, ''), `${service.baseUrl.slice(7)}/s/${admin.id}`)
    await assertWellMade(page, 'the way in')
    await page.keyboard.press('ArrowRight')
    await dialog.waitFor({ state: 'detached' })
    await shown(page, 'Coming?')
    await page.getByRole('button', { name: 'Link and QR code' }).click()
    await dialog.click()
    await dialog.waitFor({ state: 'detached' })
  })

  test('hidden results are words in place of bars, with how to reveal them', async () => {
    const { admin, page } = await opened('#1')
    const note = page.locator('.are-hidden')
    const figures = (await page.locator('.figures').innerText()).replaceAll(/\s+/g, ' ')
    assert.equal(figures, '2 answered results hidden · R')
    assert.equal(await page.locator('.bar').filter({ visible: true }).count(), 0, 'no empty bars')
    await page.keyboard.press('r')
    await note.waitFor({ state: 'detached' })
    assert.equal(await page.locator('.bar').filter({ visible: true }).count(), 2)
    await admin.send('PATCH', '/presentation', { screen: '3' })
    await shown(page, 'How good was it?')
    const words = page.locator('.chart > .total', { hasText: '2 answered' })
    await words.waitFor()
    await assertWellMade(page, 'a hidden rating')
    await page.keyboard.press('r')
    await words.waitFor({ state: 'detached' })
    await page.keyboard.press('End')
    await shown(page, 'Your questions')
    assert.equal(await note.count(), 0)
  })

  test('f and a button toggle full screen', async () => {
    const { page } = await opened()
    const isFull = (is: boolean) => until(async () => (await page.evaluate('!!document.fullscreenElement')) === is)
    await page.keyboard.press('f')
    await isFull(true)
    await page.getByRole('button', { name: 'Full screen' }).click()
    await isFull(false)
  })

  test('a reload keeps the screen and what was revealed; Back leaves', async () => {
    const { admin, page } = await opened()
    for (const key of ['ArrowRight', 'ArrowRight', 'ArrowRight', 'r']) await page.keyboard.press(key)
    await page.waitForURL(/\/present#2\.7-12$/)
    await until(async () => (await admin.get<{ revealed: number[] }>('/presentation')).revealed.length === 1)
    await page.reload()
    await page.getByText('7–12 of 14').waitFor()
    assert.equal((await rowsOf(page))[5]?.join(), 'Pizza,1,50%')
    await page.goBack()
    await page.getByRole('heading', { name: 'Team lunch' }).waitFor()
    assert.doesNotMatch(page.url(), /present/)
  })

  test('nothing hints at the distribution before results are revealed', async () => {
    const { admin, page } = await opened('#1')
    await page.getByText('2 answered').waitFor()
    const hidden = [
      ['Yes', '', ''],
      ['No', '', ''],
    ]
    assert.deepEqual(await rowsOf(page), hidden)
    await answer(service, admin, ['Yes', 'Soup', 1])
    await page.getByText('3 answered').waitFor()
    assert.deepEqual(await rowsOf(page), hidden)
    for (const option of ['Yes', 'No']) assert.equal(await lengthOf(page, option), 0)
    await page.goto(page.url().replace('#1', '#3'))
    await shown(page, 'How good was it?')
    assert.equal((await page.locator('.histogram tbody').innerText()).trim(), '')
    assert.equal(await page.locator('.mean').count(), 0)
    assert.deepEqual(await columnsOf(page), Array(10).fill('scaleY(0)'))
  })

  test('r, Enter and a button reveal and hide the results of one question, with an announcement', async () => {
    const { page } = await opened('#1')
    const said = (text: string) => page.getByRole('status').filter({ hasText: text }).waitFor()
    await page.keyboard.press('r')
    await said('Results shown.')
    assert.deepEqual(await rowsOf(page), [
      ['Yes', '1', '50%'],
      ['No', '1', '50%'],
    ])
    assert.equal(await lengthOf(page, 'Yes'), 0.5)
    await page.keyboard.press('Enter')
    await said('Results hidden.')
    assert.equal((await rowsOf(page))[0]?.[1], '')
    await page.getByRole('button', { name: 'Reveal' }).click()
    await said('Results shown.')
    await page.keyboard.press('ArrowRight')
    await said('Question 2 of 5: What will you eat? Results hidden.')
    await page.keyboard.press('ArrowLeft')
    await page.getByRole('button', { name: 'Hide' }).waitFor()
  })

  test('a question that replaces a revealed one is hidden', async () => {
    const admin = await newAdminClient(service, [choice('Coming?', ['Yes', 'No'])])
    const { page } = await open({ viewport: { width: 1280, height: 720 } })
    await present(page, service, admin, '#1')
    await page.keyboard.press('r')
    await page.getByRole('button', { name: 'Hide', exact: true }).waitFor()
    const questions = [choice('Before?', ['Soon', 'Late']), { ...choice('Coming?', ['Yes', 'No']), index: 0 }]
    await admin.send('PATCH', '', { questions })
    await shown(page, 'Before?')
    await page.getByRole('button', { name: 'Reveal', exact: true }).waitFor()
    await page.reload()
    await shown(page, 'Before?')
    assert.deepEqual((await rowsOf(page))[0], ['Soon', '', ''])
  })

  test('a revealed rating shows columns and mean', async () => {
    const { page } = await opened('#3')
    await page.keyboard.press('r')
    await page.getByText('Mean 7.50').waitFor()
    assert.equal((await columnsOf(page)).filter(column => column === 'scaleY(1)').length, 2)
  })

  test('of a revealed rating, where half of the answers lie is said, and two modes are named', async () => {
    const { admin, page } = await opened('#3')
    await page.keyboard.press('r')
    await page.getByText('Mean 7.50').waitFor()
    assert.equal(await page.locator('.spread').count(), 0, 'two answers lie nowhere')
    for (const rating of [2, 2, 2, 2, 3]) await answer(service, admin, ['Yes', 'Soup', rating])
    await page.getByText('Half between 2 and 6', { exact: true }).waitFor()
    for (const rating of [9, 9, 9]) await answer(service, admin, ['Yes', 'Soup', rating])
    await page.getByText('Half between 2 and 9 · two peaks: 2 and 9', { exact: true }).waitFor()
    // Numbers count up.
    await until(async () => (await page.locator('.histogram td[data-leads]').allInnerTexts()).join() === '4,4')
    await page.keyboard.press('r')
    await page.locator('.spread').waitFor({ state: 'detached' })
  })

  test('revealed results update live', async () => {
    const { admin, page } = await opened('#1')
    await page.keyboard.press('r')
    await answer(service, admin, ['Yes', 'Soup', 1])
    await until(async () => (await rowsOf(page))[0]?.join() === 'Yes,2,67%')
    await admin.send('PATCH', '', { status: 'closed' })
    await page.getByText('Closed', { exact: true }).waitFor()
    await page.keyboard.press('Home')
    await page.getByText('This survey is closed.').waitFor()
  })

  test('all questions of a survey have the size of the longest, and short hyphenated words do not wrap', async () => {
    const six = Array.from({ length: 6 }, (_, at) => `${at + 1}: ${'a day like any other, '.repeat(4)}`)
    const long = `${'When you look back over the whole of the past year: '.repeat(2)}what should we keep?`
    const admin = await newAdminClient(service, [choice('Day?', six), choice(long, six), rating('How good?')], {
      title: 'The quarterly all-hands',
    })
    const { page } = await open({ viewport: { width: 1280, height: 720 } })
    await present(page, service, admin)
    assert.equal(await page.evaluate(`document.querySelector('.compound').getClientRects().length`), 1)
    const size =
      '(one => parseFloat(getComputedStyle(one).fontSize) * one.currentCSSZoom)(document.querySelector("h1"))'
    const sizes = new Map<string, Set<unknown>>()
    const last = page.getByRole('button', { name: 'Next', disabled: true })
    while ((await last.count()) === 0) {
      await page.keyboard.press('ArrowRight')
      const heading = await page.locator('h1').innerText()
      sizes.set(heading, (sizes.get(heading) ?? new Set()).add(await page.evaluate(size)))
    }
    assert.deepEqual([...sizes.keys()], ['Day?', long, 'How good?'])
    assert.equal(new Set([...sizes.values()].flatMap(each => [...each])).size, 1)
  })

  test('a free-text question shows how many answered, and no text', async () => {
    const { admin, page } = await opened('#4')
    await page.locator('.total', { hasText: '1 answer' }).waitFor()
    await answer(service, admin, ['Yes', 'Soup', 1, 'Another text'])
    await page.locator('.total', { hasText: '2 answers' }).waitFor()
    assert.doesNotMatch(await page.content(), /A text of the room|Another text/)
  })

  for (const where of ['presenter', 'projector'])
    test(`a board on the ${where}: as many as fit, by votes, answered last, and no held ones`, async () => {
      const admin = await newAdminClient(service, [
        ...Array(4).fill(choice()),
        { ...board('Your questions'), moderated: true },
      ])
      const { page } = await open({ viewport: { width: 1280, height: 720 } })
      if (where === 'projector') await page.goto(`${await project(admin)}#5`)
      else await present(page, service, admin, '#5')
      await page.getByText('No questions yet.').waitFor()
      const code = page.getByRole('img', { name: 'QR code for the public link' }).filter({ visible: true })
      const widthOfCode = async () => (await code.boundingBox())?.width ?? 0
      assert.ok((await code.count()) === 1 && (await widthOfCode()) > 400, 'the code, large')
      const ids: string[] = []
      for (const text of ['One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Held'])
        ids.push(await ask(service, admin, text))
      for (const id of ids.slice(0, 6)) await admin.send('PATCH', `/board/4/${id}`, { state: 'shown' })
      await vote(service, admin, `${ids[5]}`)
      const texts = (list: string) =>
        until(
          async () => (await page.locator('.asked .text').filter({ visible: true }).allInnerTexts()).join(' ') === list,
        )
      await texts('Six One Two Three Four Five')
      await admin.send('PATCH', `/board/4/${ids[5]}`, { state: 'answered' })
      await texts('One Two Three Four Five Six')
      await page.locator('li', { hasText: 'Six' }).getByText('Answered').waitFor()
      await admin.send('PATCH', `/board/4/${ids[6]}`, { state: 'shown' })
      await texts('One Two Three Four Five Held')
    })

  test('b and the period key of a remote blank the screen until any key', async () => {
    const { page } = await opened('#1')
    for (const [blank, back] of [
      ['b', 'ArrowRight'],
      ['.', '.'],
      ['b', 'Escape'],
    ] as const) {
      await page.keyboard.press(blank)
      const { width, height } = (await page.getByRole('dialog', { name: 'The screen is blank' }).boundingBox()) ?? {}
      assert.deepEqual([width, height], [1280, 720])
      await page.keyboard.press(back)
      await page.getByRole('dialog').waitFor({ state: 'detached' })
      await shown(page, 'Coming?')
    }
  })

  test('a screen that is blanked again at once stays blank', async () => {
    const { page } = await opened('#1')
    // The browser reports that a dialog was closed with a delay, when the next may already be open.
    await page.evaluate(`(async () => {
      const press = key => (document.querySelector('dialog') ?? document.body).dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
      for (const key of ['b', 'x', 'b']) {
        press(key)
        for (let n = 0; n < 10; n++) await undefined
      }
      const { promise, resolve } = Promise.withResolvers()
      setTimeout(resolve, 50)
      await promise
    })()`)
    assert.equal(await page.getByRole('dialog', { name: 'The screen is blank' }).count(), 1)
  })
})

interface Sized {
  readonly naturalWidth: number
}

function columnsOf(page: Page): Promise<string[]> {
  return page.locator('.histogram .fill').evaluateAll(all => all.map(one => (one as unknown as Styled).style.transform))
}

interface Styled {
  readonly style: { readonly transform: string }
}
