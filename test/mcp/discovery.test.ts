import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { StreamableHTTPClientTransport, UnauthorizedError } from '@modelcontextprotocol/client'
import { startService } from '../harness.ts'
import { decide, newSubscriber } from '../oauth/client.ts'
import { startPublisher } from '../oauth/publisher.ts'
import { newClient } from './client.ts'
import { REDIRECT, StoredCredentials } from './credentials.ts'

const publisher = await startPublisher()
const service = await startService({ network: publisher.network })
after(async () => {
  await service.close()
  publisher.close()
})

const CLIENTS = [
  ['modern', 'registers', undefined],
  [
    'legacy',
    'describes itself in a document',
    publisher.publish('/client.json', { client_name: 'Robin', redirect_uris: [REDIRECT] }),
  ],
] as const

for (const [revision, how, documentUrl] of CLIENTS)
  test(`a ${revision} client of the tools finds the way by itself: it ${how}, asks, is allowed, calls, and is cut off [oauth-tools-challenge, oauth-resource-metadata, applications-disconnect]`, async t => {
    const browser = await newSubscriber(service)
    const stored = new StoredCredentials(documentUrl)
    const transport = () =>
      new StreamableHTTPClientTransport(new URL(`${service.baseUrl}/mcp`), { authProvider: stored })
    const refused = transport()
    await assert.rejects(newClient(revision).connect(refused), UnauthorizedError)
    assert.equal(stored.client?.client_id === documentUrl, documentUrl !== undefined)
    const { at } = await decide(service, browser, stored.path)
    await refused.finishAuth(new URL(at).searchParams)
    const client = newClient(revision)
    t.after(() => client.close())
    await client.connect(transport())
    const whoami = async () => (await client.callTool({ name: 'whoami', arguments: {} })).structuredContent
    const identity = { user_id: browser.accountId, scope: 'surveys:read surveys:write', kind: 'oauth' }
    assert.partialDeepStrictEqual(await whoami(), identity)
    const { applications } = (await browser.send('GET', '/applications')).body
    await browser.send('DELETE', `/applications/${applications?.[0]?.id}`)
    stored.path = ''
    await assert.rejects(whoami(), UnauthorizedError)
    // It starts over, and sends its user to give consent again.
    assert.match(stored.path, /^\/oauth\/authorize\?/)
  })
