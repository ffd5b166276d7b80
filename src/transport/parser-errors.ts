import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { transportErrorText } from './errors.ts'
import type { ResponseHeaders } from './security-headers.ts'

/**
 * How long a client may take to read the response, in milliseconds. Without a limit, a client that does not close its
 * side would keep the connection open.
 */
const LINGER_MS = 2_000

/**
 * Responds to input refused by the HTTP parser, for which there is no request.
 * @param headers in addition to those that describe the body
 * @returns the status; undefined if no response could be sent
 */
export function handleParserError(
  error: { code?: string },
  socket: Socket,
  headers: ResponseHeaders,
): number | undefined {
  if (error.code === 'ECONNRESET' || isAnswering(socket) || !socket.writable) {
    socket.destroy()
    return undefined
  }
  const status = parserStatus(error.code)
  const text = transportErrorText(status)
  const body = JSON.stringify({ error: text })
  setTimeout(() => socket.destroy(), LINGER_MS).unref()
  socket.end(
    [
      `HTTP/1.1 ${status} ${text}`,
      'content-type: application/json; charset=utf-8',
      `content-length: ${Buffer.byteLength(body)}`,
      ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
      'connection: close',
      '',
      body,
    ].join('\r\n'),
  )
  return status
}

/**
 * Whether the response to an earlier request is due or under way, which the error response would replace or interrupt.
 * An error in the body of the current request belongs to that request. Node's own handler makes the same check.
 */
function isAnswering(socket: Socket): boolean {
  const message = (socket as { _httpMessage?: ServerResponse | null })._httpMessage
  return message != null && (message.headersSent || message.req.complete)
}

function parserStatus(code: string | undefined): number {
  if (code === 'HPE_HEADER_OVERFLOW') return 431
  return code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 408 : 400
}
