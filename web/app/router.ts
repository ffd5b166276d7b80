import { signal } from '@preact/signals'

/** The path of the page, as in the address bar. */
export const path = signal(location.pathname)

/** Shows another page of the application. @param replaces whether it takes the place of this one in the history */
export function navigate(to: string, { replaces = false } = {}): void {
  if (to === location.pathname) return
  history[replaces ? 'replaceState' : 'pushState'](null, '', to)
  show()
  scrollTo(0, 0)
}

/** Follows links within the application and the buttons of the browser. Other links and new tabs are the browser's. */
export function followLinks(): void {
  addEventListener('popstate', show)
  document.addEventListener('click', event => {
    const link = event.target instanceof Element ? event.target.closest('a') : null
    if (link === null || !isPlainClick(event) || !isOwnPage(link)) return
    event.preventDefault()
    navigate(link.pathname)
  })
}

function show(): void {
  path.value = location.pathname
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
