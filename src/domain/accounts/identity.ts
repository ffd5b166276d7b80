/** A person's identity as just confirmed by an identity provider. */
export interface Identity {
  /** Permanent id of the person at the provider. */
  readonly subject: string
  readonly email: string | undefined
  /** Whether the provider says that it has verified the address. */
  readonly isEmailVerified: boolean
  readonly name: string | undefined
  /** When the person last signed in there, in milliseconds since the epoch; undefined if the provider does not say. */
  readonly authenticatedAt: number | undefined
}

/** Values that tie a provider's response to one browser's request. The verifier is sent to the provider only. */
export interface ProviderSecrets {
  readonly state: string
  readonly nonce: string
  /** PKCE code verifier: 43 characters of base64url. */
  readonly verifier: string
}
