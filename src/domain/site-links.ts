/** What is shown at the foot of pages: addresses of the operator, as law or custom asks, and our name. */
export interface SiteLinks {
  readonly imprintUrl?: string | undefined
  readonly termsUrl?: string | undefined
  readonly privacyUrl?: string | undefined
  /** An e-mail address. It is at the foot of mails, too. */
  readonly contact?: string | undefined
  /** Whether respondents' pages say what they are made with. */
  readonly saysMadeWith: boolean
}
