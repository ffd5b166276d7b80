import type { SiteLinks } from '../domain/site-links.ts'
import { emailText } from '../html/email-text.ts'
import { type Html, html } from '../html/html.ts'
import { oauthPage } from './page.ts'

export interface ConsentView {
  /** Of the form. */
  readonly action: string
  readonly accountId: string
  readonly email: string
  /** The application's own name. */
  readonly name: string | undefined
  /** The host that has published the application's description; undefined for one that has registered here. */
  readonly publisher: string | undefined
  /** Where the page redirects to. */
  readonly redirect: URL
  readonly scopes: readonly string[]
  readonly siteLinks: SiteLinks
}

/** Asks the holder of an account whether an application may act for it. */
export function consentPage(view: ConsentView) {
  const { name, publisher, redirect, scopes, email } = view
  return oauthPage({
    heading: html`Connect ${name !== undefined && name.length > LONG_NAME ? 'this application' : nameOf(name)}?`,
    title: 'Connect an application',
    content: html`<p class="lead">${nameOf(name, 'An')} wants to use the account <strong>${emailText(email)}</strong>.</p>
${publisher && html`<p>Its description comes from <strong>${publisher}</strong>.</p>`}
<h2>It will be able to</h2>
<ul>${scopes.map(scope => ABILITIES[scope]?.map(text => html`<li>${text}</li>`))}</ul>
${!scopes.includes('surveys:write') && html`<p>It can’t change anything.</p>`}
<h2>You’ll be sent to</h2>
<p>${destination(redirect)}</p>
<p class="warning">Soundings hasn’t checked this application or its name. Allow it only if you’ve just started this yourself.</p>
${form(
  view,
  html`<button name="decision" value="allow">Allow</button>
<button class="quiet" name="decision" value="deny">Don’t allow</button>`,
)}`,
    foot: html`<p>It stays connected until you disconnect it.</p>
<p><a href="/app/settings">Settings</a></p>`,
    siteLinks: view.siteLinks,
    leadsAway: true,
  })
}

/** For an account without a subscription, which cannot allow anything. */
export function subscriptionPage(view: ConsentView) {
  return oauthPage({
    heading: 'Applications need a subscription',
    title: 'Applications need a subscription',
    content: html`<p class="lead">${nameOf(view.name, 'An')} can’t use the account <strong>${emailText(view.email)}</strong> yet.</p>
<p>Connecting applications is part of a subscription. See <a href="/app/settings#subscription">Settings</a> for how to get one, then connect again.</p>
${form(view, html`<button name="decision" value="deny">Go back</button>`)}
<p>You’ll be sent to ${destination(view.redirect)}.</p>`,
    siteLinks: view.siteLinks,
    leadsAway: true,
  })
}

/**
 * Length, in UTF-16 code units, from which a name would fill half of a phone as a heading. The sentence below the heading
 * always has it.
 */
const LONG_NAME = 40

const ABILITIES: Readonly<Record<string, readonly string[]>> = {
  'surveys:read': ['read all your surveys and templates, and every response'],
  'surveys:write': [
    'create surveys and templates, and change, close and archive yours',
    'open the dashboards of your surveys, where responses can be deleted',
  ],
}

/**
 * Isolated, so that the name cannot change the direction of the text around it.
 * @param article for an application without a name, with a capital where it begins a sentence
 */
function nameOf(name: string | undefined, article = 'an'): Html {
  return name === undefined ? html`${article} application without a name` : html`“<bdi>${name}</bdi>”`
}

const LOOPBACK = /^(localhost|127(\.\d+){3}|\[::1\])$/

function destination({ protocol, host, hostname }: URL): Html {
  if (protocol === 'https:') return html`<strong>${host}</strong>`
  if (protocol === 'http:' && LOOPBACK.test(hostname))
    return html`a program on <strong>this computer</strong> (${host})`
  return html`an app on this device that opens <strong>${protocol}</strong> links`
}

function form({ action, accountId }: ConsentView, buttons: Html): Html {
  return html`<form method="post" action="${action}">
<input type="hidden" name="account" value="${accountId}">
${buttons}
</form>`
}
