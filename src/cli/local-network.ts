import { networkInterfaces } from 'node:os'
import type { Config } from '../config.ts'

/**
 * The configuration for a server that phones on the same network can reach, at this machine's first IPv4 address there.
 * @throws Error if there is none, or if BASE_URL already names the address
 */
export function inLocalNetwork(config: Config): Config {
  if (config.checksHost) throw new Error('--lan chooses the address itself; leave out either --lan or BASE_URL')
  const address = Object.values(networkInterfaces())
    .flatMap(addresses => addresses ?? [])
    .find(({ family, internal }) => family === 'IPv4' && !internal)
  if (address === undefined) throw new Error('--lan requires a network, but this machine is not connected to one')
  return { ...config, host: '0.0.0.0', baseUrl: `http://${address.address}:${config.port}` }
}
