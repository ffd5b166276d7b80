import { createPrivateKey, generateKeyPairSync, sign } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { type Context, Provider } from 'oidc-provider'
import { CALLBACK_PATH } from '../../src/account/accounts/provider-link.ts'
import type { OidcSettings } from '../../src/config/environment.ts'
import { freePort } from '../free-port.ts'
import type { Service } from '../harness.ts'
import { send } from '../http.ts'

/** The person whom the issuer signs in, without asking. */
interface Person {
  sub: string
  email?: string
  email_verified?: boolean
  name?: string
}

type Claims = Record<string, unknown>

/** A third-party OpenID Connect provider, on loopback. */
export interface Issuer {
  readonly settings: OidcSettings
  person: Person
  /** Replaces the claims of ID tokens, which are then signed again. */
  change: ((claims: Claims) => Claims) | undefined
  /** Signs with a key that is not published. */
  isForged: boolean
  /** Allows a service to send people there. Not every provider has a user information endpoint. */
  trust(service: Pick<Service, 'baseUrl'>, choices?: { readonly userInformation: boolean }): void
  close(): void
}

export async function startIssuer(more: Partial<OidcSettings> = {}): Promise<Issuer> {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const client = { client_id: 'soundings', client_secret: 'a secret between the two of them' }
  const [own, foreign] = [newKey(), newKey()]
  let handle: ReturnType<Provider['callback']> | undefined
  let provider: Provider | undefined
  const server = createServer(async (request, response) => {
    const path = request.url ?? ''
    if (path.startsWith('/interaction/') && provider !== undefined) return signIn(provider, request, response)
    if (path === '/token') signAgain(response)
    await handle?.(request, response)
  })

  async function signIn(provider: Provider, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const result = { login: { accountId: issuer.person.sub } }
    const next = await provider.interactionResult(request, response, result)
    response.writeHead(303, { location: next }).end()
  }

  function signAgain(response: ServerResponse): void {
    const end = response.end.bind(response) as (text: string) => ServerResponse
    Object.assign(response, {
      end(text: string) {
        const body = JSON.parse(text)
        if (body.id_token !== undefined) body.id_token = resigned(body.id_token)
        const changed = JSON.stringify(body)
        response.setHeader('content-length', Buffer.byteLength(changed))
        return end(changed)
      },
    })
  }

  function resigned(token: string): string {
    const [header = '', payload = ''] = token.split('.')
    const claims: Claims = JSON.parse(Buffer.from(payload, 'base64url').toString())
    const changed = Buffer.from(JSON.stringify(issuer.change?.(claims) ?? claims)).toString('base64url')
    const key = createPrivateKey({ key: (issuer.isForged ? foreign : own) as never, format: 'jwk' })
    return `${header}.${changed}.${sign('sha256', Buffer.from(`${header}.${changed}`), key).toString('base64url')}`
  }

  const issuer: Issuer = {
    settings: {
      issuer: url,
      clientId: client.client_id,
      clientSecret: client.client_secret,
      name: 'Example Login',
      only: false,
      ...more,
    },
    person: { sub: 'ada', email: 'ada@example.org', email_verified: true, name: 'Ada' },
    change: undefined,
    isForged: false,
    trust({ baseUrl }, { userInformation } = { userInformation: true }) {
      provider = new Provider(url, {
        clients: [{ ...client, redirect_uris: [baseUrl + CALLBACK_PATH] }],
        jwks: { keys: [{ ...own, use: 'sig', alg: 'RS256' }] },
        cookies: { keys: ['of the issuer'] },
        claims: { email: ['email', 'email_verified'], profile: ['name'] },
        features: { devInteractions: { enabled: false }, userinfo: { enabled: userInformation } },
        interactions: { url: (_: Context, { uid }: { uid: string }) => `/interaction/${uid}` },
        findAccount: async (_: Context, accountId: string) => ({ accountId, claims: async () => issuer.person }),
        loadExistingGrant,
      })
      handle = provider.callback()
    },
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
  await once(server.listen(port, '127.0.0.1'), 'listening')
  return issuer
}

/** Consent is always given. */
async function loadExistingGrant({ oidc }: Context): Promise<unknown> {
  if (oidc === undefined) throw new Error('no request')
  const { provider, client, session } = oidc
  const grant = new provider.Grant({ clientId: client?.clientId, accountId: session?.accountId })
  grant.addOIDCScope('openid email profile')
  await grant.save()
  return grant
}

function newKey(): object {
  return generateKeyPairSync('rsa', { modulusLength: 2_048 }).privateKey.export({ format: 'jwk' })
}

/** Follows the issuer’s pages as a browser without a session there. @returns where it is redirected */
export async function passThrough(url: string): Promise<string> {
  const cookies = new Map<string, string>()
  const { origin } = new URL(url)
  for (let at = url; ; ) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const { status, headers, text } = await send('GET', at, { cookie })
    for (const one of headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(one) ?? []
      cookies.set(name, value)
    }
    const location = headers.get('location')
    if (location === null) throw new Error(`${status} ${at}: ${text}`)
    at = new URL(location, at).href
    if (new URL(at).origin !== origin) return at
  }
}
