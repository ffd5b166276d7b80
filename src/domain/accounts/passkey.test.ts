import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Json } from '../values/json.ts'
import { parseAssertion, parseRegistration } from './passkey.ts'

const BINARY = 'AZaz09-_'
const registration = { clientDataJSON: BINARY, attestationObject: BINARY, transports: ['usb', 'nfc'] }
const assertion = { clientDataJSON: BINARY, authenticatorData: BINARY, signature: BINARY, userHandle: BINARY }
const credential = (response: Json, id: Json = BINARY) => ({ id, rawId: 'other', type: 'other', response })

test('unrequested fields of a passkey are ignored', () => {
  const common = { id: BINARY, rawId: BINARY, type: 'public-key', clientExtensionResults: {} }
  const sent = { ...credential({ ...registration, publicKey: BINARY }), clientExtensionResults: { prf: {} } }
  assert.deepEqual(parseRegistration(sent), { ...common, response: { ...registration, transports: ['nfc', 'usb'] } })
  assert.deepEqual(parseAssertion(credential(assertion)), { ...common, response: assertion })
  const { userHandle: _, ...unnamed } = assertion
  for (const response of [unnamed, { ...unnamed, userHandle: null }])
    assert.deepEqual(parseAssertion(credential(response)), { ...common, response: unnamed })
})

test('unknown and repeated transports are left out, and so is anything that is not a list', () => {
  for (const [sent, kept] of [
    [['usb', 'usb', 'telepathy', 7, null], ['usb']],
    ['usb', []],
    [null, []],
    [{ usb: true }, []],
  ] as const)
    assert.deepEqual(parseRegistration(credential({ ...registration, transports: sent })).response.transports, kept)
})

test('anything that is not base64url, or too long, is refused', () => {
  const refused = { refusal: 'wrong_passkey' }
  const wrong: Json[] = ['', 'a=', 'a b', 'ä', 'a'.repeat(8_193), 7, null, [BINARY], { text: BINARY }]
  for (const value of wrong) {
    assert.throws(() => parseAssertion(credential(assertion, value)), refused)
    for (const name of ['clientDataJSON', 'authenticatorData', 'signature'])
      assert.throws(() => parseAssertion(credential({ ...assertion, [name]: value })), refused)
    for (const name of ['clientDataJSON', 'attestationObject'])
      assert.throws(() => parseRegistration(credential({ ...registration, [name]: value })), refused)
    if (value !== null) assert.throws(() => parseAssertion(credential({ ...assertion, userHandle: value })), refused)
  }
  for (const value of [undefined, null, [], 'text', {}, { id: BINARY }, credential(null), credential([])]) {
    assert.throws(() => parseAssertion(value), refused)
    assert.throws(() => parseRegistration(value), refused)
  }
})
