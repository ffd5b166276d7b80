import type { Config } from '../config.ts'

/** The address of the server on this machine. */
export function serverAddress({ host, port }: Pick<Config, 'host' | 'port'>): string {
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`
}
