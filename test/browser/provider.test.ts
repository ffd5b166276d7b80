import { after, before, test } from 'node:test'
import { type Issuer, startIssuer } from '../account/issuer.ts'
import { type Service, startService } from '../harness.ts'
import { inBrowser } from './chromium.ts'

inBrowser('signing in with another provider', open => {
  let issuer: Issuer
  let service: Service
  before(async () => {
    issuer = await startIssuer()
    service = await startService({ oidc: issuer.settings, billing: 'none' })
    issuer.trust(service)
  })
  after(async () => {
    await service.close()
    issuer.close()
  })

  test('[provider-sign-in, provider-verify] leads to the application, and again to where it was asked for', async () => {
    const { page } = await open()
    await page.goto(`${service.baseUrl}/sign-in?next=/app/settings`)
    await page.getByRole('link', { name: 'Continue with Example Login' }).click()
    await page.getByRole('heading', { name: 'Settings', exact: true }).waitFor()
    service.clock.advance(600_000)
    await page.getByRole('button', { name: 'New token' }).click()
    const dialogs = page.getByRole('dialog')
    await dialogs.getByRole('button', { name: 'Create token' }).click()
    await page.getByRole('button', { name: 'Continue with Example Login' }).click()
    await page.waitForURL(`${service.baseUrl}/app/settings`)
    await page.getByRole('button', { name: 'New token' }).click()
    await page.getByRole('button', { name: 'Create token' }).click()
    await page.getByText(/^snd_pat_/).waitFor()
  })
})
