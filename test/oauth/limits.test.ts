import { test } from 'node:test'
import { limitTest } from './limit.ts'

const registration = JSON.stringify({ redirect_uris: ['https://client.example/callback'] })

test(
  'one IP address has 60 registrations per 15 minutes [oauth-limits]',
  limitTest({ path: '/oauth/register', limit: 60, body: registration, status: 201 }),
)
test(
  'one IP address has 600 revocations per 15 minutes [oauth-limits]',
  limitTest({ path: '/oauth/revoke', limit: 600, body: 'token=none&client_id=none', status: 401 }),
)
