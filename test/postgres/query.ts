import pg from 'pg'

/** Runs a statement on a connection of its own. @returns its rows */
export async function query(url: string, statement: string, values?: unknown[]): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(statement, values)).rows
  } finally {
    await client.end()
  }
}
