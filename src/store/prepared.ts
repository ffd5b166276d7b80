import type { Compilable, Kysely } from 'kysely'
import type { Engine } from './engine.ts'
import type { Tables } from './tables.ts'

/** A statement that is compiled once; parameters in the order of its text. */
export type Prepared<Row> = (db: Kysely<Tables>, ...parameters: readonly unknown[]) => Promise<Row[]>

export function prepared<Row>(query: Compilable<Row>): Prepared<Row> {
  const compiled = query.compile()
  return async (db, ...parameters) => (await db.executeQuery<Row>({ ...compiled, parameters })).rows
}

/**
 * The same for the few reads that run on every request or give many rows.
 * @param query selects its columns in the order of `Row`
 */
export function preparedRead<Row extends readonly unknown[]>(
  engine: Engine,
  query: Compilable<unknown>,
): (...parameters: readonly unknown[]) => Promise<readonly Row[]> {
  const compiled = query.compile()
  return (...parameters) => engine.rows({ ...compiled, parameters }) as Promise<readonly Row[]>
}
