import type { Compilable, Kysely, SelectQueryBuilder } from 'kysely'
import { lazy } from '../domain/values/lazy.ts'
import { type PreparedStatement, prepareStatement } from './prepared-statement.ts'
import type { Tables } from './tables.ts'

/** Rows per statement, largest first. There are few sizes, so that every statement stays prepared. */
const BATCH_SIZES = [64, 8, 1] as const

/** A statement over any number of rows of parameters, executed in batches of fixed sizes. */
export class BatchedStatement {
  readonly #statements: readonly { readonly size: number; readonly prepared: () => PreparedStatement }[]

  /** @param build the statement over `size` rows, with its parameters row by row */
  constructor(build: (size: number) => Compilable<unknown>) {
    this.#statements = BATCH_SIZES.map(size => ({ size, prepared: lazy(() => prepareStatement(build(size))) }))
  }

  /** Runs the batches one by one, because they share a transaction's connection. */
  async run(db: Kysely<Tables>, rows: readonly (readonly unknown[])[]): Promise<void> {
    let start = 0
    for (const { size, prepared } of this.#statements)
      for (; rows.length - start >= size; start += size) await prepared()(db, ...rows.slice(start, start + size).flat())
  }
}

/**
 * Repeats a lookup `count` times in one statement, with `union all`. For a list of values, PostgreSQL might plan to
 * read all rows of a survey and filter them while its statistics claim that there are few.
 */
export function repeatLookup<All, Table extends keyof All, Row>(
  count: number,
  lookup: SelectQueryBuilder<All, Table, Row>,
): SelectQueryBuilder<All, Table, Row> {
  return Array.from({ length: count - 1 }).reduce((query: typeof lookup) => query.unionAll(lookup), lookup)
}
