import type { Config } from '../config.ts'
import { explainFolderFailure } from './folder-failures.ts'

const MAX_PORT = 65_535
/** A port on which any user may listen. */
const FREE_PORT = 8_080

/** Explains what to do if the machine prevents the server from starting. Other errors are returned unchanged. */
export function explainStartFailure(error: unknown, config: Config): unknown {
  const { code, syscall, port = config.port } = error as NodeJS.ErrnoException & { port?: number }
  if (syscall === 'listen') {
    const setting = port === config.metricsPort ? 'METRICS_PORT' : 'PORT'
    const another = (other: number) => `choose another with ${setting}, for example: ${setting}=${other} npm start`
    if (code === 'EADDRINUSE')
      return new Error(`another program listens on port ${port}; ${another(port < MAX_PORT ? port + 1 : FREE_PORT)}`)
    if (code === 'EACCES') return new Error(`this user may not listen on port ${port}; ${another(FREE_PORT)}`)
    if (code === 'EADDRNOTAVAIL')
      return new Error(`this machine has no address ${config.host}; set HOST to one that it has, ${SUCH_AS}`)
  }
  if (syscall === 'getaddrinfo')
    return new Error(`the host ${config.host} is unknown; set HOST to an address of this machine, ${SUCH_AS}`)
  return explainFolderFailure(error, config)
}

const SUCH_AS = 'such as 127.0.0.1 or 0.0.0.0'
