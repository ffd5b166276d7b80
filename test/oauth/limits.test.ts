import { testLimit } from './limit.ts'

const registration = JSON.stringify({ redirect_uris: ['https://client.example/callback'] })
testLimit({ path: '/oauth/register', limit: 60, body: registration, status: 201 })
testLimit({ path: '/oauth/revoke', limit: 600, body: 'token=none&client_id=none', status: 401 })
