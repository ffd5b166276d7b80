/** A person at an OpenID Connect provider who signs in to an account. */
export interface IdentityTable {
  /** Address of the provider. */
  issuer: string
  /** The provider's permanent id for the person. */
  subject: string
  account_id: string
  created_at: number
}
