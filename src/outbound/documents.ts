import { Resolver } from 'node:dns/promises'
import { once } from 'node:events'
import type { ClientRequest, IncomingMessage } from 'node:http'
import type { RequestOptions } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import type { Logger } from 'pino'
import { ConcurrencyLimit } from '../concurrency-limit.ts'
import { isPublicAddress } from './public-address.ts'

/**
 * Size of a document in bytes, time limit for all of it to arrive in milliseconds, and concurrent fetches. Further
 * fetches are refused.
 */
const DOCUMENT_BYTES = 5_120
const DOCUMENT_TIMEOUT_MS = 5_000
const PARALLEL_DOCUMENTS = 8

/**
 * The outcome of a fetch, for the operator. `refused`: a status other than 200, or not JSON. `failed`: an error in our
 * own code.
 */
export type FetchOutcome =
  | 'fetched'
  | 'refused'
  | 'private_address'
  | 'too_large'
  | 'too_slow'
  | 'unreachable'
  | 'too_many'
  | 'failed'

class FetchError extends Error {
  readonly outcome: FetchOutcome

  constructor(outcome: FetchOutcome, cause?: unknown) {
    super(`could not fetch a document: ${outcome}`, { cause })
    this.outcome = outcome
  }
}

/** Access to other hosts. Tests of the guard provide their own. */
export interface Network {
  /** All addresses of a name. @throws the error of the name server if there are none */
  resolve(name: string, signal: AbortSignal): Promise<readonly string[]>
  isAllowed(address: string): boolean
  request(address: URL, options: RequestOptions): Promise<ClientRequest>
}

interface DocumentsOptions {
  readonly log: Pick<Logger, 'debug' | 'error'>
  readonly observe?: ((outcome: FetchOutcome) => void) | undefined
  readonly network?: Network | undefined
}

/**
 * Fetches small JSON documents from addresses named by strangers. Only the public internet is reached: a name is
 * resolved once, each of its addresses is checked, and the connection uses one of them. Redirects are not followed.
 */
export class Documents {
  readonly #options: DocumentsOptions
  readonly #network: Network
  readonly #limit = new ConcurrencyLimit({
    parallel: PARALLEL_DOCUMENTS,
    waiting: 0,
    refusal: () => new FetchError('too_many'),
  })

  constructor(options: DocumentsOptions) {
    this.#options = options
    this.#network = options.network ?? INTERNET
  }

  /** @throws FetchError unless a complete JSON document arrives */
  async fetch(address: URL): Promise<Response> {
    const { observe, log } = this.#options
    try {
      const document = await this.#limit.run(() => this.#fetchInTime(address))
      observe?.('fetched')
      return document
    } catch (cause) {
      const error = cause instanceof FetchError ? cause : new FetchError('failed', cause)
      observe?.(error.outcome)
      if (error.outcome === 'failed') log.error({ err: cause }, 'could not fetch an application’s document')
      // Strangers choose the address, so a failure there is not worth a warning.
      else log.debug({ err: error, host: address.host }, 'could not fetch an application’s document')
      throw error
    }
  }

  async #fetchInTime(address: URL): Promise<Response> {
    const signal = AbortSignal.timeout(DOCUMENT_TIMEOUT_MS)
    try {
      return await this.#get(address, signal)
    } catch (error) {
      if (signal.aborted) throw new FetchError('too_slow', error)
      throw isNetworkError(error) ? new FetchError('unreachable', error) : error
    }
  }

  async #get(address: URL, signal: AbortSignal): Promise<Response> {
    const lookup = lookupOf(await this.#resolve(address, signal))
    const headers = { accept: 'application/json', 'user-agent': 'Soundings' }
    const sent = await this.#network.request(address, { agent: false, headers, lookup, signal })
    // Once there is a response, errors are reported there as well.
    sent.on('error', () => undefined)
    try {
      const [response] = (await once(sent.end(), 'response')) as [IncomingMessage]
      return await readJson(response)
    } finally {
      sent.destroy()
    }
  }

  async #resolve({ hostname }: URL, signal: AbortSignal): Promise<readonly string[]> {
    const host = hostname.replace(/^\[|\]$/g, '')
    const addresses = isIP(host) === 0 ? await this.#network.resolve(host, signal) : [host]
    if (addresses.length === 0) throw new FetchError('unreachable')
    if (!addresses.every(one => this.#network.isAllowed(one))) throw new FetchError('private_address')
    return addresses
  }
}

/**
 * Errors from sockets, TLS, HTTP and name servers have a code. So do the type errors that Node throws for wrong
 * arguments, but those are bugs.
 */
function isNetworkError(error: unknown): boolean {
  const { code } = error as { code?: unknown }
  return typeof code === 'string' && !(error instanceof TypeError)
}

const INTERNET: Network = {
  resolve,
  isAllowed: isPublicAddress,
  // Loaded with the first fetch, because TLS would slow down every start.
  request: async (address, options) => (await import('node:https')).request(address, options),
}

/** Asks name servers directly: the system's lookup would occupy one of the few threads that also hash passwords. */
async function resolve(name: string, signal: AbortSignal): Promise<readonly string[]> {
  const resolver = new Resolver({ timeout: DOCUMENT_TIMEOUT_MS, tries: 1 })
  signal.addEventListener('abort', () => resolver.cancel())
  const answers = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)])
  const addresses = answers.flatMap(answer => (answer.status === 'fulfilled' ? answer.value : []))
  const failure = answers.find(answer => answer.status === 'rejected')
  if (addresses.length === 0 && failure !== undefined) throw failure.reason
  return addresses
}

/** Resolves to the checked addresses, even if the name resolves to others by now. */
function lookupOf(addresses: readonly string[]): LookupFunction {
  const all = addresses.map(address => ({ address, family: isIP(address) }))
  return (_, options, done) =>
    options.all === true ? done(null, all) : done(null, all[0]?.address ?? '', all[0]?.family)
}

async function readJson(response: IncomingMessage): Promise<Response> {
  const { 'content-type': type = '', 'cache-control': cacheControl = '' } = response.headers
  if (response.statusCode !== 200 || !/^application\/(?:[\w.-]+\+)?json *(?:;|$)/i.test(type))
    throw new FetchError('refused')
  const parts: Buffer[] = []
  let bytes = 0
  for await (const part of response as AsyncIterable<Buffer>) {
    bytes += part.length
    if (bytes > DOCUMENT_BYTES) throw new FetchError('too_large')
    parts.push(part)
  }
  return new Response(Buffer.concat(parts), { headers: { 'content-type': type, 'cache-control': cacheControl } })
}
