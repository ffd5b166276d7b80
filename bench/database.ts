import { keepPostgres } from '../test/postgres/keeper.ts'

/** Settings of an empty database on a PostgreSQL server of its own, whose commits wait for the disk. */
export async function durablePostgres(): Promise<Readonly<Record<string, string>>> {
  const { url } = await keepPostgres({ durable: true })
  return { DATABASE_URL: url, SECRET: 'of no use anywhere but in this bench' }
}
