/** A migration that a database has had, as recorded in its table `migration`. */
export interface AppliedMigration {
  readonly number: number
  readonly name: string
  /** The SHA-256 of its statements on that database, in hexadecimal. */
  readonly checksum: string
}

/** What a database records about its creation. */
export interface SchemaHistory {
  /** The names of its tables, each with the names of its columns. */
  readonly tables: ReadonlyMap<string, readonly string[]>
  /** In order; empty if there is no such table, or an old one. */
  readonly migrations: readonly AppliedMigration[]
}

/** Whether this program knows a database's schema: only if the database's migrations are the first ones of its own. */
export type SchemaState =
  | { readonly kind: 'empty' }
  | { readonly kind: 'known'; readonly version: number }
  | UnknownSchema

export interface UnknownSchema {
  readonly kind: 'unknown'
  readonly found: string
  readonly remedy: string
}

/** A database that this program cannot use. Nothing was written to it. */
export class UnknownSchemaError extends Error {
  constructor({ found, remedy }: UnknownSchema) {
    super(`${found}; ${remedy}`)
  }
}

/** @param known this program's migrations, as it would record them in such a database */
export function schemaState({ tables, migrations }: SchemaHistory, known: readonly AppliedMigration[]): SchemaState {
  const columns = tables.get('migration')
  if (columns === undefined) return tables.size === 0 ? { kind: 'empty' } : foreign([...tables.keys()])
  if (!columns.includes('checksum')) return columns.join() === 'number' ? UNRELEASED : foreign([...tables.keys()])
  if (migrations.length === 0) return tables.size === 1 ? { kind: 'empty' } : foreign([...tables.keys()])
  const different = known.findIndex((own, index) => index < migrations.length && !isSame(own, migrations[index]))
  if (different !== -1) return altered(different, migrations[different], known[different])
  return migrations.length > known.length ? newer(migrations, known) : { kind: 'known', version: migrations.length }
}

function isSame(one: AppliedMigration, other: AppliedMigration | undefined): boolean {
  return one.number === other?.number && one.name === other.name && one.checksum === other.checksum
}

/** Development versions numbered the schema in two ways, and changed it without changing its number. */
const UNRELEASED: UnknownSchema = {
  kind: 'unknown',
  found: 'the database was made by a development version of Soundings from before the first release, 0.1.0',
  remedy:
    'export its surveys with the version that made it, then start with an empty data directory or an empty PostgreSQL database',
}

function newer(migrations: readonly AppliedMigration[], known: readonly AppliedMigration[]): UnknownSchema {
  return {
    kind: 'unknown',
    found: `the database was upgraded by a newer version of Soundings, to ${migrations.at(-1)?.name}; this version knows up to ${known.at(-1)?.name}`,
    remedy: 'run the newest version of Soundings that was installed, or restore a backup from before the upgrade',
  }
}

function altered(index: number, found?: AppliedMigration, own?: AppliedMigration): UnknownSchema {
  const describe = (migration?: AppliedMigration) =>
    `${migration?.name} (number ${migration?.number}, checksum ${migration?.checksum.slice(0, CHECKSUM_SHOWN)}…)`
  return {
    kind: 'unknown',
    found: `the database was made by another program or an altered version of Soundings: migration ${index + 1} is ${describe(found)}, and this version has ${describe(own)}`,
    remedy: `run the version that made it, ${OR_ANOTHER}`,
  }
}

function foreign(tables: readonly string[]): UnknownSchema {
  const listed = tables.slice(0, TABLES_SHOWN).join(', ')
  return {
    kind: 'unknown',
    found: `the database was not made by Soundings: it has tables such as ${listed}, and no list of migrations`,
    remedy: `set DATA_DIR or DATABASE_URL to the right database or an empty one, ${OR_ANOTHER}`,
  }
}

const OR_ANOTHER = 'or restore a backup'
const CHECKSUM_SHOWN = 12
const TABLES_SHOWN = 3
