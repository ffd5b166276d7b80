import type { IncomingMessage } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Provider } from 'oidc-provider'
import { lazyAsync } from '../domain/values/lazy.ts'
import { keepOwnCookies } from './cookies.ts'
import type { OidcServerParts } from './oidc-server.ts'

type Handle = ReturnType<Provider['callback']>

interface Loaded {
  readonly provider: Provider
  readonly handle: Handle
}

/**
 * The authorization server's library. It would slow down every start, so it is loaded with the first request for it.
 */
export class AuthorizationServer {
  readonly #parts: Omit<OidcServerParts, 'mayRedirectErrors'>
  /** Requests from applications that the signed-in person has allowed before. */
  readonly #proven = new WeakSet<IncomingMessage>()
  readonly #load: () => Promise<Loaded>

  constructor(parts: Omit<OidcServerParts, 'mayRedirectErrors'>) {
    this.#parts = parts
    const mayRedirectErrors = (request: IncomingMessage) => this.#proven.has(request)
    this.#load = lazyAsync(() => load({ ...parts, mayRedirectErrors }))
  }

  async oidcServer(): Promise<Provider> {
    return (await this.#load()).provider
  }

  /** Lets the library send a request's errors to the application that it names. */
  trust({ raw }: FastifyRequest): void {
    this.#proven.add(raw)
  }

  /** Lets the library handle a request. */
  async handle(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const { handle } = await this.#load()
    this.prepare(request)
    for (const [name, value] of Object.entries(reply.getHeaders()))
      if (value !== undefined) reply.raw.setHeader(name, value)
    reply.hijack()
    await handle(request.raw, reply.raw)
    return reply
  }

  /**
   * Leaves in a request only what the library may trust: addresses come from `baseUrl`, and we decide who is signed in.
   */
  prepare({ raw }: FastifyRequest): void {
    const { host, protocol } = new URL(this.#parts.baseUrl)
    for (const name of Object.keys(raw.headers)) if (/^(x-)?forwarded/.test(name)) delete raw.headers[name]
    Object.assign(raw.headers, { host, 'x-forwarded-proto': protocol.slice(0, -1) })
    keepOwnCookies(raw)
  }
}

async function load(parts: OidcServerParts): Promise<Loaded> {
  const { createOidcServer } = await import('./oidc-server.ts')
  const provider = createOidcServer(parts)
  return { provider, handle: provider.callback() }
}
