import assert from 'node:assert/strict'
import type { Service } from '../harness.ts'

interface Results {
  readonly status: string
  readonly response_count: number
  readonly results: readonly { readonly tally?: readonly { readonly count: number }[]; readonly board?: unknown }[]
  readonly edited: unknown
}

/** The content of a stream: `results`, or the index of a `board` that has changed. */
type Event = { readonly results: Results } | { readonly board: number }

interface BoardChange {
  readonly index: number
  readonly items?: readonly { readonly id: string; readonly text: string; readonly state: string }[]
}

/** A stream of a survey’s results and boards, as a browser would read it. */
export interface Listening {
  /** The next results or board. On PostgreSQL, a change from before the stream may still be reported; it is skipped. */
  event(): Promise<Event>
  /** Resolves when a `survey` event arrives; other events are skipped. */
  changed(): Promise<void>
  /** The next results; other events are skipped. */
  next(): Promise<Results>
  /** The data of the last board event. */
  lastChange(): BoardChange
  /** Reads to the end, which must come. */
  ended(): Promise<true>
  end(): Promise<void>
}

export async function listenTo(
  { baseUrl }: Pick<Service, 'baseUrl'>,
  path: string,
  headers: Record<string, string> = {},
): Promise<Listening> {
  const response = await fetch(baseUrl + path, { headers })
  assert.equal(response.status, 200)
  assert.equal(response.headers.get('content-type'), 'text/event-stream; charset=utf-8')
  assert.equal(response.headers.get('cache-control'), 'no-store')
  assert.equal(response.headers.get('set-cookie'), null)
  const reader = (response.body as ReadableStream<Uint8Array>).getReader()
  const decoder = new TextDecoder()
  let text = ''
  let lastChange: BoardChange = { index: -1 }
  const more = async () => {
    const { done, value } = await reader.read()
    text += decoder.decode(value, { stream: true })
    return !done
  }
  const read = async (): Promise<Event | 'survey'> => {
    for (;;) {
      const [first = '', ...rest] = text.split('\n\n')
      if (rest.length === 0) assert.ok(await more(), 'the stream has ended')
      else {
        text = rest.join('\n\n')
        const [, name, data = ''] = /^event: (results|board|survey)\ndata: (.*)$/.exec(first) ?? []
        if (name === 'results') return { results: JSON.parse(data) }
        if (name === 'survey') return name
        if (name === 'board') {
          lastChange = JSON.parse(data)
          return { board: lastChange.index }
        }
        assert.match(
          first,
          /^(?:retry: \d+|event: (?:projected_texts|heartbeat)\ndata: \{\}|event: audience\ndata: \{"here":\d+\})$/,
        )
      }
    }
  }
  const event = async (): Promise<Event> => {
    for (;;) {
      const next = await read()
      if (next !== 'survey') return next
    }
  }
  return {
    event,
    async changed() {
      while ((await read()) !== 'survey');
    },
    lastChange: () => lastChange,
    async next() {
      for (;;) {
        const next = await event()
        if ('results' in next) return next.results
      }
    },
    async ended() {
      while (await more());
      return true
    },
    end: () => reader.cancel(),
  }
}

/** The whole content of a stream, as text. */
export async function listenToText(
  { baseUrl }: Pick<Service, 'baseUrl'>,
  path: string,
  headers: Record<string, string> = {},
) {
  const gone = new AbortController()
  const response = await fetch(baseUrl + path, { headers, signal: gone.signal })
  const reader = (response.body as ReadableStream<Uint8Array>).getReader()
  const decoder = new TextDecoder()
  let text = ''
  return {
    async until(isEnough: (text: string) => boolean): Promise<string> {
      while (!isEnough(text)) text += decoder.decode((await reader.read()).value, { stream: true })
      return text
    },
    end: async () => gone.abort(),
  }
}
