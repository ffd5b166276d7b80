import { parseJson } from '../../src/domain/json.ts'

/** Why something was not done, in words for people. */
export class RequestError extends Error {
  /** Of HTTP; 0 where there was no answer. */
  readonly status: number
  /** For programs, where there is one. */
  readonly code: string | undefined

  constructor(status: number, error: string, code?: string) {
    super(error)
    this.status = status
    this.code = code
  }
}

const UNREACHABLE = 'The server could not be reached. Check the connection, then try again.'
const FAILED = 'The server could not do this. Try again in a moment.'

/**
 * Asks the service. Numbers that a double would round come as they are and go back as they came.
 * @returns the body of the answer; undefined where it has none
 * @throws Refused
 */
export async function request<Body>(method: string, path: string, more: RequestOptions = {}): Promise<Body> {
  const { status, text } = await send(method, path, more)
  const body = readBody(text)
  if (status < 400) return body as Body
  const { error = FAILED, code } = (body ?? {}) as { error?: string; code?: string }
  throw new RequestError(status, status >= 500 ? FAILED : error, code)
}

interface RequestOptions {
  readonly body?: unknown
  readonly token?: string
}

async function send(
  method: string,
  path: string,
  { body, token }: RequestOptions,
): Promise<{ status: number; text: string }> {
  const init = {
    method,
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
    throw new RequestError(0, UNREACHABLE)
  }
}

/** Undefined for what is no JSON: a proxy's own page, say. */
function readBody(text: string): unknown {
  if (text === '') return undefined
  try {
    return parseJson(text)
  } catch {
    return undefined
  }
}
