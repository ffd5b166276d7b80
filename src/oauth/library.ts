import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Provider } from 'oidc-provider'
import { loadOnFirstUse } from '../domain/first-use.ts'
import { keepOwnCookies } from './cookies.ts'
import type { ProviderParts } from './provider.ts'

type Handle = ReturnType<Provider['callback']>

interface Loaded {
  readonly provider: Provider
  readonly handle: Handle
}

/** The library of the authorization server. It would slow every start, so it is loaded with the first request for it. */
export class Library {
  readonly #parts: ProviderParts
  readonly #load: () => Promise<Loaded>

  constructor(parts: ProviderParts) {
    this.#parts = parts
    this.#load = loadOnFirstUse(() => load(parts))
  }

  async provider(): Promise<Provider> {
    return (await this.#load()).provider
  }

  /** Lets the library answer a request. */
  async answer(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const { handle } = await this.#load()
    this.prepare(request)
    for (const [name, value] of Object.entries(reply.getHeaders()))
      if (value !== undefined) reply.raw.setHeader(name, value)
    reply.hijack()
    await handle(request.raw, reply.raw)
    return reply
  }

  /** Leaves in a request only what the library may trust: addresses come from `baseUrl`, and we decide who is signed in. */
  prepare({ raw }: FastifyRequest): void {
    const { host, protocol } = new URL(this.#parts.baseUrl)
    for (const name of Object.keys(raw.headers)) if (/^(x-)?forwarded/.test(name)) delete raw.headers[name]
    Object.assign(raw.headers, { host, 'x-forwarded-proto': protocol.slice(0, -1) })
    keepOwnCookies(raw)
  }
}

async function load(parts: ProviderParts): Promise<Loaded> {
  const { createProvider } = await import('./provider.ts')
  const provider = createProvider(parts)
  return { provider, handle: provider.callback() }
}
