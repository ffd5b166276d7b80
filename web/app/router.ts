import { signal } from '@preact/signals'

/** The path of the page, as in the address bar. */
export const path = signal(location.pathname)

/**
 * The query of the page. It may be ahead of the address bar, which browsers do not allow to be updated on every key.
 */
export const query = signal(location.search)

/** Updates the address of this page. @param fragment with its `#` */
export function replaceQuery(to: string, fragment = ''): void {
  query.value = to
  history.replaceState(null, '', `${location.pathname}${to}${fragment}`)
}

/** Shows another page of the application. @param replaces whether it replaces this page in the history */
export function navigate(to: string, { replaces = false } = {}): void {
  if (to === addressOf(location)) return
  history[replaces ? 'replaceState' : 'pushState'](null, '', to)
  show()
  scrollTo(0, 0)
}

/** Handles links within the application and the browser's buttons. Other links and new tabs are left to the browser. */
export function followLinks(): void {
  addEventListener('popstate', show)
  document.addEventListener('click', event => {
    const link = event.target instanceof Element ? event.target.closest('a') : null
    if (link === null || !isPlainClick(event) || !isOwnPage(link)) return
    event.preventDefault()
    navigate(addressOf(link))
  })
}

function show(): void {
  path.value = location.pathname
  query.value = location.search
}

function addressOf({ pathname, search, hash }: Location | HTMLAnchorElement): string {
  return `${pathname}${search}${hash}`
}

function isPlainClick(event: MouseEvent): boolean {
  return (
    !event.defaultPrevented && event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
  )
}

function isOwnPage(link: HTMLAnchorElement): boolean {
  const isOwn = link.origin === location.origin && /^\/app(?:\/|$)/.test(link.pathname)
  return isOwn && !link.pathname.startsWith('/app/api/') && link.target === '' && !link.hasAttribute('download')
}
