import type { SelectQueryBuilder } from 'kysely'
import type { Tables } from './tables.ts'

/** @param rows a query that selects no columns yet */
export async function countRows<From extends keyof Tables>(
  rows: SelectQueryBuilder<Tables, From, object>,
): Promise<number> {
  const { count } = await rows.select(({ fn }) => fn.countAll().as('count')).executeTakeFirstOrThrow()
  return Number(count)
}
