import type { FastifyInstance } from 'fastify'
import type { AccountHolder } from '../../service/access/authentication.ts'
import type { AccountSessions } from '../../service/accounts/account-sessions.ts'
import type { AccountSettings, Profile } from '../../service/accounts/account-settings.ts'
import type { PasskeySignIn } from '../../service/accounts/passkey-sign-in.ts'
import type { Billing } from '../../service/billing/billing.ts'
import { requiredBody } from '../../transport/bodies/body.ts'
import type { SessionCookie } from '../authenticate.ts'
import { subscriptionView } from '../billing.ts'
import type { AccountView, SubscriptionView } from '../contract.ts'
import type { Provider } from './provider-link.ts'

interface SettingsParts {
  readonly settings: AccountSettings
  readonly billing: Billing
  readonly accountSessions: AccountSessions
  readonly passkeySignIn: PasskeySignIn
  readonly cookie: SessionCookie
  readonly freeSurveyDays: number
  readonly provider: Provider | undefined
}

/**
 * The account itself: reading, changing and deleting it, and confirming the holder's identity with the password or a
 * passkey.
 */
export function settingsRoutes(app: FastifyInstance, parts: SettingsParts): void {
  const { settings, billing, accountSessions, passkeySignIn, provider, cookie } = parts
  const read = async (holder: AccountHolder) => {
    const profile = await settings.profile(holder)
    const subscription = subscriptionView(profile, await billing.overview(holder), app.siteLinks.contact)
    return {
      ...view(profile, subscription, parts.freeSurveyDays),
      passwords_enabled: !provider?.isOnly,
      // A password set before passwords were disabled can no longer verify anything.
      has_password: profile.hasPassword && !provider?.isOnly,
      sign_in_provider: provider !== undefined && (await provider.signIn.isConnected(holder)) ? provider.name : null,
    }
  }
  app.get('/account', ({ holder }) => read(holder))
  app.patch('/account', async request => {
    await settings.rename(request.holder, requiredBody(request))
    return read(request.holder)
  })
  app.delete('/account', async (request, reply) => {
    await settings.delete(request.holder, requiredBody(request))
    cookie.remove(reply)
    return reply.code(204).send()
  })
  app.post('/verify', async (request, reply) => {
    const body = requiredBody(request)
    const { password } = body
    if (body.passkey !== undefined) await passkeySignIn.verify(request.holder, body)
    else await accountSessions.verify(request.holder, typeof password === 'string' ? password : '')
    return reply.code(204).send()
  })
  app.get('/verify', async ({ holder }) => ({ options: (await passkeySignIn.verificationOptions(holder)) ?? null }))
  app.put('/email', async request => ({
    confirmation_sent: await settings.changeEmail(request.holder, requiredBody(request)),
  }))
  app.put('/password', async (request, reply) => {
    await settings.changePassword(request.holder, requiredBody(request))
    return reply.code(204).send()
  })
}

function view(
  profile: Profile,
  subscription: SubscriptionView,
  freeSurveyDays: number,
): Omit<AccountView, 'passwords_enabled' | 'has_password' | 'sign_in_provider'> {
  const { email, name, palette } = profile
  return {
    email,
    email_confirmed: profile.emailConfirmed,
    name,
    subscription,
    palette,
    free_survey_days: freeSurveyDays,
    recently_verified: profile.isRecentlyVerified,
    surveys_left: profile.surveysLeft,
    tokens_left: profile.tokensLeft,
  }
}
