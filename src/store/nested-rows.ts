import { type RawBuilder, sql } from 'kysely'

/**
 * Rows of another table as one value of a row, so that one statement reads both from one snapshot. Both databases
 * support `string_agg`. No value may be null or contain a space or a comma.
 * @param columns also the order of the rows
 * @param from table and condition
 */
export function nestedRows(columns: readonly string[], from: RawBuilder<unknown>): RawBuilder<string | null> {
  const row = sql.raw(columns.join(" || ' ' || "))
  return sql`(select string_agg(${row}, ',' order by ${sql.raw(columns.join(', '))}) from ${from})`
}

/** @param text null for no row */
export function readNestedRows(text: string | null): string[][] {
  return text === null ? [] : text.split(',').map(row => row.split(' '))
}
