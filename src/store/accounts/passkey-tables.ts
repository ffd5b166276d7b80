/** A passkey that signs in to an account. Nothing in it is secret. */
export interface PasskeyTable {
  id: string
  account_id: string
  /** The credential id that the authenticator assigned, base64url. */
  credential_id: string
  /** COSE, base64url. */
  public_key: string
  /** Signature counter of the last use; 0 if the authenticator has none. */
  sign_count: number
  /** How browsers reach the authenticator, separated by spaces. */
  transports: string
  /** Whether it is backed up or synchronised to other devices. */
  backed_up: 0 | 1
  name: string | null
  created_at: string
  /** In hours since the epoch; deliberately no finer. */
  last_used_hour: number | null
}

/**
 * A passkey challenge that was answered. It is kept until it would have expired, so that no answer is accepted twice.
 */
export interface UsedChallengeTable {
  /** SHA-256, base64url. */
  hash: string
  expires_at: number
}
