import type { OAuthClientProvider, StoredOAuthClientInformation, StoredOAuthTokens } from '@modelcontextprotocol/client'

export const REDIRECT = 'https://app.example/callback'

/** What a client stores, and where it sends its user. */
export class StoredCredentials implements OAuthClientProvider {
  readonly redirectUrl = REDIRECT
  readonly clientMetadata = {
    client_name: 'Robin',
    redirect_uris: [REDIRECT],
    token_endpoint_auth_method: 'none',
  }
  client: StoredOAuthClientInformation | undefined
  #tokens: StoredOAuthTokens | undefined
  #verifier = ''
  path = ''
  readonly clientMetadataUrl?: string

  constructor(documentUrl: string | undefined) {
    if (documentUrl !== undefined) this.clientMetadataUrl = documentUrl
  }

  clientInformation() {
    return this.client
  }

  saveClientInformation(client: StoredOAuthClientInformation): void {
    this.client = client
  }

  tokens() {
    return this.#tokens
  }

  saveTokens(tokens: StoredOAuthTokens): void {
    this.#tokens = tokens
  }

  saveCodeVerifier(verifier: string): void {
    this.#verifier = verifier
  }

  codeVerifier(): string {
    return this.#verifier
  }

  redirectToAuthorization({ pathname, search }: URL): void {
    this.path = pathname + search
  }

  invalidateCredentials(): void {
    this.#tokens = undefined
  }
}
