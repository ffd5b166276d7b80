import { type Adapter, errors, type Payload } from 'oidc-provider'
import { CLIENT_BYTES } from '../domain/accounts/application-limits.ts'
import { hasNul } from '../domain/values/text.ts'
import { ALL_SCOPES, hasScope } from '../service/access/scope.ts'
import type { ArtifactKind, FoundArtifact, Grants, OauthGrant } from '../service/accounts/grants.ts'
import { resourcesOf } from './resources.ts'

const KINDS: Readonly<Record<string, ArtifactKind>> = {
  Client: 'client',
  Interaction: 'interaction',
  AuthorizationCode: 'code',
  RefreshToken: 'refresh_token',
}

/** Lets the library store its models through our own service, by model name. */
export function adapterOn(grants: Grants, baseUrl: string): (name: string) => Adapter {
  return name => {
    if (name === 'Grant') return grantAdapter(grants, baseUrl)
    if (name === 'AccessToken') return accessTokenAdapter(grants)
    if (name === 'Client') return clientAdapter(grants)
    const kind = KINDS[name]
    return kind === undefined ? NOTHING : artifactAdapter(grants, kind, baseUrl)
  }
}

/** Stores nothing. That includes the library's own sessions, because only ours determine who is signed in. */
const NOTHING: Adapter = {
  upsert: async () => undefined,
  find: async () => undefined,
  findByUid: async () => undefined,
  findByUserCode: async () => undefined,
  consume: async () => undefined,
  destroy: async () => undefined,
  revokeByGrantId: async () => undefined,
}

function artifactAdapter(grants: Grants, kind: ArtifactKind, baseUrl: string): Adapter {
  return {
    ...NOTHING,
    async upsert(id, payload, expiresIn = 0) {
      const owner = { accountId: textIn(payload, 'accountId'), grantId: textIn(payload, 'grantId') }
      const artifact = { payload: JSON.stringify(withoutIds(payload)), lifetimeMs: expiresIn * 1_000, ...owner }
      if (!(await grants.save(kind, id, artifact))) throw new errors.InvalidGrant('grant not found')
    },
    async find(id) {
      const found = await grants.find(kind, id)
      const returnTo = kind === 'interaction' && { returnTo: `${baseUrl}/oauth/authorize/${id}` }
      return found && { ...JSON.parse(found.payload), ...returnTo, ...timesOf(found), jti: id }
    },
    async consume(id) {
      if (!(await grants.consume(kind, id))) throw new errors.InvalidGrant('already consumed')
    },
    destroy: id => grants.remove(kind, id),
  }
}

function clientAdapter(grants: Grants): Adapter {
  return {
    ...NOTHING,
    async upsert(id, payload) {
      const text = JSON.stringify(payload)
      if (Buffer.byteLength(text) > CLIENT_BYTES)
        throw new errors.InvalidClientMetadata(`the metadata may have at most ${CLIENT_BYTES} bytes`)
      if (await grants.registerClient(id, text)) return
      throw new errors.TemporarilyUnavailable('too many applications have registered lately; try again later')
    },
    async find(id) {
      // No client id contains a NUL, and PostgreSQL does not accept one in a query.
      const found = hasNul(id) ? undefined : await grants.find('client', id)
      return found && JSON.parse(found.payload)
    },
  }
}

function grantAdapter(grants: Grants, baseUrl: string): Adapter {
  return {
    ...NOTHING,
    async find(id) {
      const found = await grants.findGrant(id)
      return found && { ...grantPayload(found, baseUrl), jti: id }
    },
    destroy: id => grants.end(id),
  }
}

/** A grant is valid for all of our resources. The library would ask again for a scope that is neither granted nor rejected. */
function grantPayload({ accountId, clientId, scope }: OauthGrant, baseUrl: string): Payload {
  const forAll = (scopes: string) => Object.fromEntries(resourcesOf(baseUrl).map(resource => [resource, scopes]))
  const rest = ALL_SCOPES.filter(one => !hasScope(scope, one)).join(' ')
  const rejected = { resources: forAll(rest), openid: { scope: rest } }
  return { accountId, clientId, resources: forAll(scope), openid: { scope: `${scope} offline_access` }, rejected }
}

function accessTokenAdapter(grants: Grants): Adapter {
  return {
    ...NOTHING,
    async upsert(id, payload) {
      const textOf = (name: string) => textIn(payload, name) ?? ''
      const token = { grantId: textOf('grantId'), accountId: textOf('accountId'), scope: textOf('scope') }
      if (!(await grants.addAccessToken(id, token))) throw new errors.InvalidGrant('grant not found')
    },
    async find(id) {
      const found = await grants.findAccessToken(id)
      return found && { ...found, jti: id, kind: 'AccessToken' }
    },
  }
}

/** Leaves out ids that give access, which are stored only as hashes, and times, which have their own columns. */
function withoutIds({ jti, iat, exp, session, returnTo, ...payload }: Payload): Payload {
  return payload
}

/** The library compares times with the machine's clock, so they are converted to it. */
function timesOf({ secondsLeft, isConsumed }: FoundArtifact): Payload {
  const now = Math.floor(Date.now() / 1_000)
  return { iat: now, exp: now + secondsLeft, ...(isConsumed && { consumed: now }) }
}

function textIn(payload: Payload, name: string): string | null {
  const value = payload[name]
  return typeof value === 'string' ? value : null
}
