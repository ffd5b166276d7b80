import type * as openid from 'openid-client'
import type { Identity, ProviderSecrets } from '../domain/accounts/identity.ts'
import { CLOCK_TOLERANCE_MS } from '../domain/accounts/limits.ts'
import { Refusal } from '../domain/values/refusal.ts'
import { HOUR_MS } from '../domain/values/time.ts'

type Library = typeof openid

interface OpenIdSettings {
  /** The provider's address, as named in its tokens. */
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string
  /** Where the provider sends people back to. */
  readonly redirectUri: string
  /** 5 seconds per request by default. */
  readonly timeoutMs?: number
}

const TIMEOUT_MS = 5_000
/** Size of a response in bytes. Metadata and keys of large providers have about 20 kB. */
const RESPONSE_BYTES = 1_048_576
/** How long the provider's metadata is cached. The library fetches new keys on its own. */
const METADATA_LIFETIME_MS = HOUR_MS
/** How long the provider is not asked again after a failure; meanwhile, sign-ins are refused immediately. */
const PAUSE_MS = 5_000
/** Sign-ins that may wait for the provider, so that they do not pile up if it is slow. */
const MAX_WAITING = 100

interface Loaded {
  readonly library: Library
  readonly configuration: openid.Configuration
}

/** An OpenID Connect provider that identifies people: authorization code with PKCE, and a signed ID token. */
export class OpenIdProvider {
  readonly issuer: string
  readonly #settings: OpenIdSettings
  #loaded: { readonly promise: Promise<Loaded>; readonly until: number } | undefined
  #failure: { readonly error: unknown; readonly until: number } | undefined
  #waiting = 0

  constructor(settings: OpenIdSettings) {
    this.#settings = settings
    this.issuer = settings.issuer
  }

  /**
   * The address to which a browser is sent to sign in.
   * @param isAgain whether the person must sign in there once more, even with a session
   * @throws Refusal `the sign-in provider could not be reached`
   */
  authorizationUrl({ state, nonce, verifier }: ProviderSecrets, isAgain: boolean): Promise<URL> {
    return this.#use(async ({ library, configuration }) =>
      library.buildAuthorizationUrl(configuration, {
        redirect_uri: this.#settings.redirectUri,
        scope: 'openid email profile',
        state,
        nonce,
        code_challenge: await library.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
        ...(isAgain && { prompt: 'login', max_age: '0' }),
      }),
    )
  }

  /**
   * The identity confirmed by the provider. State, nonce, issuer, audience, signature and times are checked.
   * @param callback the address at which the browser came back
   * @throws Refusal `the sign-in provider did not confirm who you are`, `the sign-in provider could not be reached`
   */
  identify(callback: URL, { state, nonce, verifier }: ProviderSecrets): Promise<Identity> {
    return this.#ask(async ({ library, configuration }) => {
      const checks = { expectedState: state, expectedNonce: nonce, pkceCodeVerifier: verifier, idTokenExpected: true }
      const tokens = await library.authorizationCodeGrant(configuration, callback, checks)
      const claims = tokens.claims()
      if (claims === undefined || claims.iat * 1_000 > Date.now() + CLOCK_TOLERANCE_MS)
        throw new Refusal('provider_refused')
      const { sub, auth_time } = claims
      // Many providers send one or both of these only as user information; some do not send them at all.
      const isComplete = claims.email !== undefined && claims.email_verified !== undefined
      const hasMore = !isComplete && configuration.serverMetadata().userinfo_endpoint !== undefined
      const more = hasMore ? await library.fetchUserInfo(configuration, tokens.access_token, sub) : {}
      const profile: Readonly<Record<string, unknown>> = { ...claims, ...more }
      return {
        subject: sub,
        email: textOf(profile.email),
        isEmailVerified: profile.email_verified === true,
        name: textOf(profile.name),
        authenticatedAt: typeof auth_time === 'number' ? auth_time * 1_000 : undefined,
      }
    })
  }

  /** Reads the provider's metadata now. @throws Refusal `the sign-in provider could not be reached` */
  async check(): Promise<void> {
    await this.#load()
  }

  /** Limits those of the library's operations that send requests. */
  async #ask<Answer>(ask: (loaded: Loaded) => Promise<Answer>): Promise<Answer> {
    if (this.#waiting >= MAX_WAITING) throw new Refusal('provider_unavailable', { retryAfter: 1 })
    this.#waiting++
    try {
      return await this.#use(ask)
    } finally {
      this.#waiting--
    }
  }

  async #use<Answer>(use: (loaded: Loaded) => Promise<Answer>): Promise<Answer> {
    try {
      return await use(await this.#load())
    } catch (error) {
      return throwRefusal(error)
    }
  }

  /** All callers that wait for the metadata share one request. */
  #load(): Promise<Loaded> {
    const now = performance.now()
    if (this.#failure !== undefined && now < this.#failure.until) return Promise.reject(this.#failure.error)
    if (this.#loaded === undefined || now >= this.#loaded.until) {
      const promise = discover(this.#settings).catch(error => {
        throw new Refusal('provider_unavailable', { cause: withoutSecrets(error) })
      })
      this.#loaded = { promise, until: now + METADATA_LIFETIME_MS }
      promise.catch(error => {
        this.#loaded = undefined
        this.#failure = { error, until: performance.now() + PAUSE_MS }
      })
    }
    return this.#loaded.promise
  }
}

