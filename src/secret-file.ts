import { randomBytes, randomUUID } from 'node:crypto'
import { existsSync, linkSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { MAX_SETTING_BYTES, readBoundedFile } from './config/bounded-file.ts'
import { SECRET_LENGTH } from './config/environment.ts'
import { type Config, ConfigError } from './config.ts'

/** Number of random bytes in a new secret. */
export const SECRET_BYTES = 32

/**
 * The installation's secret; undefined if there is none yet.
 * @throws ConfigError if the one in the data directory is not valid
 */
export function findSecret(config: Config): string | undefined {
  const file = secretFile(config)
  return config.secret ?? (existsSync(file) ? readSecret(file) : undefined)
}

/** Creates the secret of a new installation in its data directory. */
export function createSecret(config: Pick<Config, 'dataDir'>): string {
  const file = secretFile(config)
  writeSecret(file)
  return readSecret(file)
}

/** Path of the secret that is used if none is configured. */
export function secretFile({ dataDir }: Pick<Config, 'dataDir'>): string {
  return join(dataDir, 'secret')
}

/**
 * The file gets its name only once it is complete: a full disk leaves no file, and if several processes start together,
 * one of them creates it for all.
 */
function writeSecret(file: string): void {
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
  const secret = readBoundedFile(file, MAX_SETTING_BYTES).toString().trim()
  if (secret.length >= SECRET_LENGTH) return secret
  throw new ConfigError(
    `${file} has fewer than ${SECRET_LENGTH} characters; put this installation's secret there, or delete the file if there was none yet`,
  )
}
