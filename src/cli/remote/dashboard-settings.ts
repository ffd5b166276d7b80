import type { ConditionalCallOptions, Dashboard, Soundings } from '../../../clients/typescript/src/client.ts'
import { EXIT, StatusError } from '../command.ts'

/** The language of a survey is not part of the API. It is read and changed with the survey's admin token. */
export async function readLanguage(client: Soundings, slug: string): Promise<string | null> {
  return (await requireDashboard(client, slug)).readLanguage()
}

/** As `readLanguage`; null if this token does not reach it, because a file without a language changes none. */
export async function findLanguage(client: Soundings, slug: string): Promise<string | null> {
  try {
    return (await (await findDashboard(client, slug))?.readLanguage()) ?? null
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'insufficient_scope') return null
    throw error
  }
}

export async function changeLanguage(
  client: Soundings,
  slug: string,
  language: string | null,
  options: ConditionalCallOptions,
): Promise<void> {
  await (await requireDashboard(client, slug)).changeLanguage(language, options)
}

/** @throws StatusError if the survey is archived, since the API lists no admin token of it */
async function requireDashboard(client: Soundings, slug: string): Promise<Dashboard> {
  const dashboard = await findDashboard(client, slug)
  if (dashboard !== undefined) return dashboard
  const reason = `the language of ${slug} can be neither read nor changed while it is archived`
  throw new StatusError(EXIT.refused, `${reason}; restore it to the list, or remove language from the file`)
}

async function findDashboard(client: Soundings, slug: string): Promise<Dashboard | undefined> {
  const { admin_token: token } = (await client.listSurveys({ includeAdmin: true })).find(({ id }) => id === slug) ?? {}
  return token === undefined ? undefined : client.dashboard(slug, token)
}
