import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { board, choice } from '../../api/fixtures.ts'
import { newAdminClient } from '../../dashboard/admin-client.ts'
import { startService } from '../../harness.ts'
import { inBrowser } from '../chromium.ts'
import { linkOf } from '../survey.ts'

const service = await startService({ now: Date.now() })
after(() => service.close())

inBrowser('a phone whose question is asked again', open => {
  test('shows it from its top, as the one before', async () => {
    const questions = [choice('Which one falls faster?', ['The hammer', 'The feather', 'Neither']), board('Ask us')]
    const admin = await newAdminClient(service, questions, { title: 'Falling' })
    assert.equal((await admin.send('PATCH', '', { paced: true })).status, 200)
    assert.equal((await admin.send('PATCH', '/presentation', { screen: '1' })).status, 200)
    const { page } = await open({ viewport: { width: 390, height: 620 } })
    // Both events arrive before the page is loaded again.
    await page.addInitScript('Math.random = () => 0.99')
    await page.goto(linkOf(service, admin.id))
    await page.locator('#q0').waitFor()
    assert.equal((await admin.send('POST', '/presentation/rounds', { index: 0 })).status, 200)
    await page.locator('#q2').waitFor()
    // The browser restores its place after the page has loaded.
    await page.waitForTimeout(1_000)
    assert.equal(await page.evaluate('document.documentElement.scrollHeight > innerHeight'), true)
    assert.equal(await page.evaluate('scrollY'), 0)
  })
})
