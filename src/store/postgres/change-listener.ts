import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import type { Change, ChangeNotifications, Part } from '../change-notifications.ts'

/** Where announcements are made and heard. */
export const CHANNEL = 'soundings'

/** A change as the text that is announced. */
export function encodeChange({ slug, part }: Change): string {
  return `${slug} ${part}`
}

function decodeChange(text: string): Change {
  const [slug = '', ...part] = text.split(' ')
  return { slug, part: part.join(' ') as Part }
}

/** How long after a break a new connection is tried, in milliseconds. */
const RETRY_MS = 250
/** How often a connection on which nothing is heard is tried, and how long it may take to answer, in milliseconds. */
const KEEPALIVE_MS = 5_000

/** Hears what all processes announce, on a connection of its own that is made again after each break. */
export class PostgresListener {
  readonly #url: string
  readonly #notifications: ChangeNotifications
  #client: pg.Client | undefined
  #closed = false

  constructor(url: string, announcements: ChangeNotifications) {
    this.#url = url
    this.#notifications = announcements
    void this.#run()
  }

  async close(): Promise<void> {
    this.#closed = true
    await this.#client?.end()
  }

  /** What was announced while there was no connection has been missed, so each new one begins with reading all again. */
  async #run(): Promise<void> {
    while (!this.#closed) {
      await this.#listenUntilDisconnected().catch(() => undefined)
      if (!this.#closed) await delay(RETRY_MS, undefined, { ref: false })
    }
  }

  async #listenUntilDisconnected(): Promise<void> {
    const client = new pg.Client({
      connectionString: this.#url,
      application_name: 'soundings listening',
      keepAlive: true,
      connectionTimeoutMillis: KEEPALIVE_MS,
      query_timeout: KEEPALIVE_MS,
    })
    this.#client = client
    const broken = new Promise<void>(resolve => {
      client.on('error', () => resolve()).on('end', () => resolve())
    })
    const timer = setInterval(() => client.query('select 1').catch(() => client.end()), KEEPALIVE_MS).unref()
    try {
      await client.connect()
      client.on('notification', ({ payload = '' }) => this.#notifications.notify(decodeChange(payload)))
      await client.query(`listen ${CHANNEL}`)
      this.#notifications.notify(undefined)
      await broken
    } finally {
      clearInterval(timer)
      await client.end().catch(() => undefined)
    }
  }
}
