import pg from 'pg'

/** An open connection. The database may be dropped with it. */
export async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => undefined)
  await client.connect()
  return client
}

/** Runs a statement on a separate connection. @returns its rows */
export async function query(url: string, statement: string, values?: unknown[]): Promise<Record<string, unknown>[]> {
  const client = await connect(url)
  try {
    return (await client.query(statement, values)).rows
  } finally {
    await client.end()
  }
}
