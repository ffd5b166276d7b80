import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { call, type Service, startService } from '../harness.ts'
import { connect, newSubscriber, refresh, register } from './client.ts'

let service: Service
before(async () => {
  service = await startService()
})
after(() => service.close())

test('[oauth-flow] a client that registers is allowed, uses its token, renews it', async () => {
  const application = await register(service)
  const browser = await newSubscriber(service)
  const tokens = await connect(service, browser, application)
  console.log(tokens)
  const me = await call(service, 'GET', '/api/v1/me', { token: tokens.access })
  assert.deepEqual(me.body, { user_id: browser.accountId, scope: 'surveys:read surveys:write', kind: 'oauth' })
  const renewed = await refresh(application, tokens.refresh)
  assert.equal((await call(service, 'GET', '/api/v1/me', { token: renewed.access })).status, 200)
})
