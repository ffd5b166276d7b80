/** Who follows a stream of events. */
export interface StreamListener {
  /** @param data as it was sent */
  onEvent(event: string, data: unknown): void
  /** Whether events arrive now; while they do not, the browser keeps trying. */
  onConnectionChange(is: boolean): void
}

type Message =
  | { readonly event: string; readonly data: unknown }
  | { readonly connected: boolean }
  | { readonly asksForState: true }

/** How soon a stream that the server has refused is asked for again, in milliseconds. */
const RETRY_MS = 2_000

/**
 * Follows a stream of events. However many tabs of a browser follow it, one of those that can be seen reads it, for all
 * of them: a browser opens only six connections to a host, and each stream takes one of them for good.
 * @param names of the events
 * @returns ends it
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
  const turn = readWhileVisible(`stream ${url}`, reader)
  tabs.postMessage({ asksForState: true } satisfies Message)
  return () => {
    turn.end()
    tabs.close()
  }
}

/** Reads while this tab can be seen and no other tab reads; a browser that has no locks lets every tab read. */
function readWhileVisible(name: string, reader: StreamReader): { end(): void } {
  let controller: AbortController | undefined
  const update = () => {
    if (document.hidden) controller?.abort()
    else if (controller === undefined || controller.signal.aborted) {
      controller = new AbortController()
      readExclusively(name, reader, controller.signal)
    }
  }
  document.addEventListener('visibilitychange', update)
  addEventListener('online', () => reader.reopen())
  update()
  return {
    end() {
      document.removeEventListener('visibilitychange', update)
      controller?.abort()
    },
  }
}

async function readExclusively(name: string, reader: StreamReader, signal: AbortSignal): Promise<void> {
  const read = () =>
    new Promise<void>(done => {
      if (signal.aborted) return done()
      reader.open()
      signal.addEventListener('abort', () => {
        reader.close()
        done()
      })
    })
  if (!('locks' in navigator)) return read()
  await navigator.locks.request(name, { signal }, read).catch(() => {
    // The stream was stopped while it waited for its turn.
  })
}

/** The stream itself, while it is this tab's turn to read it. */
class StreamReader {
  readonly #url: string
  readonly #names: readonly string[]
  readonly #publish: (message: Message) => void
  #source: EventSource | undefined
  #retryTimer: ReturnType<typeof setTimeout> | undefined

  constructor(url: string, names: readonly string[], publish: (message: Message) => void) {
    this.#url = url
    this.#names = names
    this.#publish = publish
  }

  open(): void {
    const source = new EventSource(this.#url)
    this.#source = source
    source.onopen = () => this.#publish({ connected: true })
    source.onerror = () => {
      this.#publish({ connected: false })
      // The browser comes back by itself after a break, and not at all after a refusal.
      if (source.readyState === source.CLOSED) this.#retryTimer = setTimeout(() => this.reopen(), RETRY_MS)
    }
    for (const name of this.#names)
      source.addEventListener(name, ({ data }) => this.#publish({ event: name, data: JSON.parse(data) }))
  }

  /** What looks open may have broken off unnoticed, where the network was away. */
  reopen(): void {
    if (this.#source === undefined) return
    this.close()
    this.open()
  }

  close(): void {
    clearTimeout(this.#retryTimer)
    this.#source?.close()
    this.#source = undefined
  }

  /** For a tab that has come to it. */
  publishState(): void {
    if (this.#source !== undefined) this.#publish({ connected: this.#source.readyState === EventSource.OPEN })
  }
}
