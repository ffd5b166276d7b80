import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { call, type Service, startService } from '../harness.ts'
import { Authenticator } from './authenticator.ts'
import { newBrowser } from './browser.ts'
import { addPasskey, newPasskey } from './passkey-steps.ts'

let service: Service
before(async () => {
  service = await startService({ hostname: 'localhost' })
})
after(() => service.close())

const REFUSED = { error: 'this passkey was not accepted', code: 'wrong_passkey' }
const encode = (text: string) => Buffer.from(text).toString('base64url')
/** JSON without a challenge, and text that is no JSON. */
const CLIENT_DATA = ['null', '1', '"x"', '[]', '{}', '{"challenge":{"toString":1}}', 'none', '{'].map(encode)
/**
 * CBOR: a number, an array, an empty map, a map with only `fmt` (`packed`, `none`), one whose statement is a number;
 * and invalid CBOR.
 */
const ATTESTATIONS = ['01', '80', 'a0', 'a163666d74667061636b6564', 'a163666d74646e6f6e65'].concat(
  'a263666d74667061636b65646761747453746d7401',
  'ff',
)

test('malformed authenticator responses are refused like wrong ones [passkey-sign-in-refused]', async () => {
  const headers = { origin: service.baseUrl, 'sec-fetch-site': 'same-origin' }
  const { body: options } = await call(service, 'GET', '/sign-in/passkey')
  const credential = new Authenticator(service.baseUrl).sign(options as never, { userHandle: 'bm9ib2R5' })
  const changes = [
    ...CLIENT_DATA.map(clientDataJSON => ({ clientDataJSON })),
    { authenticatorData: 'AQ' },
    { signature: 'AQ' },
  ]
  for (const change of changes) {
    const changed = { ...credential, response: { ...credential.response, ...change } }
    // A new passkey each time, to stay below the limit of attempts.
    const id = encode(JSON.stringify(change))
    const body = { credential: { ...changed, id, rawId: id }, next: '/app' }
    const answer = await call(service, 'POST', '/sign-in/passkey', { body, headers })
    assert.deepEqual([answer.status, answer.body], [400, REFUSED], JSON.stringify(change))
  }
})

test('malformed authenticator responses add no passkey [passkey-register]', async () => {
  const { send } = await newBrowser(service)
  const { credential } = await newPasskey(service, { send })
  const changes = [
    ...CLIENT_DATA.map(clientDataJSON => ({ clientDataJSON })),
    ...ATTESTATIONS.map(hex => ({ attestationObject: Buffer.from(hex, 'hex').toString('base64url') })),
  ]
  for (const change of changes) {
    const changed = { ...credential, response: { ...credential.response, ...change } }
    const answer = await send('POST', '/passkeys', { credential: changed })
    assert.deepEqual([answer.status, answer.body], [400, REFUSED], JSON.stringify(change))
  }
  // The challenge is still valid: the refusals above were due to the answers.
  assert.equal((await send('POST', '/passkeys', { credential })).status, 201)
})

test('a reused signature counts as a failed attempt [passkey-attempts]', async () => {
  const { authenticator } = await addPasskey(service, await newBrowser(service))
  const headers = { origin: service.baseUrl, 'sec-fetch-site': 'same-origin' }
  const credential = authenticator.sign((await call(service, 'GET', '/sign-in/passkey')).body as never)
  const statuses = []
  for (let at = 0; at < 12; at++)
    statuses.push(
      (await call(service, 'POST', '/sign-in/passkey', { body: { credential, next: '/app' }, headers })).status,
    )
  assert.deepEqual(statuses, [200, ...Array(10).fill(400), 429])
})
