import { readJson } from '../../src/domain/json.ts'
import { words } from '../words/words.ts'

/** A request that failed. Its message can be shown to people. */
export class RequestError extends Error {
  /** The HTTP status; 0 if the server could not be reached. */
  readonly status: number
  /** The machine-readable code of the error, if it has one. */
  readonly code: string | undefined

  constructor(status: number, error: string, code?: string) {
    super(error)
    this.status = status
    this.code = code
  }
}

/**
 * Sends a request to the server. Numbers that a double would round keep their digits in both directions.
 * @returns the body of the response; undefined if it has none
 * @throws RequestError
 */
export async function request<Body>(method: string, path: string, more: RequestOptions = {}): Promise<Body> {
  const { status, text } = await send(method, path, more)
  const body = readBody(text)
  if (status < 400) return body as Body
  const { error = words.errors.failed, code } = (body ?? {}) as { error?: string; code?: string }
  throw new RequestError(status, (code === undefined ? messageFor(status) : undefined) ?? error, code)
}

/** What people are told instead of an error that has no code: its text is for programs. */
function messageFor(status: number): string | undefined {
  if (status === 429) return words.errors.tooMany
  return status >= 500 ? words.errors.failed : undefined
}

interface RequestOptions {
  readonly body?: unknown
  readonly token?: string
  /** Whether it is sent on when the page is closed meanwhile. */
  readonly keepalive?: boolean
}

async function send(
  method: string,
  path: string,
  { body, token, keepalive = false }: RequestOptions,
): Promise<{ status: number; text: string }> {
  const init = {
    method,
    keepalive,
    ...(body !== undefined && { body: JSON.stringify(body) }),
    headers: {
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
    },
  }
  try {
    const answer = await fetch(path, init)
    return { status: answer.status, text: await answer.text() }
  } catch {
    throw new RequestError(0, words.errors.unreachable)
  }
}

/** Undefined for a body that is not JSON, such as an error page of a proxy. */
function readBody(text: string): unknown {
  if (text === '') return undefined
  try {
    return readJson(text)
  } catch {
    return undefined
  }
}
