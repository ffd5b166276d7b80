import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { query } from '../postgres/query.ts'
import type { Access, Observations } from './contents.ts'

/** A database as a release left it. */
export interface StoredDatabase {
  readonly version: string
  readonly engine: 'sqlite' | 'postgres'
  readonly description: Description
}

/** The data stored with a database. */
export interface Description extends Access {
  readonly secret: string
  /** The number of its last migration. */
  readonly schema: number
  readonly observed: Observations
}

const EXTENSIONS = { sqlite: 'gz', postgres: 'sql' }

/** Every stored database, those of the oldest release first. */
export function storedDatabases(): StoredDatabase[] {
  const names = readdirSync(import.meta.dirname).flatMap(name => {
    const [, version, engine] = /^(\d.*)\.(sqlite|postgres)\.json$/.exec(name) ?? []
    return version === undefined ? [] : [{ version, engine: engine as StoredDatabase['engine'] }]
  })
  return names.map(stored => ({ ...stored, description: JSON.parse(readFileSync(fileOf(stored, 'json'), 'utf8')) }))
}

/** The path of a file beside this one. */
export function fileOf(
  { version, engine }: Pick<StoredDatabase, 'version' | 'engine'>,
  extension: string = EXTENSIONS[engine],
): string {
  return join(import.meta.dirname, `${version}.${engine}.${extension}`)
}

/** Puts a stored SQLite database and its secret into a data directory. */
export function unpack(stored: StoredDatabase, dataDir: string): void {
  mkdirSync(dataDir, { mode: 0o700 })
  writeFileSync(join(dataDir, 'soundings.db'), gunzipSync(readFileSync(fileOf(stored))), { mode: 0o600 })
  writeFileSync(join(dataDir, 'secret'), stored.description.secret, { mode: 0o600 })
}

/** Fills an empty PostgreSQL database with a stored one. */
export async function load(stored: StoredDatabase, url: string): Promise<void> {
  await query(url, readFileSync(fileOf(stored), 'utf8'))
}
