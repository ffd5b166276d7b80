import type { Config } from '../config.ts'

/** Where the server of this machine is reached. */
export function serverAddress({ host, port }: Pick<Config, 'host' | 'port'>): string {
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`
}