/** Loaded with the first request, because the library would slow down every start. */
async function discover({ issuer, clientId, clientSecret, timeoutMs = TIMEOUT_MS }: OpenIdSettings): Promise<Loaded> {
  const library = await import('openid-client')
  const url = new URL(issuer)
  const isInsecure = url.protocol === 'http:'
  const configuration = await library.discovery(url, clientId, clientSecret, undefined, {
    timeout: timeoutMs / 1_000,
    [library.customFetch]: boundedFetch,
    execute: [library.enableNonRepudiationChecks, ...(isInsecure ? [library.allowInsecureRequests] : [])],
  })
  return { library, configuration }
}

/** Reads a response to its end, up to a number of bytes. The library's signal ends it in time. */
const boundedFetch: openid.CustomFetch = async (url, { body = null, signal = null, ...options }) => {
  const response = await fetch(url, { ...options, body, signal })
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of response.body ?? []) {
    size += chunk.length
    if (size > RESPONSE_BYTES) throw new TypeError('the response is too large')
    chunks.push(chunk)
  }
  const { status, statusText, headers } = response
  return new Response(size === 0 ? null : Buffer.concat(chunks), { status, statusText, headers })
}

/**
 * Error codes returned by the provider itself rather than through the browser, for which the person signing in is not
 * at fault.
 */
const FAULTS = ['invalid_client', 'unauthorized_client', 'server_error', 'temporarily_unavailable']

/** @throws Refusal with a cause that contains no secret */
function throwRefusal(error: unknown): never {
  if (error instanceof Refusal) throw error
  const { code, answer, status } = detailsOf(error)
  const isUnanswered = error instanceof TypeError || code === 'OAUTH_TIMEOUT' || code === 'OAUTH_ABORT'
  const isFaulty = Number(status) >= 500 || (code === 'OAUTH_RESPONSE_BODY_ERROR' && FAULTS.includes(String(answer)))
  const cause = withoutSecrets(error)
  throw new Refusal(isUnanswered || isFaulty ? 'provider_unavailable' : 'provider_refused', { cause })
}

/** Requests and responses contain secrets, and the library's errors contain both. */
function withoutSecrets(error: unknown): Error {
  const { message, code, answer, status } = detailsOf(error)
  return new Error([message, code, answer, status].filter(Boolean).join(', '))
}

/**
 * Details of one of the library's errors. `answer` is an OAuth error code from the provider, or any text from a
 * browser. If a request had no response, `code` is that of the system.
 */
function detailsOf(error: unknown) {
  const { message, code, error: sent, status, cause } = error as Record<string, unknown>
  const answer = /^[a-z_]{1,64}$/.test(String(sent)) ? sent : undefined
  if (cause instanceof Response) return { message, code, answer, status: cause.status }
  const { code: systemCode } = cause instanceof Error ? (cause as NodeJS.ErrnoException) : {}
  return { message, code: code ?? systemCode, answer, status }
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}
