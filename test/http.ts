import { Agent, type IncomingMessage, type OutgoingHttpHeaders, request } from 'node:http'
import { promisify } from 'node:util'
import { gunzip, inflate } from 'node:zlib'

/** A response, read to its end. */
export interface Received {
  readonly status: number
  readonly headers: Headers
  /** Without its content encoding. */
  readonly text: string
}

/** What `fetch` sends unless a call says otherwise. */
const DEFAULTS = {
  accept: '*/*',
  'accept-language': '*',
  'sec-fetch-mode': 'cors',
  'user-agent': 'node',
  'accept-encoding': 'gzip, deflate',
}
const DECODERS = new Map([
  ['gzip', promisify(gunzip)],
  ['deflate', promisify(inflate)],
])
const agent = new Agent({ keepAlive: true })

/**
 * Sends the request that `fetch` would, without following redirects, for less than half of its CPU time, which adds up
 * over a hundred thousand calls.
 */
export async function send(
  method: string,
  url: string,
  headers: Readonly<Record<string, string>>,
  body?: string,
): Promise<Received> {
  const response = await respond(method, url, headersOf(headers, body), body)
  const received = new Headers()
  const { rawHeaders } = response
  for (let at = 0; at < rawHeaders.length; at += 2) received.append(rawHeaders[at] ?? '', rawHeaders[at + 1] ?? '')
  const content = await contentOf(response)
  const decode = DECODERS.get(received.get('content-encoding') ?? '')
  const decoded = decode !== undefined && content.length > 0 ? await decode(content) : content
  return { status: response.statusCode ?? 0, headers: received, text: new TextDecoder().decode(decoded) }
}

/** Names in lower case, so that a caller's replace the defaults. */
function headersOf(given: Readonly<Record<string, string>>, body: string | undefined): OutgoingHttpHeaders {
  // Node itself sends no length with the body of a DELETE, which is then read as the next request.
  const framing =
    body === undefined
      ? {}
      : { 'content-type': 'text/plain;charset=UTF-8', 'content-length': String(Buffer.byteLength(body)) }
  const lower = Object.entries(given).map(([name, value]) => [name.toLowerCase(), value])
  return { ...DEFAULTS, ...framing, ...Object.fromEntries(lower) }
}

function respond(method: string, url: string, headers: OutgoingHttpHeaders, body?: string): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    request(url, { method, headers, agent }, resolve).on('error', reject).end(body)
  })
}

function contentOf(response: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  response.on('data', chunk => chunks.push(chunk))
  return new Promise((resolve, reject) => {
    response.on('end', () => resolve(Buffer.concat(chunks))).on('error', reject)
  })
}
