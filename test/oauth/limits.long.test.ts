import { test } from 'node:test'
import { limitTest } from './limit.ts'

test(
  'one IP address has 6,000 token requests per 15 minutes [oauth-limits]',
  limitTest({ path: '/oauth/token', limit: 6_000, body: 'grant_type=refresh_token', status: 400 }),
)
