import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from '../test/faults/server.ts'
import { keepPostgres } from '../test/postgres/keeper.ts'
import { query } from '../test/postgres/query.ts'
import { runApart } from '../test/program.ts'

/** A new database that grows, with the differences between the engines. */
export interface GrowthDatabase {
  readonly dataDir: string
  /** Settings with which the server uses it. */
  readonly env: Readonly<Record<string, string>>
  /** Its size on disk, minus that of an empty database. */
  bytes(): Promise<number>
  backUp(): Promise<void>
  remove(): Promise<void>
}

export async function embeddedDatabase(): Promise<GrowthDatabase> {
  const dataDir = temporaryFolder()
  return {
    dataDir,
    env: {},
    bytes: async () => {
      const files = readdirSync(dataDir).map(name => statSync(join(dataDir, name)))
      return files.reduce((total, { size }) => total + size, 0)
    },
    backUp: async () => {
      const { status, stderr } = await runApart(['backup', join(temporaryFolder(), 'backup.db')], { dataDir })
      if (status !== 0) throw new Error(stderr)
    },
    remove: async () => undefined,
  }
}

export async function postgresDatabase(): Promise<GrowthDatabase> {
  const { url, remove } = await keepPostgres({ durable: true })
  const size = async () => Number((await query(url, 'select pg_database_size(current_database()) as bytes'))[0]?.bytes)
  const empty = await size()
  return {
    dataDir: temporaryFolder(),
    env: { DATABASE_URL: url, SECRET: 'of no use anywhere but in this bench' },
    bytes: async () => (await size()) - empty,
    // Reads it as pg_dump does; the server package does not include that program.
    backUp: async () => {
      const names = "select quote_ident(tablename) as name from pg_tables where schemaname = 'public'"
      for (const { name } of await query(url, names)) await query(url, `copy ${name} to '/dev/null'`)
    },
    remove,
  }
}
