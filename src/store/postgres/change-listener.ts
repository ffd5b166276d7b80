import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import type { Change, ChangeNotifications, Part } from '../change-notifications.ts'
import type { Log } from '../log.ts'
import { CHANNEL } from './change-publisher.ts'
import { SurveyVersions } from './survey-versions.ts'

function decodeChange(payload: string): Change {
  const [slug = '', ...part] = payload.split(' ')
  return { slug, part: (part.join(' ') || undefined) as Part | undefined }
}

/** How long to wait before reconnecting, in milliseconds. */
const RETRY_MS = 250
/** How often watched surveys are checked, which also tests the connection, in milliseconds. */
const CHECK_MS = 1_500
/** How long the connection may take to answer, in milliseconds. */
const REPLY_MS = 5_000

/** Receives the notifications of all processes on a connection of its own, and reconnects whenever that is lost. */
export class PostgresListener {
  readonly #url: string
  readonly #notifications: ChangeNotifications
  readonly #versions: SurveyVersions
  readonly #log: Log
  /** Ends the present connection. */
  #disconnect: () => void = () => undefined
  #closed = false
  #isListening = false
  /** Whether the present outage is in the log already. */
  #outageLogged = false

  /** @param watchedSlugs the surveys whose changes are found even if their notification is lost */
  constructor(url: string, notifications: ChangeNotifications, watchedSlugs: () => readonly string[], log: Log) {
    this.#url = url
    this.#notifications = notifications
    this.#versions = new SurveyVersions(notifications, watchedSlugs)
    this.#log = log
    void this.#run()
  }

  get isListening(): boolean {
    return this.#isListening
  }

  close(): void {
    this.#closed = true
    this.#disconnect()
  }

  /** Never rejects: whatever ends a connection, the next one is tried. */
  async #run(): Promise<void> {
    while (!this.#closed) {
      try {
        await this.#listenUntilDisconnected()
      } catch (err) {
        this.#logOutage(err)
      }
      if (!this.#closed) await delay(RETRY_MS, undefined, { ref: false })
    }
  }

  async #listenUntilDisconnected(): Promise<void> {
    const client = new pg.Client({
      connectionString: this.#url,
      application_name: 'soundings listening',
      keepAlive: true,
      connectionTimeoutMillis: REPLY_MS,
      query_timeout: REPLY_MS,
    })
    const { promise: disconnected, resolve: disconnect, reject: fail } = Promise.withResolvers<void>()
    this.#disconnect = disconnect
    client.on('error', fail).on('end', disconnect)
    const timer = setInterval(() => this.#versions.check(client).catch(fail), CHECK_MS).unref()
    try {
      await Promise.race([this.#subscribe(client), disconnected])
      await disconnected
    } finally {
      this.#isListening = false
      clearInterval(timer)
      // Not awaited: the end of a connection whose other side is gone may take minutes.
      client.end().catch(err => this.#logOutage(err))
    }
  }

  /** Notifications that were sent while there was no connection are lost, so everything has to be read again. */
  async #subscribe(client: pg.Client): Promise<void> {
    await client.connect()
    client.on('notification', ({ payload = '' }) => this.#notifications.notify(decodeChange(payload)))
    await client.query(`listen ${CHANNEL}`)
    this.#isListening = true
    if (this.#outageLogged) this.#log.warn('change notifications are received again')
    this.#outageLogged = false
    this.#notifications.notify(undefined)
  }

  /** Once for each outage, and not once for each attempt to reconnect. */
  #logOutage(err: unknown): void {
    if (this.#outageLogged || this.#closed) return
    this.#outageLogged = true
    this.#log.warn({ err }, 'the connection for change notifications is lost; reconnecting')
  }
}
