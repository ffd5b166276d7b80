import assert from 'node:assert/strict'
import type { IncomingMessage } from 'node:http'
import { test } from 'node:test'
import { senderAddress } from './sender-address.ts'

const addresses: [address: string, counted: string][] = [
  ['192.0.2.1', '192.0.2.1'],
  ['::ffff:192.0.2.1', '192.0.2.1'],
  ['2001:db8:1:2::1', '2001:db8:1:2::/64'],
  ['2001:db8:1:2:ffff:ffff:ffff:ffff', '2001:db8:1:2::/64'],
  ['2001:0DB8:0001:0002:0::a', '2001:db8:1:2::/64'],
  ['2001:db8:1:3::1', '2001:db8:1:3::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['2001:db8::5:6:7:8', '2001:db8:0:0::/64'],
  ['2001:db8::4:5:6:7:8', '2001:db8:0:4::/64'],
  ['::1', '0:0:0:0::/64'],
  ['64:ff9b::192.0.2.1', '64:ff9b:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  // Some proxies add the port, which differs for each connection.
  ['192.0.2.1:49152', '192.0.2.1'],
  ['[2001:db8:1:2::1]:49152', '2001:db8:1:2::/64'],
  ['[2001:db8:1:2::1]', '2001:db8:1:2::/64'],
  ['', ''],
]
for (const [address, counted] of addresses) {
  test(`${address || 'no address'} counts as ${counted || 'one sender'} [addresses-by-network]`, () => {
    const request = (remoteAddress: string, headers = {}) => ({ socket: { remoteAddress }, headers }) as IncomingMessage
    assert.equal(senderAddress(0)(request(address)), counted)
    if (address !== '') assert.equal(senderAddress(1)(request('127.0.0.1', { 'x-forwarded-for': address })), counted)
  })
}

test('a closed socket counts as having no address [addresses-by-network]', () => {
  const request = { socket: { remoteAddress: undefined }, headers: {} } as IncomingMessage
  for (const trust of [0, 1, ['10.0.0.0/8']]) assert.equal(senderAddress(trust)(request), '')
})
