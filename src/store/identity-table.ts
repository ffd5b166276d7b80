/** Somebody at an OpenID Connect provider who signs in to an account. */
export interface IdentityTable {
  /** Address of the provider. */
  issuer: string
  /** As the provider names the person, for good. */
  subject: string
  account_id: string
  created_at: number
}
