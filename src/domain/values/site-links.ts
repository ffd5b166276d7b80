/** Footer links: the operator's addresses, as law or custom requires, and the product name. */
export interface SiteLinks {
  readonly imprintUrl?: string | undefined
  readonly termsUrl?: string | undefined
  readonly privacyUrl?: string | undefined
  /** An e-mail address, which is also shown at the end of mails. */
  readonly contact?: string | undefined
  /** Whether respondents' pages say what they are made with. */
  readonly saysMadeWith: boolean
}
