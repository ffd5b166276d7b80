import { Resolver } from 'node:dns/promises'
import { once } from 'node:events'
import type { ClientRequest, IncomingMessage } from 'node:http'
import type { RequestOptions } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { isPublicAddress } from './public-address.ts'

/** Bytes of a document, and milliseconds within which all of it has to arrive. */
const MAX_BYTES = 5_120
const TIMEOUT_MS = 5_000
/** Documents that a process fetches at a time. Further ones are refused. */
const MAX_PARALLEL = 8

/** What became of a fetch, for the operator. `refused`: another status than 200, or no JSON. */
export type FetchOutcome =
  | 'fetched'
  | 'refused'
  | 'private_address'
  | 'too_large'
  | 'too_slow'
  | 'unreachable'
  | 'too_many'

class FetchError extends Error {
  readonly outcome: FetchOutcome

  constructor(outcome: FetchOutcome, cause?: unknown) {
    super(`a document was not fetched: ${outcome}`, { cause })
    this.outcome = outcome
  }
}

/** What leads to other hosts. Tests of the guard hand in their own. */
export interface Network {
  /** All addresses of a name. */
  resolve(name: string, signal: AbortSignal): Promise<readonly string[]>
  isAllowed(address: string): boolean
  request(address: URL, options: RequestOptions): Promise<ClientRequest>
}

/**
 * Fetches small JSON documents from addresses that strangers name. Only the public internet is reached: a name is resolved
 * once, each of its addresses is checked, and the connection goes to one of these. Redirects are not followed.
 */
export class Documents {
  readonly #observe: (outcome: FetchOutcome) => void
  readonly #network: Network
  #running = 0

  constructor(observe: (outcome: FetchOutcome) => void, network: Network = INTERNET) {
    this.#observe = observe
    this.#network = network
  }

  /** @throws FetchError unless all of a JSON document has arrived */
  async fetch(address: URL): Promise<Response> {
    try {
      const document = await this.#inTurn(address)
      this.#observe('fetched')
      return document
    } catch (error) {
      this.#observe(error instanceof FetchError ? error.outcome : 'unreachable')
      throw error
    }
  }

  async #inTurn(address: URL): Promise<Response> {
    if (this.#running >= MAX_PARALLEL) throw new FetchError('too_many')
    this.#running += 1
    const signal = AbortSignal.timeout(TIMEOUT_MS)
    try {
      return await this.#get(address, signal)
    } catch (error) {
      throw signal.aborted ? new FetchError('too_slow', error) : error
    } finally {
      this.#running -= 1
    }
  }

  async #get(address: URL, signal: AbortSignal): Promise<Response> {
    const lookup = lookupOf(await this.#resolve(address, signal))
    const headers = { accept: 'application/json', 'user-agent': 'Soundings' }
    const sent = await this.#network.request(address, { agent: false, headers, lookup, signal })
    // Once there is a response, an error ends that, too.
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

const INTERNET: Network = {
  resolve,
  isAllowed: isPublicAddress,
  // Loaded with the first fetch, because TLS would slow every start.
  request: async (address, options) => (await import('node:https')).request(address, options),
}

/** Asks name servers directly: the lookup of the system would hold one of the few threads that hash passwords, too. */
async function resolve(name: string, signal: AbortSignal): Promise<readonly string[]> {
  const resolver = new Resolver({ timeout: TIMEOUT_MS, tries: 1 })
  signal.addEventListener('abort', () => resolver.cancel())
  const answers = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)])
  return answers.flatMap(answer => (answer.status === 'fulfilled' ? answer.value : []))
}

/** Answers with addresses that were checked, whatever the name means by now. */
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
    if (bytes > MAX_BYTES) throw new FetchError('too_large')
    parts.push(part)
  }
  return new Response(Buffer.concat(parts), { headers: { 'content-type': type, 'cache-control': cacheControl } })
}
