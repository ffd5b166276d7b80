import { createHash } from 'node:crypto'
import * as oauth from 'oauth4webapi'
import { type Browser, newBrowser } from '../account/browser.ts'
import { type Answer, call, type Service } from '../harness.ts'

const HTTP = { [oauth.allowInsecureRequests]: true }
const REDIRECT = 'https://client.example/callback'

/** An application that has registered itself, as a real client does. */
export interface Application {
  readonly server: oauth.AuthorizationServer
  readonly client: oauth.Client
  readonly redirect: string
}

export interface Tokens {
  readonly access: string
  readonly refresh: string
  readonly scope: string | undefined
}

export async function discover({ baseUrl }: Pick<Service, 'baseUrl'>): Promise<oauth.AuthorizationServer> {
  const issuer = new URL(baseUrl)
  return oauth.processDiscoveryResponse(issuer, await oauth.discoveryRequest(issuer, { algorithm: 'oauth2', ...HTTP }))
}

export async function register(service: Service, metadata: Record<string, unknown> = {}): Promise<Application> {
  const server = await discover(service)
  const sent = { client_name: 'Robin', redirect_uris: [REDIRECT], ...metadata } as Partial<oauth.Client>
  const response = await oauth.dynamicClientRegistrationRequest(server, sent, HTTP)
  const client = await oauth.processDynamicClientRegistrationResponse(response)
  return { server, client, redirect: (client.redirect_uris as string[])[0] ?? '' }
}

export interface Request {
  readonly path: string
  readonly verifier: string
  readonly state: string
}

/** The address to which an application sends its user. @param changed parameters; undefined leaves one out */
export function authorizationRequest(
  { server, client, redirect }: Application,
  changed: Record<string, string | undefined> = {},
): Request {
  const verifier = oauth.generateRandomCodeVerifier()
  const state = oauth.generateRandomState()
  const url = new URL(server.authorization_endpoint ?? '')
  const parameters = {
    client_id: client.client_id,
    redirect_uri: redirect,
    response_type: 'code',
    scope: 'surveys:read surveys:write',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    state,
    ...changed,
  }
  for (const [name, value] of Object.entries(parameters)) if (value !== undefined) url.searchParams.set(name, value)
  return { path: url.pathname + url.search, verifier, state }
}

/** Where a browser ended up, and the body it received. */
type Arrival = Answer & { readonly at: string }

/** A browser that fills in forms: it keeps cookies and follows redirects, but not to other hosts. */
export class FormBrowser {
  readonly #service: Service
  readonly #cookies = new Map<string, string>()

  constructor(service: Service, sessionCookie = '') {
    this.#service = service
    if (sessionCookie !== '') this.keep(sessionCookie)
  }

  get(path: string): Promise<Arrival> {
    return this.#go('GET', path)
  }

  post(path: string, fields: Record<string, string>, headers: Record<string, string> = {}) {
    const own = { origin: this.#service.baseUrl, 'sec-fetch-site': 'same-origin', ...headers }
    return this.#go('POST', path, new URLSearchParams(fields).toString(), own)
  }

  /** All cookies, as they are sent. */
  get cookie(): string {
    return [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  }

  async #go(method: string, path: string, body?: string, headers: Record<string, string> = {}): Promise<Arrival> {
    const answer = await call(this.#service, method, path, { body, headers: { cookie: this.cookie, ...headers } })
    for (const cookie of answer.headers.getSetCookie()) this.keep(cookie)
    const location = answer.headers.get('location')
    if (location === null) return { ...answer, at: path }
    const next = new URL(location, this.#service.baseUrl)
    if (next.origin !== this.#service.baseUrl) return { ...answer, at: location }
    return this.#go('GET', next.pathname + next.search)
  }

  /** Adds a cookie to the jar, from a `Set-Cookie` or `Cookie` value. */
  keep(cookie: string): void {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
    if (value === '') this.#cookies.delete(name)
    else this.#cookies.set(name, value)
  }
}

/** The account named in the hidden field of a consent page. */
export function accountIn(text: string): string {
  return /name="account" value="([^"]*)"/.exec(text)?.[1] ?? ''
}

/** Has the account’s holder answer the consent page. @param ticked further fields @returns where the browser ends up */
export async function decide(
  service: Service,
  browser: Pick<Browser, 'cookie'>,
  path: string,
  decision = 'allow',
  ticked: Record<string, string> = {},
) {
  const forms = new FormBrowser(service, browser.cookie)
  const page = await forms.get(path)
  return forms.post(page.at, { decision, account: accountIn(page.text), ...ticked })
}

/** The code in the address to which a browser was redirected. */
export async function codeFor(
  service: Service,
  browser: Browser,
  application: Application,
  request: Request,
  ticked: Record<string, string> = {},
) {
  const { at } = await decide(service, browser, request.path, 'allow', ticked)
  const { server, client } = application
  return oauth.validateAuthResponse(server, client, new URL(at), request.state)
}

/** Redeems a code, or renews tokens. */
export function tokenRequest(service: Service, fields: Record<string, string>): Promise<Answer> {
  return call(service, 'POST', '/oauth/token', {
    body: new URLSearchParams(fields).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  })
}

/** Connects an application to an account, with a real client, and returns its tokens. */
export async function connect(
  service: Service,
  browser: Browser,
  application: Application,
  changed: Record<string, string | undefined> = {},
  ticked: Record<string, string> = {},
): Promise<Tokens> {
  const { server, client, redirect } = application
  const request = authorizationRequest(application, changed)
  const parameters = await codeFor(service, browser, application, request, ticked)
  const response = await oauth.authorizationCodeGrantRequest(
    server,
    client,
    oauth.None(),
    parameters,
    redirect,
    request.verifier,
    HTTP,
  )
  return tokensOf(await oauth.processAuthorizationCodeResponse(server, client, response))
}

export async function refresh({ server, client }: Application, token: string): Promise<Tokens> {
  const response = await oauth.refreshTokenGrantRequest(server, client, oauth.None(), token, HTTP)
  return tokensOf(await oauth.processRefreshTokenResponse(server, client, response))
}

function tokensOf({ access_token, refresh_token = '', scope }: oauth.TokenEndpointResponse): Tokens {
  return { access: access_token, refresh: refresh_token, scope }
}

export const newSubscriber = (service: Service): Promise<Browser> => newBrowser(service, { subscribed: true })
