/** The content of a mail. Its text and HTML are made from this when it is sent. */
export interface Mail {
  readonly to: string
  readonly subject: string
  /** Paragraphs and links. */
  readonly content: readonly (string | MailLink)[]
}

export interface MailLink {
  readonly url: string
  /**
   * What the link does, as a verb for a button. The paragraph before says so too, because plain text shows only the
   * address.
   */
  readonly label: string
}

/** A mail ready to send: plain text, and HTML that says the same. */
export interface RenderedMail extends Pick<Mail, 'to' | 'subject'> {
  readonly text: string
  readonly html: string
}
