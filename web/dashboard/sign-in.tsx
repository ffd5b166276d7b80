import { isUuid } from '../../src/domain/values/text.ts'
import type { ErrorTexts } from '../ui/load-error.tsx'
import { request } from '../ui/request.ts'
import { words } from '../words/words.ts'

export const ADMIN_LINK_ERRORS: ErrorTexts = {
  404: { title: words.errors.dashboardTitle, text: words.errors.dashboard },
}

/** The admin token in the address of the page; undefined if it was not opened with an admin link. */
export function tokenInAddress(): string | undefined {
  const token = location.hash.slice(1)
  return isUuid(token) ? token : undefined
}

/**
 * Exchanges the admin token for the survey's cookie, and replaces the page by one whose address opens nothing without
 * the cookie. The browser then does not show the token, because presenters share their screens, nor does it list it
 * among the visited pages, as it would after `replaceState`.
 * @throws RequestError
 */
export async function signIn(slug: string, token: string): Promise<void> {
  await request('POST', `/admin/api/${slug}/session`, { token })
  location.replace(location.pathname)
}
