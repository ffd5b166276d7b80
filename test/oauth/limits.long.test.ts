import { test } from 'node:test'
import { limitTest } from './limit.ts'

test(
  '[oauth-limits] one address of the network has 6,000 requests for tokens in a quarter of an hour',
  limitTest({ path: '/oauth/token', limit: 6_000, body: 'grant_type=refresh_token', status: 400 }),
)
