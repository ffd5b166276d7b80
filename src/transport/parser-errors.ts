import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { transportErrorText } from './errors.ts'
import type { ResponseHeaders } from './security-headers.ts'

/** Time to read the answer, in milliseconds. A client that keeps its side open would keep the connection open too. */
const LINGER_MS = 2_000

/**
 * Answers what the HTTP parser refused, for which there is no request.
 * @param headers beside those that describe the body
 * @returns the status; undefined where nothing could be answered
 */
export function answerParserError(
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
 * Whether the response to an earlier request is due or under way: this one would take its place or break into it. An
 * error in the body of the current request belongs to that request. Node's own handler makes the same check.
 */
function isAnswering(socket: Socket): boolean {
  const message = (socket as { _httpMessage?: ServerResponse | null })._httpMessage
  return message != null && (message.headersSent || message.req.complete)
}

function parserStatus(code: string | undefined): number {
  if (code === 'HPE_HEADER_OVERFLOW') return 431
  return code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 408 : 400
}
