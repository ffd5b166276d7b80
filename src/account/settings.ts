import type { FastifyInstance } from 'fastify'
import type { AccountSessions } from '../service/account-sessions.ts'
import { type AccountSettings, FOREVER, type Profile } from '../service/account-settings.ts'
import type { AccountHolder } from '../service/authentication.ts'
import type { PasskeySignIn } from '../service/passkey-sign-in.ts'
import { requiredBody } from '../transport/body.ts'
import type { SessionCookie } from './authenticate.ts'
import type { AccountView } from './contract.ts'
import type { Provider } from './provider-link.ts'

interface SettingsParts {
  readonly settings: AccountSettings
  readonly accountSessions: AccountSessions
  readonly passkeySignIn: PasskeySignIn
  readonly cookie: SessionCookie
  readonly freeSurveyDays: number
  readonly provider: Provider | undefined
}

/** The account itself: reading, changing and deleting it, and giving the password or a passkey again for that. */
export function settingsRoutes(app: FastifyInstance, parts: SettingsParts): void {
  const { settings, accountSessions, passkeySignIn, provider, cookie } = parts
  const read = async (holder: AccountHolder) => ({
    ...view(await settings.profile(holder), parts.freeSurveyDays),
    sign_in_provider: provider !== undefined && (await provider.signIn.isConnected(holder)) ? provider.name : null,
  })
  app.get('/account', ({ holder }) => read(holder))
  app.patch('/account', async request => {
    await settings.rename(request.holder, requiredBody(request))
    return read(request.holder)
  })
  app.delete('/account', async (request, reply) => {
    await settings.delete(request.holder, requiredBody(request))
    cookie.remove(reply)
    // Browsers keep copies of drafts there that were not saved.
    return reply.code(204).header('clear-site-data', '"storage"').send()
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

function view(profile: Profile, freeSurveyDays: number): Omit<AccountView, 'sign_in_provider'> {
  const { email, name, entitledUntil, isEntitled, palette } = profile
  const hasEnd = isEntitled && entitledUntil !== null && entitledUntil !== FOREVER
  return {
    email,
    email_confirmed: profile.emailConfirmed,
    name,
    subscription: { subscribed: isEntitled, until: hasEnd ? new Date(entitledUntil).toISOString() : null },
    palette,
    free_survey_days: freeSurveyDays,
    recently_verified: profile.isRecentlyVerified,
    has_password: profile.hasPassword,
    surveys_left: profile.surveysLeft,
    tokens_left: profile.tokensLeft,
  }
}
