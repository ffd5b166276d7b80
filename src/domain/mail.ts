/** What a mail says. Text and HTML are made of it when it is sent. */
export interface Mail {
  readonly to: string
  readonly subject: string
  /** Paragraphs, and the links that they lead to. */
  readonly content: readonly (string | MailLink)[]
}

export interface MailLink {
  readonly url: string
  /** What following it does: a verb, for a button. The paragraph before says so too, since plain text has only the address. */
  readonly label: string
}

/** A mail as it is sent: plain text, and HTML that says the same. */
export interface RenderedMail extends Pick<Mail, 'to' | 'subject'> {
  readonly text: string
  readonly html: string
}
