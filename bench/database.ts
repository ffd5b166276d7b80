import { keepPostgres } from '../test/postgres/keeper.ts'

/** Settings of an empty database on a PostgreSQL server of its own, whose commits wait for the disk. */
export async function durablePostgres(): Promise<{ DATABASE_URL: string; SECRET: string }> {
  const { url } = await keepPostgres({ durable: true })
  return { DATABASE_URL: url, SECRET: 'of no use anywhere but in this bench' }
}
