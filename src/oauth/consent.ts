import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Interaction } from 'oidc-provider'
import { Refusal } from '../domain/values/refusal.ts'
import type { AccountHolder } from '../service/access/authentication.ts'
import { ALL_SCOPES, DELETE_SCOPE } from '../service/access/scope.ts'
import { formField } from '../transport/bodies/body.ts'
import { requireOwnOrigin } from '../transport/cross-site.ts'
import { type AuthorizeParts, confirmIdentity, signIn } from './authorize.ts'
import { type ConsentView, consentPage, DELETE_FIELD, subscriptionPage } from './consent-page.ts'
import { documentHost } from './document-host.ts'
import { errorPage } from './error-page.ts'
import { sendPage } from './page.ts'

export interface ConsentParts extends AuthorizeParts {
  /** Public address of the service, without a trailing slash. */
  readonly baseUrl: string
}

interface ByUid {
  Params: { uid: string }
}

const DENIED = { error: 'access_denied', error_description: 'The account holder denied the request.' }

/**
 * The page on which people allow or refuse an application, after proving their identity. The browser's cookie
 * identifies the request.
 */
export function consentRoutes(app: FastifyInstance, parts: ConsentParts): void {
  const { authorizationServer, holderOf, applications, baseUrl } = parts
  app.get<ByUid>('/oauth/interaction/:uid', async (request, reply) => {
    const holder = await holderOf(request)
    if (holder === undefined) return signIn(request, reply)
    const view = await viewOf(request, reply, holder)
    if (view === undefined) return sendExpired(reply)
    return needsVerification(holder) ? confirmIdentity(request, reply) : sendView(reply, holder, view)
  })
  app.post<ByUid>('/oauth/interaction/:uid', async (request, reply) => {
    requireOwnOrigin(request, baseUrl)
    const holder = await holderOf(request)
    if (holder === undefined) return signIn(request, reply)
    const view = await viewOf(request, reply, holder)
    if (view === undefined) return sendExpired(reply)
    const decision = formField(request, 'decision')
    if (decision === 'deny') return finish(request, reply, DENIED)
    // Somebody may have signed in to another account since the page was shown.
    const isAsShown = decision === 'allow' && formField(request, 'account') === holder.accountId
    if (!isAsShown) return sendView(reply, holder, view)
    if (needsVerification(holder)) return confirmIdentity(request, reply)
    try {
      const grantId = await applications.allow(holder, consentTo(view, formField(request, DELETE_FIELD) === 'yes'))
      return finish(request, reply, { login: { accountId: holder.accountId }, consent: { grantId } })
    } catch (error) {
      if (error instanceof Refusal && error.refusal === 'entitlement_required')
        return sendPage(reply, subscriptionPage(view))
      throw error
    }
  })

  /** Without a subscription, nothing can be allowed. */
  const needsVerification = (holder: AccountHolder) => holder.isEntitled && applications.needsVerification(holder)

  /** @returns undefined if the request has expired or belongs to another browser */
  async function viewOf(request: FastifyRequest<ByUid>, reply: FastifyReply, holder: AccountHolder) {
    const provider = await authorizationServer.oidcServer()
    authorizationServer.prepare(request)
    const found = await provider.interactionDetails(request.raw, reply.raw).catch(unlessExpired)
    if (found?.uid !== request.params.uid) return undefined
    const client = await provider.Client.find(found.params.client_id)
    const redirect = URL.parse(String(found.params.redirect_uri))
    if (client === undefined || redirect === null) return undefined
    const rest = { accountId: holder.accountId, email: await applications.emailOf(holder), name: client.clientName }
    const action = `/oauth/interaction/${found.uid}`
    return {
      action,
      clientId: client.clientId,
      publisher: documentHost(client.clientId),
      redirect,
      scopes: scopesOf(found),
      ...rest,
      siteLinks: reply.server.siteLinks,
    }
  }

  async function finish(request: FastifyRequest, reply: FastifyReply, result: object): Promise<FastifyReply> {
    const provider = await authorizationServer.oidcServer()
    return reply.redirect(await provider.interactionResult(request.raw, reply.raw, result), 303)
  }
}

interface View extends ConsentView {
  readonly clientId: string
}

/** @param mayDelete whether the holder has ticked that too */
function consentTo({ clientId, name, redirect, scopes }: View, mayDelete: boolean) {
  const redirectHost = redirect.host || redirect.protocol
  const refused = scopes.filter(scope => scope === DELETE_SCOPE && !mayDelete)
  const scope = scopes.filter(scope => !refused.includes(scope)).join(' ')
  return { clientId, clientName: name ?? null, redirectHost, scope, refused }
}

function scopesOf({ params }: Interaction): readonly string[] {
  const asked = String(params.scope).split(' ')
  return ALL_SCOPES.filter(scope => asked.includes(scope))
}

function unlessExpired(error: unknown): undefined {
  if ((error as { name?: unknown }).name !== 'SessionNotFound') throw error
}

function sendExpired(reply: FastifyReply): FastifyReply {
  return sendPage(reply.code(400), errorPage('invalid_request', reply.server.siteLinks))
}

function sendView(reply: FastifyReply, holder: AccountHolder, view: View): FastifyReply {
  return sendPage(reply, holder.isEntitled ? consentPage(view) : subscriptionPage(view))
}
