/**
 * Passkeys in the JSON form that browsers exchange. Browsers that cannot read or write this JSON yet are given the
 * binary fields one by one.
 */

/** Options for an authenticator, as JSON. */
export interface PasskeyOptions {
  readonly challenge: string
}

/** The server requests no extensions. */
type CreationOptions = Omit<PublicKeyCredentialCreationOptionsJSON, 'extensions'>
type RequestOptions = Omit<PublicKeyCredentialRequestOptionsJSON, 'extensions'>

/** Whether this browser supports passkeys at all. It does not over plain http. */
export function supportsPasskeys(): boolean {
  return 'PublicKeyCredential' in window
}

/**
 * Asks the user to create a passkey.
 * @returns what to send to the server
 * @throws DOMException if the user cancels or the platform refuses
 */
export async function createPasskey(options: PasskeyOptions): Promise<unknown> {
  const publicKey = parseCreation(options as CreationOptions)
  return serialize(await navigator.credentials.create({ publicKey }))
}

/**
 * Asks the user for a passkey.
 * @param how `mediation` is `conditional` for an offer next to what the browser fills in, which `signal` ends
 * @returns what to send to the server
 * @throws DOMException if the user cancels or the platform refuses
 */
export async function requestPasskey(
  options: PasskeyOptions,
  how: Pick<CredentialRequestOptions, 'mediation' | 'signal'> = {},
): Promise<unknown> {
  const publicKey = parseRequest(options as RequestOptions)
  return serialize(await navigator.credentials.get({ publicKey, ...how }))
}

function parseCreation(options: CreationOptions): PublicKeyCredentialCreationOptions {
  const { parseCreationOptionsFromJSON: parse } = PublicKeyCredential
  if (parse !== undefined) return parse.call(PublicKeyCredential, options)
  const { challenge, user, excludeCredentials = [] } = options
  return {
    ...options,
    challenge: decode(challenge),
    user: { ...user, id: decode(user.id) },
    excludeCredentials: excludeCredentials.map(decodeId),
  } as PublicKeyCredentialCreationOptions
}

function parseRequest(options: RequestOptions): PublicKeyCredentialRequestOptions {
  const { parseRequestOptionsFromJSON: parse } = PublicKeyCredential
  if (parse !== undefined) return parse.call(PublicKeyCredential, options)
  const { challenge, allowCredentials = [] } = options
  const binary = { challenge: decode(challenge), allowCredentials: allowCredentials.map(decodeId) }
  return { ...options, ...binary } as PublicKeyCredentialRequestOptions
}

function serialize(credential: Credential | null): unknown {
  if (!(credential instanceof PublicKeyCredential)) throw new DOMException('no passkey', 'NotAllowedError')
  if ('toJSON' in credential) return credential.toJSON()
  return serializeFields(credential)
}

function serializeFields({ id, type, response }: PublicKeyCredential) {
  const isNew = response instanceof AuthenticatorAttestationResponse
  const transports = isNew ? response.getTransports() : undefined
  const names = ['clientDataJSON', 'attestationObject', 'authenticatorData', 'signature', 'userHandle'] as const
  const fields = names.flatMap(name => {
    const value: unknown = Reflect.get(response, name)
    return value instanceof ArrayBuffer ? [[name, encode(value)] as const] : []
  })
  return { id, rawId: id, type, response: { ...Object.fromEntries(fields), transports }, clientExtensionResults: {} }
}

function decodeId<Descriptor extends { readonly id: string }>(descriptor: Descriptor) {
  return { ...descriptor, id: decode(descriptor.id) }
}

function decode(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), char => char.charCodeAt(0))
}

function encode(bytes: ArrayBuffer): string {
  const text = btoa(Array.from(new Uint8Array(bytes), byte => String.fromCharCode(byte)).join(''))
  return text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}
