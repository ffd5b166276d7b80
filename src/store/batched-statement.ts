import type { Compilable, Kysely, SelectQueryBuilder } from 'kysely'
import { type PreparedStatement, prepareStatement } from './prepared-statement.ts'
import type { Tables } from './tables.ts'

/** Rows in one statement, largest first: few distinct statements, so that all stay prepared, and few of them a batch. */
const BATCH_SIZES = [64, 8, 1] as const

/** A statement over many rows of parameters, run in blocks of fixed sizes. */
export class BatchedStatement<Row> {
  readonly #statements: readonly { readonly size: number; readonly run: PreparedStatement<Row> }[]

  /** @param build the statement over `size` rows, its parameters row by row */
  constructor(build: (size: number) => Compilable<Row>) {
    this.#statements = BATCH_SIZES.map(size => ({ size, run: prepareStatement(build(size)) }))
  }

  /** Where the database is elsewhere, no block waits for the one before. */
  async run(db: Kysely<Tables>, rows: readonly (readonly unknown[])[]): Promise<Row[]> {
    const results: Promise<Row[]>[] = []
    let at = 0
    for (const { size, run } of this.#statements) {
      for (; rows.length - at >= size; at += size) {
        results.push(run(db, ...rows.slice(at, at + size).flat()))
      }
    }
    return (await Promise.all(results)).flat()
  }
}

/**
 * A look-up so many times in one statement. With a list of values in its place, PostgreSQL may plan to read all of a
 * survey's rows and to compare each, as long as it believes that there are few.
 */
export function repeatLookup<All, Table extends keyof All, Row>(
  size: number,
  lookUp: SelectQueryBuilder<All, Table, Row>,
): SelectQueryBuilder<All, Table, Row> {
  return Array.from({ length: size - 1 }).reduce((all: typeof lookUp) => all.unionAll(lookUp), lookUp)
}
