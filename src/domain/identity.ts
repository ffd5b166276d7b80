/** Who somebody is, as an identity provider has just confirmed. */
export interface Identity {
  /** Names the person at the provider, for good. */
  readonly subject: string
  readonly email: string | undefined
  /** Whether the provider says that it has verified the address. */
  readonly isEmailVerified: boolean
  readonly name: string | undefined
  /** When the person last signed in there, in milliseconds since the epoch; undefined if the provider does not say. */
  readonly authenticatedAt: number | undefined
}

/** Values that tie the answer of a provider to the request of one browser. The verifier is shown to the provider only. */
export interface ProviderSecrets {
  readonly state: string
  readonly nonce: string
  /** Of PKCE: 43 characters of base64url. */
  readonly verifier: string
}
