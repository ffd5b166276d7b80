import type { FastifyInstance } from 'fastify'
import { type AccountSettings, FOREVER, type Profile } from '../service/account-settings.ts'
import type { AccountView } from './contract.ts'

interface ProfileParts {
  readonly settings: AccountSettings
  readonly freeSurveyDays: number
}

export function profileRoutes(app: FastifyInstance, { settings, freeSurveyDays }: ProfileParts): void {
  app.get('/account', async ({ holder }) => view(await settings.profile(holder), freeSurveyDays))
}

function view(profile: Profile, freeSurveyDays: number): AccountView {
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
