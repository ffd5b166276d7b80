import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isPublicAddress } from './public-address.ts'

const REFUSED = {
  loopback: ['127.0.0.1', '127.255.255.255', '::1'],
  unspecified: ['0.0.0.0', '0.1.2.3', '::'],
  private: ['10.0.0.1', '172.16.0.1', '172.31.255.255', '192.168.1.1', 'fc00::1', 'fdff::1'],
  'carrier-grade NAT': ['100.64.0.1', '100.127.255.255'],
  'link-local': ['169.254.169.254', 'fe80::1', 'febf::1', 'fe80::1%eth0'],
  multicast: ['224.0.0.1', '239.255.255.255', 'ff02::1'],
  reserved: ['240.0.0.1', '255.255.255.255', '192.0.0.1', '4000::1'],
  documentation: ['192.0.2.1', '198.51.100.1', '203.0.113.1', '2001:db8::1', '3fff::1'],
  benchmarking: ['198.18.0.1', '198.19.255.255', '2001:2::1'],
  'an IPv4 address inside': [
    '::ffff:127.0.0.1',
    '::ffff:8.8.8.8',
    '::ffff:7f00:1',
    '::127.0.0.1',
    '64:ff9b::7f00:1',
    '2002:7f00:1::',
  ],
  'no address': ['', 'localhost', '127.1', '0x7f000001', '[::1]', '2130706433'],
}
const PUBLIC = [
  '8.8.8.8',
  '1.1.1.1',
  '100.63.255.255',
  '100.128.0.1',
  '172.15.255.255',
  '172.32.0.1',
  '192.167.255.255',
  '223.255.255.255',
  '2606:4700::1111',
  '2001:4860:4860::8888',
  '2a00:1450::1',
]

for (const [what, addresses] of Object.entries(REFUSED))
  test(`not a public address: ${what}`, () => {
    for (const address of addresses) assert.equal(isPublicAddress(address), false, address)
  })

test('adjacent addresses are public', () => {
  for (const address of PUBLIC) assert.equal(isPublicAddress(address), true, address)
})
