/** Who follows a stream of events. */
export interface Follower {
  /** @param data as it was sent */
  heard(event: string, data: unknown): void
  /** Whether events arrive now; while they do not, the browser keeps trying. */
  connected(is: boolean): void
}

type Message =
  | { readonly event: string; readonly data: unknown }
  | { readonly connected: boolean }
  | { readonly asks: true }

/** How soon a stream that the server has refused is asked for again, in milliseconds. */
const AGAIN_MS = 2_000

/**
 * Follows a stream of events. However many tabs of a browser follow it, one of those that can be seen reads it, for all
 * of them: a browser opens only six connections to a host, and each stream takes one of them for good.
 * @param names of the events
 * @returns ends it
 */
export function followStream(url: string, names: readonly string[], follower: Follower): () => void {
  const tabs = new BroadcastChannel(`stream ${url}`)
  const reader = new Reader(url, names, message => {
    tabs.postMessage(message)
    hear(message)
  })
  const hear = (message: Message) => {
    if ('event' in message) follower.heard(message.event, message.data)
    else if ('connected' in message) follower.connected(message.connected)
    else reader.repeat()
  }
  tabs.onmessage = ({ data }: MessageEvent<Message>) => hear(data)
  const turn = takeTurns(`stream ${url}`, reader)
  tabs.postMessage({ asks: true } satisfies Message)
  return () => {
    turn.end()
    tabs.close()
  }
}

/** Reads while this tab can be seen and no other tab reads; a browser that has no locks lets every tab read. */
function takeTurns(name: string, reader: Reader): { end(): void } {
  let leave: AbortController | undefined
  const update = () => {
    if (document.hidden) leave?.abort()
    else if (leave === undefined || leave.signal.aborted) {
      leave = new AbortController()
      takeTurn(name, reader, leave.signal)
    }
  }
  document.addEventListener('visibilitychange', update)
  addEventListener('online', () => reader.reopen())
  update()
  return {
    end() {
      document.removeEventListener('visibilitychange', update)
      leave?.abort()
    },
  }
}

async function takeTurn(name: string, reader: Reader, left: AbortSignal): Promise<void> {
  const read = () =>
    new Promise<void>(done => {
      if (left.aborted) return done()
      reader.open()
      left.addEventListener('abort', () => {
        reader.close()
        done()
      })
    })
  if (!('locks' in navigator)) return read()
  // Who leaves while waiting for its turn is told by an error.
  await navigator.locks.request(name, { signal: left }, read).catch(() => {})
}

/** The stream itself, while it is this tab's turn to read it. */
class Reader {
  readonly #url: string
  readonly #names: readonly string[]
  readonly #tell: (message: Message) => void
  #source: EventSource | undefined
  #again: ReturnType<typeof setTimeout> | undefined

  constructor(url: string, names: readonly string[], tell: (message: Message) => void) {
    this.#url = url
    this.#names = names
    this.#tell = tell
  }

  open(): void {
    const source = new EventSource(this.#url)
    this.#source = source
    source.onopen = () => this.#tell({ connected: true })
    source.onerror = () => {
      this.#tell({ connected: false })
      // The browser comes back by itself after a break, and not at all after a refusal.
      if (source.readyState === source.CLOSED) this.#again = setTimeout(() => this.reopen(), AGAIN_MS)
    }
    for (const name of this.#names)
      source.addEventListener(name, ({ data }) => this.#tell({ event: name, data: JSON.parse(data) }))
  }

  /** What looks open may have broken off unnoticed, where the network was away. */
  reopen(): void {
    if (this.#source === undefined) return
    this.close()
    this.open()
  }

  close(): void {
    clearTimeout(this.#again)
    this.#source?.close()
    this.#source = undefined
  }

  /** For a tab that has come to it. */
  repeat(): void {
    if (this.#source !== undefined) this.#tell({ connected: this.#source.readyState === EventSource.OPEN })
  }
}
