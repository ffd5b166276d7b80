import { type Html, html } from '../html/html.ts'
import type { ProviderSignIn } from '../service/provider-sign-in.ts'

/** An external provider with which people sign in. */
export interface Provider {
  readonly signIn: ProviderSignIn
  /** The name that people know it by. */
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
 * A link that leads to the provider; where it is not the only way, an alternative to the form above it.
 * @param next path to go on to
 * @param link token of a link for a new password, which connects its account
 */
export function providerLink({ name, isOnly }: Provider, next: string, link = ''): Html {
  const query = new URLSearchParams({ next, ...(link !== '' && { link }) })
  return html`${!isOnly && OR}<p><a class="button${!isOnly && ' quiet'}" rel="nofollow" href="${PROVIDER_PATH}?${query.toString()}">Continue with ${name}</a></p>
`
}
