import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { startSeller } from '../../billing/seller.ts'
import { button, openApp } from '../app.ts'
import { inBrowser } from '../chromium.ts'
import { assertWellMade } from '../look.ts'

const seller = await startSeller({ trialDays: 14, now: Date.now() })
const { service, stripe } = seller
after(() => seller.close())

inBrowser('the subscription in the settings', open => {
  test('is bought at the provider, shown in words on the way back, and managed there [billing-checkout, billing-portal]', async () => {
    const { page } = await openApp(service, open, { path: '/app/settings' })
    await page.getByText('You’re on the free plan').waitFor()
    await assertWellMade(page, 'the free plan')
    stripe.mode = 'down'
    await button(page, 'Try it for 14 days').click()
    await page.getByText('The payment provider does not answer; try again in a minute.').waitFor()
    stripe.mode = 'up'
    await button(page, 'Try it for 14 days').click()
    await button(page, 'Pay').click()
    await page.getByText('Your trial lasts until').waitFor()
    assert.equal(page.url(), `${service.baseUrl}/app/settings#subscription`)
    const [bought] = stripe.subscriptions
    assert.ok(bought)
    for (const status of ['incomplete', 'past_due'] as const) {
      await stripe.deliver(service, stripe.change(bought, { status }))
      await page.reload()
      await page.getByText('A payment is due. Update your payment method to use your subscription.').waitFor()
    }
    await assertWellMade(page, 'a payment that is due')
    await button(page, 'Update payment method').click()
    await page.waitForURL(`${stripe.url}/portal?**`)
    await stripe.deliver(service, stripe.change(bought, { status: 'canceled' }))
    await page.goto(`${service.baseUrl}/app/settings`)
    await page.getByText('Your subscription has ended.').waitFor()
  })
})
