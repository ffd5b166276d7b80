import type { SiteLinks } from '../domain/values/site-links.ts'
import { emailText } from '../html/email-text.ts'
import { type Html, html } from '../html/html.ts'
import { DELETE_SCOPE } from '../service/access/scope.ts'
import { oauthPage } from './page.ts'

export interface ConsentView {
  /** The form's action. */
  readonly action: string
  readonly accountId: string
  readonly email: string
  /** The application's own name. */
  readonly name: string | undefined
  /** The host that published the application's description; undefined for an application registered here. */
  readonly publisher: string | undefined
  /** Where the page redirects to. */
  readonly redirect: URL
  readonly scopes: readonly string[]
  readonly siteLinks: SiteLinks
}

/** Asks an account's holder whether an application may act for the account. */
export function consentPage(view: ConsentView) {
  const { name, publisher, redirect, scopes, email } = view
  const mayAskToDelete = scopes.includes(DELETE_SCOPE)
  return oauthPage({
    heading: html`Connect ${name !== undefined && name.length > LONG_NAME ? 'this application' : nameOf(name)}?`,
    title: 'Connect an application',
    content: html`<p class="lead">${nameOf(name, 'An')} wants to use the account <strong>${emailText(email)}</strong>.</p>
${publisher && html`<p>Its description comes from <strong>${publisher}</strong>.</p>`}
<h2>It will be able to</h2>
<ul>${scopes.map(scope => ABILITIES[scope]?.map(text => html`<li>${text}</li>`))}</ul>
${!scopes.includes('surveys:write') && html`<p>It can’t change anything${mayAskToDelete && ', except for what you tick below'}.</p>`}
<h2>You’ll be sent to</h2>
<p>${destination(redirect)}</p>
<p class="warning">Soundings hasn’t checked this application or its name. Allow it only if you’ve just started this yourself.</p>
${form(
  view,
  html`${mayAskToDelete && DELETE_CHOICE}<button name="decision" value="allow">Allow</button>
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
 * Length, in UTF-16 code units, above which a name as heading would fill half of a phone's screen. The sentence below
 * the heading always contains it.
 */
const LONG_NAME = 40

const ABILITIES: Readonly<Record<string, readonly string[]>> = {
  'surveys:read': ['read all your surveys and templates, and every response'],
  'surveys:write': [
    'create surveys and templates, and change, close and archive yours',
    'open the dashboards of your surveys, where responses and surveys can be deleted',
  ],
}

/** The field of the form that is sent only if its box is ticked. */
export const DELETE_FIELD = 'delete'

/** Off at first: many applications ask for every scope that they find. */
const DELETE_CHOICE = html`<label class="choice-more"><input type="checkbox" name="${DELETE_FIELD}" value="yes">
<span>Also let it delete surveys by itself, with all their responses, for good. It asks for this too; leave it off unless you want that.</span></label>
`

/**
 * Isolated, so that the name cannot change the direction of surrounding text.
 * @param article for an application without a name, capitalised at the beginning of a sentence
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
