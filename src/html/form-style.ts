import { html } from './html.ts'

/** Styles of the pages on which people sign up and sign in, in addition to the stylesheet of all pages. */
export const STYLE = html`
.top { max-width: calc(26rem + 32px); margin: 0 auto; padding: 16px }
@media (min-width: 48rem) { .top { padding-top: 48px } }
.wordmark { display: inline-flex; gap: 8px; align-items: center; padding: 10px 0; color: var(--accent); font-size: 1.25rem; font-weight: 600; letter-spacing: -.02em; text-decoration: none }
main { padding-top: 24px }
body > footer { max-width: calc(26rem + 32px) }
.account { max-width: 26rem; margin: 0 auto }
.account h1 { margin: 0; font-size: 2.2rem; letter-spacing: -.03em; line-height: 1.1; color: var(--text) }
.account h1 + p:not(.problem, :has(> .button)) { margin-top: 16px }
.lead { font-size: 1.25rem; color: var(--muted) }
.problem { margin: 24px 0 0; padding-inline-start: 12px; border-inline-start: 4px solid var(--danger); color: var(--danger); font-weight: 600 }
.field { margin: 24px 0 0 }
.field .help, .field .error { margin: 0 0 8px }
.field .error { font-size: .8rem }
.field label .muted { font-weight: 400 }
.field input { min-height: 48px }
.field > p:first-child { margin: 0 }
.account form > p:has(button) { margin: 32px 0 0 }
.account form button, .account p > .button { width: 100%; min-height: 48px }
.account p:has(> .button) { margin: 32px 0 0 }
/* Its place is kept until its script knows whether the browser has passkeys, so that nothing below moves. */
@media (scripting: enabled) { .passkey[hidden] { display: block !important; visibility: hidden } }
.or { display: flex; gap: 12px; align-items: center; margin: 16px 0; color: var(--muted) }
.or::before, .or::after { content: ""; flex: 1; border-top: 1px solid color-mix(in srgb, var(--line) 45%, transparent) }
.or + p:has(.button), .passkey p:has(button) { margin: 0 }
p + .passkey { margin: 12px 0 0 }
.passkey button { width: 100%; min-height: 48px }
.passkey .error { margin: 8px 0 0 }
.foot { margin: 40px 0 0; padding: 12px 0 0; border-top: 1px solid color-mix(in srgb, var(--line) 45%, transparent); color: var(--muted) }
.foot p { margin: 0 }
.foot a { display: inline-block; padding: 10px 0 }
`
