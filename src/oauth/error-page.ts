import type { SiteLinks } from '../domain/values/site-links.ts'
import { html } from '../html/html.ts'
import { oauthPage } from './page.ts'

const REASONS: Readonly<Record<string, string>> = {
  invalid_client: 'This application isn’t known here. Remove the connection in the application, then connect again.',
  unreadable_document: 'Soundings couldn’t read the description of this application, or it isn’t valid.',
  invalid_redirect_uri: 'The application asked to send you to an address it hasn’t registered.',
  invalid_request: 'The application’s request is incomplete, or it has expired.',
  foreign_origin: 'This request didn’t come from our page.',
  too_many_attempts: 'There have been too many requests. Wait a quarter of an hour.',
  temporarily_unavailable: 'Soundings is busy. Try again in a moment.',
  server_error: 'Something went wrong here.',
}

/**
 * The page for a request that cannot be answered with a redirect to the application.
 * @param error an OAuth code, or one of ours
 */
export function errorPage(error: string, siteLinks: SiteLinks) {
  return oauthPage({
    heading: 'This application can’t be connected',
    title: 'This application can’t be connected',
    content: html`<p>${REASONS[error] ?? REASONS.invalid_request} Nothing was allowed.</p>
<p>Go back to the application and start again.</p>`,
    siteLinks,
    foot: html`<p><a href="/app">Your surveys</a></p>`,
  })
}
