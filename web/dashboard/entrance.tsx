import { isUuid } from '../../src/domain/text.ts'
import { OF_DASHBOARDS, RefusalText } from '../ui/refusal.tsx'
import { request } from '../ui/request.ts'
import { Desk } from './desk.ts'

/**
 * Opens the dashboard that the address names. A token that stands behind `#` is exchanged for the survey's cookie and
 * taken out of the address, since presenters share their screens.
 * @throws Refused
 */
export async function enter(slug: string): Promise<Desk> {
  const token = location.hash.slice(1)
  if (isUuid(token)) {
    history.replaceState(null, '', location.pathname)
    await request('POST', `/admin/api/${slug}/session`, { token })
  }
  return Desk.open(slug)
}

/** Why no dashboard is shown. */
export function Refusal({ error }: { readonly error: unknown }) {
  return <RefusalText error={error} reasons={OF_DASHBOARDS} />
}
