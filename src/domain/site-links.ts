/** What the operator shows at the foot of every page, as law or custom asks: addresses, each undefined if there is none. */
export interface SiteLinks {
  readonly imprintUrl: string | undefined
  readonly termsUrl: string | undefined
  readonly privacyUrl: string | undefined
  /** An e-mail address. */
  readonly contact: string | undefined
}
