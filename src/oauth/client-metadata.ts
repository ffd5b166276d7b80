import { errors } from 'oidc-provider'
import { CLIENT_NAME_LENGTH, REDIRECT_LENGTH, REDIRECTS_PER_CLIENT } from '../domain/accounts/application-limits.ts'
import { isBlank } from '../domain/values/text.ts'
import { documentHost } from './document-host.ts'

type Metadata = Record<string, unknown>

/** The stored metadata of an application. Everything else is dropped: it is not shown, fetched or trusted. */
const KEPT = new Set(['client_id', 'client_id_issued_at', 'client_name', 'client_uri', 'redirect_uris', 'software_id'])

/** Clients are public and have no secret. The library requires an algorithm for ID tokens, although none are issued. */
export const PUBLIC_CLIENT = {
  token_endpoint_auth_method: 'none',
  grant_types: ['authorization_code', 'refresh_token'],
  response_types: ['code'],
  id_token_signed_response_alg: 'EdDSA',
} as const

/**
 * Adapts an application's metadata before the library validates it. Clients with loopback addresses or a private-use
 * scheme are native.
 * @throws InvalidClientMetadata
 */
export function adaptClientMetadata(metadata: Metadata): void {
  const isDocument = documentHost(metadata.client_id) !== undefined
  if (isDocument && metadata.token_endpoint_auth_method !== PUBLIC_CLIENT.token_endpoint_auth_method)
    throw new errors.InvalidClientMetadata('token_endpoint_auth_method must be none')
  for (const name of Object.keys(metadata)) if (!KEPT.has(name)) delete metadata[name]
  const { client_name: name, redirect_uris: uris } = metadata
  if (typeof name === 'string') metadata.client_name = displayName(name)
  checkRedirects(uris)
  Object.assign(metadata, {
    ...PUBLIC_CLIENT,
    application_type: uris.every(uri => uri.startsWith('https://')) ? 'web' : 'native',
  })
}

/** The name on one line, without characters that reorder or hide surrounding text. */
function displayName(name: string): string | undefined {
  const visible = name.replace(/[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}]+/gu, ' ').trim()
  return isBlank(visible) ? undefined : [...visible].slice(0, CLIENT_NAME_LENGTH).join('')
}

function checkRedirects(uris: unknown): asserts uris is string[] {
  const isList = Array.isArray(uris) && uris.every(uri => typeof uri === 'string' && uri.length <= REDIRECT_LENGTH)
  if (!isList || uris.length > REDIRECTS_PER_CLIENT)
    throw new errors.InvalidClientMetadata(
      `redirect_uris must be at most ${REDIRECTS_PER_CLIENT} addresses of at most ${REDIRECT_LENGTH} characters`,
    )
  if (!uris.every(isRedirect))
    throw new errors.InvalidClientMetadata(
      'redirect_uris must be https addresses, http addresses of this device, or have a private scheme with a dot, such as com.example.app',
    )
}

const LOOPBACK = /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/
/** RFC 8252, section 7.1: a domain in reverse order. Schemes without a dot belong to the system, such as `ms-msdt`. */
const PRIVATE_SCHEME = /^[a-z][a-z\d+-]*(?:\.[a-z\d+-]+)+:$/
/** Schemes without a dot that widely used clients have. */
const KNOWN_SCHEMES = ['cursor:']

/** The library checks the rest, such as that there is no fragment. */
function isRedirect(text: string): boolean {
  const url = /^[\x21-\x7e]+$/.test(text) ? URL.parse(text) : null
  if (url === null || url.username !== '' || url.password !== '') return false
  if (url.protocol === 'https:') return !url.hostname.includes('*')
  if (url.protocol === 'http:') return LOOPBACK.test(url.hostname)
  return PRIVATE_SCHEME.test(url.protocol) || KNOWN_SCHEMES.includes(url.protocol)
}
