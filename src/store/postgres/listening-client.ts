import { randomUUID } from 'node:crypto'
import pg from 'pg'
import type { Statement } from '../engine.ts'

/** Time limit for the connection to respond and for a notification to arrive, in milliseconds. */
const REPLY_MS = 5_000

/** A connection for notifications, not opened yet. */
export function listeningClient(url: string): pg.Client {
  return new pg.Client({
    connectionString: url,
    application_name: 'soundings listening',
    keepAlive: true,
    connectionTimeoutMillis: REPLY_MS,
    query_timeout: REPLY_MS,
  })
}

/**
 * Resolves when the client has received a notification that was sent on another connection.
 * @throws Error that says what to correct, if it does not arrive
 */
export async function confirmDelivery(client: pg.Client, send: (notify: Statement) => Promise<unknown>): Promise<void> {
  const channel = `soundings_${randomUUID().replaceAll('-', '')}`
  const { promise: delivered, resolve, reject } = Promise.withResolvers<void>()
  const onNotification = (notification: pg.Notification) => notification.channel === channel && resolve()
  client.on('notification', onNotification)
  let timer: NodeJS.Timeout | undefined
  try {
    await client.query(`listen ${channel}`)
    await send({ sql: 'select pg_notify($1, $2)', parameters: [channel, ''] })
    timer = setTimeout(() => reject(new Error(NOT_DELIVERED)), REPLY_MS)
    await delivered
    await client.query(`unlisten ${channel}`)
  } finally {
    clearTimeout(timer)
    client.off('notification', onNotification)
  }
}

const NOT_DELIVERED =
  'notifications do not arrive, as behind a pooler in transaction mode: set DATABASE_LISTEN_URL to the address of the database itself'
