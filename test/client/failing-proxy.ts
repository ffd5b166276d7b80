import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { TestContext } from 'node:test'

/** The fate of one request: it passes, perhaps after something else has happened, or fails before or after it reaches the service. */
type Failure =
  | 'pass'
  | 'refused connection'
  | 'lost answer'
  | 'silence'
  | 'broken body'
  | (() => Promise<unknown>)
  | { status: number; headers?: Record<string, string>; body?: string }

export interface FailingProxy {
  readonly server: string
  /** The requests so far, in order. */
  readonly seen: { method: string; path: string; key: string | undefined }[]
  /** The fates of the next requests; those after them pass. */
  fail(...failures: Failure[]): void
  /** Breaks all connections that are open now. */
  disconnect(): void
}

/** A proxy in front of a service. */
export async function startProxy(t: TestContext, baseUrl: string): Promise<FailingProxy> {
  const seen: FailingProxy['seen'] = []
  const plan: Failure[] = []
  const server = createServer((incoming, outgoing) => {
    const { method = '', url: path = '', headers } = incoming
    seen.push({ method, path, key: headers['idempotency-key']?.toString() })
    handle(plan.shift() ?? 'pass', incoming, outgoing, baseUrl)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  t.after(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  const fail = (...failures: Failure[]) => void plan.push(...failures)
  return { server: `http://127.0.0.1:${port}`, seen, fail, disconnect: () => server.closeAllConnections() }
}

function handle(failure: Failure, incoming: IncomingMessage, outgoing: ServerResponse, baseUrl: string): void {
  if (failure === 'silence') return
  if (typeof failure === 'function') void failure().then(() => forward('pass', incoming, outgoing, baseUrl))
  else if (failure === 'refused connection') incoming.socket.destroy()
  else if (typeof failure === 'object') outgoing.writeHead(failure.status, failure.headers).end(failure.body)
  else forward(failure, incoming, outgoing, baseUrl)
}

function forward(failure: Failure, incoming: IncomingMessage, outgoing: ServerResponse, baseUrl: string): void {
  const { method, url = '', headers } = incoming
  const { host: _, ...others } = headers
  const forwarded = request(baseUrl + url, { method, headers: { ...others, connection: 'close' } }, answer => {
    if (failure === 'pass') {
      outgoing.writeHead(answer.statusCode ?? 0, answer.headers)
      answer.pipe(outgoing)
      return
    }
    if (failure === 'broken body')
      outgoing.writeHead(answer.statusCode ?? 0, headersOf(answer)).write('{"id":"x","responses":[{"id":"1"},{"id"')
    answer.resume().on('end', () => setImmediate(() => incoming.socket.destroy()))
  })
  incoming.pipe(forwarded)
}

/** Without a length, which would not match the replaced body. */
function headersOf({ headers: { 'content-length': _, ...headers } }: IncomingMessage) {
  return headers
}
