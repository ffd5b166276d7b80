import type { Clock } from './clock.ts'
import { isSoundingsError, NetworkError, TimeoutError } from './errors.ts'

export interface AttemptParts {
  readonly fetch: (request: Request, init: { signal: AbortSignal }) => Promise<Response>
  readonly clock: Clock
  /** Longest time without a byte from the service, in milliseconds. */
  readonly timeout: number
  /** The caller's signal. */
  readonly signal: AbortSignal | undefined
}

/** Sends a request once, and does not read the body. @throws NetworkError, TimeoutError, or the reason of the signal */
export async function attempt(request: Request, parts: AttemptParts): Promise<Response> {
  const { fetch, signal } = parts
  const timedOut = new AbortController()
  const either = signal === undefined ? timedOut.signal : AbortSignal.any([signal, timedOut.signal])
  signal?.throwIfAborted()
  return withTimeout(fetch(request, { signal: either }), parts, error => timedOut.abort(error))
}

/** Reads a body in chunks, and cancels it when the caller stops reading. @throws as `attempt` */
export async function* readChunks(body: ReadableStream<Uint8Array>, parts: AttemptParts): AsyncGenerator<Uint8Array> {
  const reader = body.getReader()
  try {
    while (true) {
      const { done, value } = await withTimeout(reader.read(), parts)
      if (done) return
      yield value
    }
  } finally {
    // Canceling a stream that has failed rejects with the same error, which the caller already has.
    await reader.cancel().catch(() => undefined)
  }
}

/** Reads the whole body as text. @throws as `attempt` */
export async function readText(response: Response, parts: AttemptParts): Promise<string> {
  if (response.body === null) return ''
  const decoder = new TextDecoder()
  let text = ''
  for await (const chunk of readChunks(response.body, parts)) text += decoder.decode(chunk, { stream: true })
  return text + decoder.decode()
}

async function withTimeout<Value>(
  work: Promise<Value>,
  { clock, timeout, signal }: AttemptParts,
  onTimeout?: (error: TimeoutError) => void,
): Promise<Value> {
  const timer = new AbortController()
  const timedOut = clock.sleep(timeout, timer.signal).then(() => {
    const error = new TimeoutError(timeout)
    onTimeout?.(error)
    throw error
  })
  try {
    return await Promise.race([work, timedOut])
  } catch (error) {
    signal?.throwIfAborted()
    throw isSoundingsError(error) ? error : new NetworkError(error)
  } finally {
    timer.abort()
  }
}
