import type { IncomingMessage } from 'node:http'
import type { FastifyInstance, HTTPMethods } from 'fastify'
import type { PathOf } from '../html/script-page.ts'
import type { Authentication } from '../service/access/authentication.ts'
import type { AccountRecovery } from '../service/accounts/account-recovery.ts'
import type { AccountSessions } from '../service/accounts/account-sessions.ts'
import type { AccountSettings } from '../service/accounts/account-settings.ts'
import type { Applications } from '../service/accounts/applications.ts'
import type { PasskeySignIn } from '../service/accounts/passkey-sign-in.ts'
import type { Passkeys } from '../service/accounts/passkeys.ts'
import type { SignUp } from '../service/accounts/sign-up.ts'
import type { Billing } from '../service/billing/billing.ts'
import type { SubscriptionReadings } from '../service/billing/subscription-readings.ts'
import { readFormBodies, readTextBodies } from '../transport/bodies/body.ts'
import { refuseUnknownPath, renderErrors, sendJsonError } from '../transport/errors.ts'
import { handleOtherMethods } from '../transport/methods.ts'
import { keepPace } from '../transport/pace.ts'
import { applicationRoutes } from './access/applications.ts'
import { sessionRoutes } from './access/sessions.ts'
import { tokenRoutes } from './access/tokens.ts'
import { renderErrorPage } from './accounts/form-page.ts'
import { linkRoutes } from './accounts/mailed-links.ts'
import { passkeySignInRoutes } from './accounts/passkey-sign-in.ts'
import { passkeyRoutes } from './accounts/passkeys.ts'
import { providerRoutes } from './accounts/provider.ts'
import type { Provider } from './accounts/provider-link.ts'
import { recoveryRoutes } from './accounts/recovery.ts'
import { settingsRoutes } from './accounts/settings.ts'
import { signInRoutes } from './accounts/sign-in.ts'
import { signUpRoutes } from './accounts/sign-up.ts'
import { appShell } from './app-shell.ts'
import { authenticate, SessionCookie } from './authenticate.ts'
import { billingRoutes, stripeWebhook } from './billing.ts'
import { type ExportParts, exportRoute } from './moving/export.ts'
import { type RestorationParts, restorationRoutes } from './moving/restorations.ts'
import { type DraftsParts, draftRoutes } from './surveys/drafts.ts'
import { type PreviewParts, previewRoute } from './surveys/preview.ts'
import { type SurveysParts, surveyRoutes } from './surveys/surveys.ts'
import { type TemplatesParts, templateRoutes } from './surveys/templates.ts'

export interface AccountParts
  extends SurveysParts,
    DraftsParts,
    TemplatesParts,
    ExportParts,
    RestorationParts,
    Omit<PreviewParts, 'cookie'> {
  readonly authentication: Authentication
  readonly accountSessions: AccountSessions
  readonly settings: AccountSettings
  readonly passkeys: Passkeys
  readonly passkeySignIn: PasskeySignIn
  readonly applications: Applications
  readonly billing: Billing
  /** Undefined if nothing is sold. */
  readonly subscriptionReadings: SubscriptionReadings | undefined
  readonly signUp: SignUp
  readonly recovery: AccountRecovery
  /** The sign-in provider; undefined if there is none. */
  readonly provider: Provider | undefined
  /** Network address of a request. */
  readonly addressOf: (request: IncomingMessage) => string
  /** See `Config`. */
  readonly freeSurveyDays: number
  /** Public address of the service, without a trailing slash. */
  readonly baseUrl: string
  readonly pathOf: PathOf
}

/** The signed-in application: its page, its JSON under `/app/api`, and the pages for signing up and in. */
export function account(ofService: AccountParts) {
  return async (app: FastifyInstance): Promise<void> => {
    const parts = { ...ofService, cookie: new SessionCookie(ofService.baseUrl) }
    await handleOtherMethods(app, async app => {
      await app.register(async app => {
        app.addHook('onRequest', async (_, reply) => void reply.header('vary', 'Cookie'))
        readTextBodies(app)
        renderErrors(app, sendJsonError)
        // Without this route, unknown paths would get the application's page.
        app.route({ url: '/*', method: app.supportedMethods as HTTPMethods[], handler: refuseUnknownPath })
        await app.register(async app => {
          authenticate(app, parts)
          keepPace(app, ({ holder }) => holder.accountId)
          settingsRoutes(app, parts)
          sessionRoutes(app, parts)
          passkeyRoutes(app, parts)
          tokenRoutes(app, parts)
          applicationRoutes(app, parts)
          billingRoutes(app, parts)
          exportRoute(app, parts)
          surveyRoutes(app, parts)
          draftRoutes(app, parts)
          templateRoutes(app, parts)
        })
        await app.register(async app => {
          authenticate(app, parts)
          keepPace(app, ({ holder }) => holder.accountId, EACH)
          restorationRoutes(app, parts)
        })
      }, API)
      await app.register(async app => {
        readTextBodies(app)
        renderErrors(app, sendJsonError)
        if (!parts.provider?.isOnly) passkeySignInRoutes(app, parts)
      })
      await app.register(async app => {
        readFormBodies(app)
        renderErrors(app, renderErrorPage)
        await app.register(async app => previewRoute(app, parts))
        appShell(app, parts)
        signInRoutes(app, parts)
        signUpRoutes(app, parts)
        providerRoutes(app, parts)
        recoveryRoutes(app, parts)
        linkRoutes(app, parts)
      })
      const { subscriptionReadings } = parts
      if (subscriptionReadings !== undefined) await app.register(async app => stripeWebhook(app, subscriptionReadings))
    })
  }
}

/** See `keepPace`. */
const EACH = () => true
const API = { prefix: '/app/api' }
