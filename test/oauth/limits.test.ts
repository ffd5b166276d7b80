import { test } from 'node:test'
import { limitTest } from './limit.ts'

const registration = JSON.stringify({ redirect_uris: ['https://client.example/callback'] })

test(
  'each person behind an IP address has two registrations per 15 minutes [oauth-limits]',
  limitTest({ path: '/oauth/register', perPerson: 2, body: registration, status: 201 }),
)
test(
  'each person behind an IP address has two revocations per 15 minutes [oauth-limits]',
  limitTest({ path: '/oauth/revoke', perPerson: 2, body: 'token=none&client_id=none', status: 401 }),
)
test(
  'each person behind an IP address has twelve token requests per 15 minutes [oauth-limits]',
  limitTest({ path: '/oauth/token', perPerson: 12, body: 'grant_type=refresh_token', status: 400 }),
)
