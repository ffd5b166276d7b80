/** A passkey that signs in to an account. Nothing in it is secret. */
export interface PasskeyTable {
  id: string
  account_id: string
  /** As the authenticator has named it, base64url. */
  credential_id: string
  /** COSE, base64url. */
  public_key: string
  /** Of the last signature, where the authenticator counts them; otherwise 0. */
  sign_count: number
  /** How browsers reach the authenticator, separated by spaces. */
  transports: string
  /** Whether it is in more places than one authenticator. */
  backed_up: 0 | 1
  name: string | null
  created_at: string
  /** In hours since the epoch. No finer, by design. */
  last_used_hour: number | null
}

/** A challenge for a passkey that was answered. It stays until it would have expired, so that no answer counts twice. */
export interface UsedChallengeTable {
  /** SHA-256, base64url. */
  hash: string
  expires_at: number
}
