import { type Html, html } from './html.ts'

/** An e-mail address as text. If it is too long for its line, it breaks before its @ or a dot. */
export function emailText(email: string): Html {
  return html`${email.split(/(?=[.@])/).map((part, at) => html`${at > 0 && html`<wbr>`}${part}`)}`
}
