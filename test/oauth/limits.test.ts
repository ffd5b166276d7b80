import { test } from 'node:test'
import { limitTest } from './limit.ts'

const registration = JSON.stringify({ redirect_uris: ['https://client.example/callback'] })

test(
  '[oauth-limits] one address of the network has 60 registrations in a quarter of an hour',
  limitTest({ path: '/oauth/register', limit: 60, body: registration, status: 201 }),
)
test(
  '[oauth-limits] one address of the network has 600 revocations in a quarter of an hour',
  limitTest({ path: '/oauth/revoke', limit: 600, body: 'token=none&client_id=none', status: 401 }),
)
