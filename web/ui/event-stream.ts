import { watchHeartbeat } from './heartbeat.ts'
import { canLock, openInPlace, whileVisible } from './stream-places.ts'

/** Receives the events of a stream. */
export interface StreamListener {
  /** @param data as sent by the server */
  onEvent(event: string, data: unknown): void
  /** Whether the stream is connected. The browser reconnects by itself. */
  onConnectionChange(is: boolean): void
}

type Message =
  | { readonly event: string; readonly data: unknown }
  | { readonly connected: boolean }
  | { readonly asksForState: true }

/** Delay before retrying a stream that the server rejected, in milliseconds. */
const RETRY_MS = 2_000

/**
 * Follows an event stream. Among all of a browser's tabs, one visible tab reads it for the others, because a browser
 * opens only six HTTP/1.1 connections to a host and each stream occupies one.
 * @param names of the events
 * @returns a function that stops following
 */
export function followStream(url: string, names: readonly string[], follower: StreamListener): () => void {
  const tabs = new BroadcastChannel(`stream ${url}`)
  const reader = new StreamReader(url, names, message => {
    tabs.postMessage(message)
    receive(message)
  })
  const receive = (message: Message) => {
    if ('event' in message) follower.onEvent(message.event, message.data)
    else if ('connected' in message) follower.onConnectionChange(message.connected)
    else reader.publishState()
  }
  tabs.onmessage = ({ data }: MessageEvent<Message>) => receive(data)
  const stop = whileVisible(signal => readExclusively(`stream ${url}`, reader, signal))
  const reopen = () => reader.reopen()
  addEventListener('online', reopen)
  tabs.postMessage({ asksForState: true } satisfies Message)
  return () => {
    removeEventListener('online', reopen)
    stop()
    tabs.close()
  }
}

/** Reads while no other tab does. Without Web Locks, every tab reads. */
async function readExclusively(name: string, reader: StreamReader, signal: AbortSignal): Promise<void> {
  const read = () => openInPlace(reader, signal)
  if (!(await canLock())) return read()
  await navigator.locks.request(name, { signal }, read).catch(error => {
    // It may have been stopped while it waited for its turn.
    if (!signal.aborted) throw error
  })
}

/** The stream itself, while this tab reads it. */
class StreamReader {
  readonly #url: string
  readonly #names: readonly string[]
  readonly #publish: (message: Message) => void
  #source: EventSource | undefined
  #retryTimer: ReturnType<typeof setTimeout> | undefined
  #stopWatching: (() => void) | undefined

  constructor(url: string, names: readonly string[], publish: (message: Message) => void) {
    this.#url = url
    this.#names = names
    this.#publish = publish
  }

  open(): void {
    const source = new EventSource(this.#url)
    this.#source = source
    this.#stopWatching = watchHeartbeat(source, () => {
      this.#publish({ connected: false })
      this.reopen()
    })
    source.onopen = () => this.#publish({ connected: true })
    source.onerror = () => {
      this.#publish({ connected: false })
      // The browser reconnects after an interruption, but not after an error status.
      if (source.readyState === source.CLOSED) this.#retryTimer = setTimeout(() => this.reopen(), RETRY_MS)
    }
    for (const name of this.#names)
      source.addEventListener(name, ({ data }) => this.#publish({ event: name, data: JSON.parse(data) }))
  }

  /** After an offline period, a connection may look open but be dead. */
  reopen(): void {
    if (this.#source === undefined) return
    this.close()
    this.open()
  }

  close(): void {
    clearTimeout(this.#retryTimer)
    this.#stopWatching?.()
    this.#source?.close()
    this.#source = undefined
  }

  /** For a tab that has just started to listen. */
  publishState(): void {
    if (this.#source !== undefined) this.#publish({ connected: this.#source.readyState === EventSource.OPEN })
  }
}
