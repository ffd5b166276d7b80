import { keepPostgres } from '../test/postgres/keeper.ts'

/** Settings for an empty database on a new PostgreSQL server whose commits wait for the disk. */
export async function durablePostgres(): Promise<{ DATABASE_URL: string; SECRET: string }> {
  const { url } = await keepPostgres({ durable: true })
  return { DATABASE_URL: url, SECRET: 'of no use anywhere but in this bench' }
}
