import { isUuid } from '../../src/domain/text.ts'
import { DASHBOARD_ERRORS, LoadError } from '../ui/load-error.tsx'
import { request } from '../ui/request.ts'
import { SurveyModel } from './survey-model.ts'

/**
 * Opens the dashboard that the address names. A token that stands behind `#` is exchanged for the survey's cookie and
 * taken out of the address, since presenters share their screens.
 * @throws Refused
 */
export async function signIn(slug: string): Promise<SurveyModel> {
  const token = location.hash.slice(1)
  if (isUuid(token)) {
    history.replaceState(null, '', location.pathname)
    await request('POST', `/admin/api/${slug}/session`, { token })
  }
  return SurveyModel.open(slug)
}

/** Why no dashboard is shown. */
export function DashboardError({ error }: { readonly error: unknown }) {
  return <LoadError error={error} texts={DASHBOARD_ERRORS} />
}
