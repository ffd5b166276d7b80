import { testLimit } from './limit.ts'

testLimit({ path: '/oauth/token', limit: 6_000, body: 'grant_type=refresh_token', status: 400 })
