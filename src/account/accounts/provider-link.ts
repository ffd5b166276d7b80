import { type Html, html } from '../../html/html.ts'
import type { ProviderSignIn } from '../../service/accounts/provider-sign-in.ts'

/** An external provider that people sign in with. */
export interface Provider {
  readonly signIn: ProviderSignIn
  /** The name by which people know it. */
  readonly name: string
  /** Whether it is the only way to sign in. */
  readonly isOnly: boolean
}

export const PROVIDER_PATH = '/sign-in/provider'
/** Where the provider sends people back to. */
export const CALLBACK_PATH = `${PROVIDER_PATH}/callback`

/** Separates a form from an alternative to it. */
export const OR = html`<p class="or">or</p>
`

/**
 * A link to the provider; if it is not the only way to sign in, it is an alternative to the form above it.
 * @param next path to continue to
 * @param more `link`: token of a link for a new password, which connects its account; `purpose`: `verify` for somebody
 *   who is signed in
 */
export function providerLink(
  { name, isOnly }: Provider,
  next: string,
  { link, purpose }: { readonly link?: string; readonly purpose?: 'verify' | undefined } = {},
): Html {
  const query = new URLSearchParams({ next, ...(link && { link }), ...(purpose && { purpose }) })
  return html`${!isOnly && OR}<p><a class="button${!isOnly && ' quiet'}" rel="nofollow" href="${PROVIDER_PATH}?${query.toString()}">Continue with ${name}</a></p>
`
}
