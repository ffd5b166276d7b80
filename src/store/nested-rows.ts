import { type RawBuilder, sql } from 'kysely'

/**
 * Rows of another table as one value of a row, so that one statement reads both, from one snapshot. Both databases know
 * `string_agg`. No value may be null, or contain a space or a comma.
 * @param from table and condition
 */
export function nestedRows(columns: readonly string[], from: RawBuilder<unknown>): RawBuilder<string | null> {
  return sql`(select string_agg(${sql.raw(columns.join(" || ' ' || "))}, ',') from ${from})`
}

/** In no particular order. @param text null for no row */
export function readNestedRows(text: string | null): string[][] {
  return text === null ? [] : text.split(',').map(row => row.split(' '))
}
