import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import type { Announcements, Change, Part } from './announcements.ts'

/** Where announcements are made and heard. */
export const CHANNEL = 'soundings'

/** A change as the text that is announced. */
export function written({ slug, part }: Change): string {
  return `${slug} ${part}`
}

function read(text: string): Change {
  const [slug = '', ...part] = text.split(' ')
  return { slug, part: part.join(' ') as Part }
}

/** How long after a break a new connection is tried, in milliseconds. */
const RETRY_MS = 250
/** How often a connection on which nothing is heard is tried, and how long it may take to answer, in milliseconds. */
const TRIED_EVERY_MS = 5_000

/** Hears what all processes announce, on a connection of its own that is made again after each break. */
export class Hearing {
  readonly #url: string
  readonly #announcements: Announcements
  #client: pg.Client | undefined
  #closed = false

  constructor(url: string, announcements: Announcements) {
    this.#url = url
    this.#announcements = announcements
    void this.#keepHearing()
  }

  async close(): Promise<void> {
    this.#closed = true
    await this.#client?.end()
  }

  /** What was announced while there was no connection has been missed, so each new one begins with reading all again. */
  async #keepHearing(): Promise<void> {
    while (!this.#closed) {
      await this.#hearOnce().catch(() => undefined)
      if (!this.#closed) await delay(RETRY_MS, undefined, { ref: false })
    }
  }

  async #hearOnce(): Promise<void> {
    const client = new pg.Client({
      connectionString: this.#url,
      application_name: 'soundings listening',
      keepAlive: true,
      connectionTimeoutMillis: TRIED_EVERY_MS,
      query_timeout: TRIED_EVERY_MS,
    })
    this.#client = client
    const broken = new Promise<void>(resolve => {
      client.on('error', () => resolve()).on('end', () => resolve())
    })
    const timer = setInterval(() => client.query('select 1').catch(() => client.end()), TRIED_EVERY_MS).unref()
    try {
      await client.connect()
      client.on('notification', ({ payload = '' }) => this.#announcements.tell(read(payload)))
      await client.query(`listen ${CHANNEL}`)
      this.#announcements.tell(undefined)
      await broken
    } finally {
      clearInterval(timer)
      await client.end().catch(() => undefined)
    }
  }
}
