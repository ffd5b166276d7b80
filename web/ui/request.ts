import { SLOWEST_BODY } from '../../src/domain/values/body-limits.ts'
import { words } from '../words/shared-words.ts'
import { noteServerTime } from './clock.ts'

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

/** Time limit for a request, in milliseconds. On a dead network, nothing else would end it. */
const TIMEOUT_MS = 30_000
/** Statuses with which the server says that a session, or the requested resource, is gone. */
const ENDS: readonly number[] = [401, 404]

let readBodyText: (text: string) => unknown = JSON.parse

/** Replaces `JSON.parse` for the bodies of responses on pages that send back what they have read. */
export function readBodiesBy(read: (text: string) => unknown): void {
  readBodyText = read
}

/**
 * Sends a request to the server.
 * @returns the body of the response; undefined if it has none
 * @throws RequestError
 */
export async function request<Body>(method: string, path: string, more: RequestOptions = {}): Promise<Body> {
  return (await taggedRequest<Body>(method, path, more)).body
}

/** As `request`. @returns also the entity tag of what was read or changed */
export async function taggedRequest<Body>(
  method: string,
  path: string,
  more: RequestOptions = {},
): Promise<{ readonly body: Body; readonly tag: string | undefined }> {
  const { status, text, tag } = await send(method, path, more)
  const body = readBody(text)
  if (status < 400 && (body !== undefined || text === '')) return { body: body as Body, tag }
  const { error, code } = (body ?? {}) as { error?: string; code?: string }
  // A proxy has answered in the server's place, as some do while it restarts.
  if (error === undefined && (status < 400 || ENDS.includes(status))) throw unreachable()
  const message = code === undefined ? messageFor(status) : undefined
  throw new RequestError(status, message ?? error ?? words.errors.failed, code)
}

function unreachable(): RequestError {
  return new RequestError(0, words.errors.unreachable)
}

/** Shown to people instead of an error without a code, whose text is for programs. */
function messageFor(status: number): string | undefined {
  if (status === 429) return words.errors.tooMany
  return status >= 500 ? words.errors.failed : undefined
}

interface RequestOptions {
  readonly body?: unknown
  readonly token?: string
  /** The entity tag of the state on which the request is based: it is refused with 412 if that has changed. */
  readonly ifMatch?: string | undefined
  /** Whether the request continues if the page is closed meanwhile. */
  readonly keepalive?: boolean
}

async function send(
  method: string,
  path: string,
  { body, token, ifMatch, keepalive = false }: RequestOptions,
): Promise<{ status: number; text: string; tag: string | undefined }> {
  const text = body === undefined ? undefined : JSON.stringify(body)
  const init = {
    method,
    keepalive,
    signal: AbortSignal.timeout(TIMEOUT_MS + (1_000 * (text?.length ?? 0)) / SLOWEST_BODY),
    ...(text !== undefined && { body: text }),
    headers: {
      ...(text !== undefined && { 'content-type': 'application/json' }),
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(ifMatch !== undefined && { 'if-match': ifMatch }),
    },
  }
  try {
    const answer = await fetch(path, init)
    noteServerTime(answer.headers.get('date'))
    // A proxy that compresses marks a tag as weak, and a weak tag never matches. What it stands for is the same.
    const tag = answer.headers.get('etag')?.replace(/^W\//, '')
    return { status: answer.status, text: await answer.text(), tag }
  } catch {
    throw unreachable()
  }
}

/** Undefined for a body that is not JSON, such as an error page of a proxy. */
function readBody(text: string): unknown {
  if (text === '') return undefined
  try {
    return readBodyText(text)
  } catch {
    return undefined
  }
}
