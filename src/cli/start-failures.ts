import type { Config } from '../config.ts'

/** Says what to do where the machine does not let the server start. Other errors are returned as they are. */
export function explainStartFailure(
  error: unknown,
  { host, port, metricsPort, dataDir, databaseUrl }: Config,
): unknown {
  const { code, syscall, port: taken = port } = error as NodeJS.ErrnoException & { port?: number }
  if (syscall === 'listen') {
    const setting = taken === metricsPort ? 'METRICS_PORT' : 'PORT'
    const another = `choose another with ${setting}, for example: ${setting}=${taken + 1} npm start`
    if (code === 'EADDRINUSE') return new Error(`another program listens on port ${taken}; ${another}`)
    if (code === 'EACCES') return new Error(`this user may not listen on port ${taken}; ${another}`)
    if (code === 'EADDRNOTAVAIL')
      return new Error(`this machine has no address ${host}; set HOST to one that it has, such as 127.0.0.1 or 0.0.0.0`)
  }
  // With PostgreSQL, a right that is missing may be one to its socket.
  if (databaseUrl === undefined && code !== undefined && FOLDER_ERRORS.has(code))
    return new Error(
      `the data folder ${dataDir} cannot be used (${code}); make it writable, or choose another with DATA_DIR`,
    )
  return error
}

const FOLDER_ERRORS = new Set(['EACCES', 'EPERM', 'EROFS', 'ENOTDIR', 'ENOSPC'])
