import { isUuid } from '../../src/domain/text.ts'
import { DASHBOARD_ERRORS, LoadError } from '../ui/load-error.tsx'
import { request } from '../ui/request.ts'
import { SurveyModel } from './survey-model.ts'

/**
 * Opens the dashboard that the address names. An admin token in the fragment is exchanged for the survey's cookie and
 * removed from the address bar, since presenters share their screens.
 * @throws RequestError
 */
export async function signIn(slug: string): Promise<SurveyModel> {
  const token = location.hash.slice(1)
  if (isUuid(token)) {
    history.replaceState(null, '', location.pathname)
    await request('POST', `/admin/api/${slug}/session`, { token })
  }
  return SurveyModel.open(slug)
}

/** Shown in place of a dashboard that cannot be opened. */
export function DashboardError({ error }: { readonly error: unknown }) {
  return <LoadError error={error} texts={DASHBOARD_ERRORS} />
}
