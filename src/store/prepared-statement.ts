import type { Compilable, Kysely } from 'kysely'
import type { Engine } from './engine.ts'
import type { Tables } from './tables.ts'

/** A statement that is compiled once. It takes its parameters in the order of its text. */
export type PreparedStatement = (db: Kysely<Tables>, ...parameters: readonly unknown[]) => Promise<unknown>

export function prepareStatement(query: Compilable<unknown>): PreparedStatement {
  const compiled = query.compile()
  return (db, ...parameters) => db.executeQuery({ ...compiled, parameters })
}

/**
 * The same for the few reads that run on every request or return many rows.
 * @param query selects its columns in the order of `Row`
 */
export function prepareRead<Row extends readonly unknown[]>(
  engine: Engine,
  query: Compilable<unknown>,
): (...parameters: readonly unknown[]) => Promise<readonly Row[]> {
  const { sql } = query.compile()
  return (...parameters) => engine.selectArrays({ sql, parameters }) as Promise<readonly Row[]>
}
