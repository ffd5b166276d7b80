import type { Compilable, CompiledQuery, Kysely } from 'kysely'
import type { Tables } from './tables.ts'

/** A query that is compiled once, for the few that run on every request; parameters in the order of the text. */
export type Prepared<Row> = (db: Kysely<Tables>, ...parameters: unknown[]) => Promise<Row[]>

export function prepared<Row>(query: Compilable<Row>): Prepared<Row> {
  const compiled = query.compile()
  return async (db, ...parameters) => {
    const bound: CompiledQuery<Row> = { ...compiled, parameters }
    return (await db.executeQuery(bound)).rows
  }
}
