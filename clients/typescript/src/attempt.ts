import type { Clock } from './clock.ts'
import { isSoundingsError, NetworkError, TimeoutError } from './errors.ts'

/** What one attempt is made with. */
export interface AttemptParts {
  readonly fetch: (request: Request, init: { signal: AbortSignal }) => Promise<Response>
  readonly clock: Clock
  /** Longest silence of the service, in milliseconds. */
  readonly timeout: number
  /** The caller's. */
  readonly signal: AbortSignal | undefined
}

/** Sends a request once. Its body is still to be read. @throws NetworkError, TimeoutError, the reason of the signal */
export async function attempt(request: Request, parts: AttemptParts): Promise<Response> {
  const { fetch, signal } = parts
  const late = new AbortController()
  const either = signal === undefined ? late.signal : AbortSignal.any([signal, late.signal])
  signal?.throwIfAborted()
  return unlessSilent(fetch(request, { signal: either }), parts, error => late.abort(error))
}

/** Reads a body piece by piece, and lets go of the connection when its reader stops. @throws as `attempt` */
export async function* readChunks(body: ReadableStream<Uint8Array>, parts: AttemptParts): AsyncGenerator<Uint8Array> {
  const reader = body.getReader()
  try {
    while (true) {
      const { done, value } = await unlessSilent(reader.read(), parts)
      if (done) return
      yield value
    }
  } finally {
    // Of a stream that has failed this repeats the failure, which is already known.
    await reader.cancel().catch(() => undefined)
  }
}

/** The whole body as text. @throws as `attempt` */
export async function readText(response: Response, parts: AttemptParts): Promise<string> {
  if (response.body === null) return ''
  const decoder = new TextDecoder()
  let text = ''
  for await (const chunk of readChunks(response.body, parts)) text += decoder.decode(chunk, { stream: true })
  return text + decoder.decode()
}

async function unlessSilent<Value>(
  work: Promise<Value>,
  { clock, timeout, signal }: AttemptParts,
  onSilence?: (error: TimeoutError) => void,
): Promise<Value> {
  const timer = new AbortController()
  const silence = clock.sleep(timeout, timer.signal).then(() => {
    const error = new TimeoutError(timeout)
    onSilence?.(error)
    throw error
  })
  try {
    return await Promise.race([work, silence])
  } catch (error) {
    signal?.throwIfAborted()
    throw isSoundingsError(error) ? error : new NetworkError(error)
  } finally {
    timer.abort()
  }
}
