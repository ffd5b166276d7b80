import { networkInterfaces } from 'node:os'
import type { Config } from '../config.ts'

/**
 * The configuration for a server that phones in the same network can reach, at the first IPv4 address that this machine has there.
 * @throws Error if it has none, or BASE_URL names the address already
 */
export function inLocalNetwork(config: Config): Config {
  if (config.checksHost) throw new Error('--lan chooses the address itself; leave out either --lan or BASE_URL')
  const address = Object.values(networkInterfaces())
    .flatMap(addresses => addresses ?? [])
    .find(({ family, internal }) => family === 'IPv4' && !internal)
  if (address === undefined) throw new Error('--lan needs a network, and this machine is in none')
  return { ...config, host: '0.0.0.0', baseUrl: `http://${address.address}:${config.port}` }
}
