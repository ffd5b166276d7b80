import { TABS, type Tab } from './survey-list.ts'

/** The visible part of the list. It is stored in the address, so that it survives a reload and going back. */
export interface ListView {
  readonly tab: Tab
  readonly search: string
}

/** @param query of the address */
export function viewIn(query: string): ListView {
  const parameters = new URLSearchParams(query)
  const tab = TABS.find(one => one === parameters.get('tab')) ?? 'all'
  return { tab, search: parameters.get('search') ?? '' }
}

export function queryOf({ tab, search }: ListView): string {
  const parameters = new URLSearchParams({ ...(tab !== 'all' && { tab }), ...(search !== '' && { search }) })
  return parameters.size === 0 ? '' : `?${parameters}`
}

/** After going back from an entry, focuses its row, which is named in the address's fragment. */
export function focusRow(fragment: string): void {
  if (fragment.length < 2) return
  const link = document.querySelector<HTMLElement>(`.survey-link[href$="/${CSS.escape(fragment.slice(1))}"]`)
  if (link === null) return
  const { top, bottom } = link.getBoundingClientRect()
  // If the browser has restored the scroll position itself, nothing moves.
  if (top < 0 || bottom > innerHeight) link.scrollIntoView({ block: 'center' })
  link.focus({ preventScroll: true })
}
