import { setTimeout as delay } from 'node:timers/promises'
import type pg from 'pg'
import { Refusal } from '../../domain/values/refusal.ts'
import type { ChangeNotifications } from '../change-notifications.ts'
import type { Statement } from '../engine.ts'
import type { Log } from '../log.ts'
import { BROADCAST_CHANNEL, type Broadcasts } from './broadcasts.ts'
import { decodePayload } from './change-payload.ts'
import { CHANNEL } from './change-publisher.ts'
import { explainConnectionError } from './connection-errors.ts'
import { confirmDelivery, listeningClient } from './listening-client.ts'
import { MissedChanges } from './missed-changes.ts'
import { shareServerLock } from './server-lock.ts'

/** Delay before reconnecting, in milliseconds. */
const RETRY_MS = 250
/** Interval between two checks of watched surveys, which also test the connection, in milliseconds. */
const CHECK_MS = 1_000

export interface ListenerOptions {
  /** The address of the database itself, if the pools use another address. */
  readonly listenUrl: string | undefined
  readonly url: string
  /** Runs a statement on one of the pools' connections. */
  readonly send: (statement: Statement) => Promise<unknown>
  readonly notifications: ChangeNotifications
  /** The surveys whose changes are found even if their notification is lost. */
  readonly watchedSlugs: () => readonly string[]
  readonly broadcasts: Broadcasts
  readonly log: Log
}

/**
 * Receives the notifications of all processes on a dedicated connection, which also shows `load` that a server runs. It
 * reconnects whenever the connection is lost.
 */
export class PostgresListener {
  readonly #options: ListenerOptions
  readonly #firstAttempt = Promise.withResolvers<void>()
  #isConfirmed = false
  #lastError: unknown = new Error('change notifications have not arrived yet; try again in a moment')
  /** Ends the current connection. */
  #disconnect: () => void = () => undefined
  #closed = false
  #isListening = false
  /** Whether the current outage has been logged. */
  #outageLogged = false

  constructor(options: ListenerOptions) {
    this.#options = options
    void this.#run()
  }

  /**
   * Resolves if a notification has arrived at least once; until then, the address may be wrong.
   * @throws Refusal `temporarily unavailable` with the last error, without waiting for another attempt
   */
  async confirm(): Promise<void> {
    await this.#firstAttempt.promise
    if (!this.#isConfirmed) throw new Refusal('unavailable', { retryAfter: 1, cause: this.#lastError })
  }

  get isListening(): boolean {
    return this.#isListening
  }

  close(): void {
    this.#closed = true
    this.#disconnect()
  }

  /** Never rejects: when a connection ends for any reason, a new one is opened. */
  async #run(): Promise<void> {
    while (!this.#closed) {
      try {
        await this.#listenUntilDisconnected()
      } catch (err) {
        this.#recordError(err)
      }
      this.#firstAttempt.resolve()
      if (!this.#closed) await delay(RETRY_MS, undefined, { ref: false })
    }
  }

  async #listenUntilDisconnected(): Promise<void> {
    const { url, listenUrl = url, watchedSlugs } = this.#options
    const client = listeningClient(listenUrl)
    const missed = new MissedChanges(watchedSlugs)
    const { promise: disconnected, resolve: disconnect, reject: fail } = Promise.withResolvers<void>()
    this.#disconnect = disconnect
    client.on('error', fail).on('end', disconnect)
    const closing = new AbortController()
    try {
      await Promise.race([this.#receive(client, missed, closing.signal), disconnected])
    } finally {
      this.#isListening = false
      closing.abort()
      // Not awaited, since closing a connection can take minutes when the other side is gone.
      client.end().catch(err => this.#recordError(err))
    }
  }

  async #receive(client: pg.Client, missed: MissedChanges, signal: AbortSignal): Promise<never> {
    const { notifications } = this.#options
    await this.#subscribe(client, missed)
    for (;;) {
      await delay(CHECK_MS, undefined, { signal, ref: false })
      for (const slug of await missed.check(client)) notifications.notify({ slug, part: undefined })
    }
  }

  /** Notifications sent while there was no connection are lost, so everything must be read again. */
  async #subscribe(client: pg.Client, missed: MissedChanges): Promise<void> {
    const { notifications, broadcasts, send } = this.#options
    await client.connect()
    client.on('notification', ({ channel, payload = '' }) => {
      if (channel === BROADCAST_CHANNEL) broadcasts.received(payload)
      if (channel !== CHANNEL) return
      const numbered = decodePayload(payload)
      missed.received(numbered)
      notifications.notify(numbered.change)
    })
    await client.query(`listen ${CHANNEL}; listen ${BROADCAST_CHANNEL}`)
    // Once is enough, because later connections use the same address.
    if (!this.#isConfirmed) await confirmDelivery(client, send)
    // Only now is it known that no pooler runs this in a session of its own.
    await shareServerLock(client)
    await missed.check(client)
    notifications.notify(undefined)
    this.#isConfirmed = true
    this.#firstAttempt.resolve()
    this.#isListening = true
    if (this.#outageLogged) this.#options.log.warn('change notifications are arriving again')
    this.#outageLogged = false
  }

  /** Keeps the error for readiness checks. It is logged once per outage, not once per attempt to reconnect. */
  #recordError(error: unknown): void {
    const { url, listenUrl } = this.#options
    const setting = listenUrl === undefined ? 'DATABASE_URL' : 'DATABASE_LISTEN_URL'
    const err = explainConnectionError(error, listenUrl ?? url, setting)
    this.#lastError = err
    if (this.#outageLogged || this.#closed) return
    this.#outageLogged = true
    this.#options.log.warn({ err }, 'change notifications from other processes are not arriving; reconnecting')
  }
}
