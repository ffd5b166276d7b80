import assert from 'node:assert/strict'
import type { Service } from '../harness.ts'

interface Event {
  readonly event: string
  readonly id: string
  readonly data: StreamedData
}

/** What the events of a survey's page say. */
export interface StreamedData {
  readonly status?: string
  readonly revision?: number
  readonly version?: string
  readonly state?: string
  readonly result?: { readonly counts: readonly number[]; readonly mean?: number | null } | null
  readonly right?: object
  readonly record?: boolean
  readonly responses?: number | null
  readonly index?: number
  readonly items?: readonly ChangedItem[]
  readonly removed?: readonly string[]
}

/** A board question, as an event contains it. */
export interface ChangedItem {
  readonly id: string
  readonly text?: string
  readonly votes: number
  readonly answered: boolean
}

interface ListenOptions {
  readonly lastEventId?: string | undefined
  readonly revision?: string | undefined
  /** To its shared results instead. */
  readonly results?: boolean
}

/** A stream of a survey's events, as a browser would read it. */
export async function listen(
  { baseUrl }: Pick<Service, 'baseUrl'>,
  id: string,
  { lastEventId, revision, results }: ListenOptions = {},
) {
  const headers = lastEventId === undefined ? {} : { 'last-event-id': lastEventId }
  const query = new URLSearchParams({ ...(revision !== undefined && { revision }), ...(results && { results: '' }) })
  const response = await fetch(`${baseUrl}/s/${id}/events?${query}`, { headers })
  assert.equal(response.headers.get('content-type'), 'text/event-stream; charset=utf-8')
  assert.equal(response.headers.get('set-cookie'), null)
  assert.match(response.headers.get('x-request-id') ?? '', /^[0-9a-f-]{36}$/)
  const reader = (response.body as ReadableStream<Uint8Array>).getReader()
  const decoder = new TextDecoder()
  let text = ''
  let read = 0
  let lastId = ''
  let lastLength = 0
  const more = async () => {
    const { done, value } = await reader.read()
    text += decoder.decode(value, { stream: true })
    return !done
  }
  return {
    async next() {
      for (;;) {
        const end = text.indexOf('\n\n', read)
        if (end < 0) assert.ok(await more(), 'the stream has ended')
        else {
          const lines = text.slice(read, end).split('\n')
          lastLength = end + 2 - read
          read = end + 2
          const event = parse(lines)
          if (event === undefined || event.event === 'heartbeat') continue
          lastId = event.id
          return event.data
        }
      }
    },
    async ended() {
      while (await more());
      return true
    },
    text: () => text,
    lastId: () => lastId,
    /** Length of the last event, in characters. */
    lastLength: () => lastLength,
    end: () => reader.cancel(),
  }
}

/** The next step of a paced survey. */
export async function stepOf(stream: Awaited<ReturnType<typeof listen>>): Promise<StreamedData> {
  for (;;) {
    const data = await stream.next()
    if ('state' in data) return data
  }
}

function parse(lines: readonly string[]): Event | undefined {
  const fields = Object.fromEntries(lines.map(line => line.split(/: (.*)/s).slice(0, 2)))
  return fields.event === undefined ? undefined : { ...fields, data: JSON.parse(fields.data) }
}
