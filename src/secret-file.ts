import { randomBytes, randomUUID } from 'node:crypto'
import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Config, ConfigError, SECRET_LENGTH } from './config.ts'

/** Random bytes in a secret that is made. */
export const SECRET_BYTES = 32

/** The installation's secret: the configured one, or the one in the data directory, which the first call creates. */
export function loadOrCreateSecret(config: Config): string {
  const { secret, dataDir } = config
  if (secret !== undefined) return secret
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const file = secretFile(config)
  if (!existsSync(file)) createSecret(file)
  return readSecret(file)
}

/** The installation's secret, or undefined if there is none yet. @throws ConfigError if the one in the data directory is none */
export function findSecret(config: Config): string | undefined {
  const file = secretFile(config)
  return config.secret ?? (existsSync(file) ? readSecret(file) : undefined)
}

/** Path of the secret that is used if none is configured. */
export function secretFile({ dataDir }: Pick<Config, 'dataDir'>): string {
  return join(dataDir, 'secret')
}

/**
 * Creates the file under its name only once it is complete: a full disk leaves none, and if several processes start together,
 * one creates it for all.
 */
function createSecret(file: string): void {
  const unfinished = `${file}.${randomUUID()}`
  try {
    writeFileSync(unfinished, randomBytes(SECRET_BYTES).toString('base64url'), { flag: 'wx', mode: 0o600, flush: true })
    linkSync(unfinished, file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    rmSync(unfinished, { force: true })
  }
}

/** Anybody can derive the keys of an empty text, so a truncated file must not be accepted as a secret. */
function readSecret(file: string): string {
  const secret = readFileSync(file, 'utf8').trim()
  if (secret.length >= SECRET_LENGTH) return secret
  throw new ConfigError(
    `${file} has fewer than ${SECRET_LENGTH} characters; put this installation's secret there, or delete the file if there was none yet`,
  )
}
