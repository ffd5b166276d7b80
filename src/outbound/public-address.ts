import { BlockList, isIP } from 'node:net'

/** Networks that are not part of the public internet (IANA special-purpose registries, multicast and reserved ones). */
const IPV4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.31.196.0/24',
  '192.52.193.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '192.175.48.0/24',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/3',
]
/** The same within the global addresses, `2000::/3`. Those that embed an IPv4 address could lead anywhere. */
const IPV6 = ['2001::/23', '2001:db8::/32', '2002::/16', '2620:4f:8000::/48', '3fff::/20']
const GLOBAL_IPV6 = ['2000::/3']

const special = listOf([...IPV4, ...IPV6])
const global = listOf(GLOBAL_IPV6)

/** Whether an address belongs to the public internet. Text that is not an IP address does not. */
export function isPublicAddress(address: string): boolean {
  const version = isIP(address)
  if (version === 4) return !special.check(address, 'ipv4')
  return version === 6 && global.check(address, 'ipv6') && !special.check(address, 'ipv6')
}

function listOf(networks: readonly string[]): BlockList {
  const list = new BlockList()
  for (const network of networks) {
    const [address = '', bits] = network.split('/')
    list.addSubnet(address, Number(bits), address.includes(':') ? 'ipv6' : 'ipv4')
  }
  return list
}
