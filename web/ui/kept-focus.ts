/** Parts of a page that can take the focus on behalf of something in them, and have a name to announce. */
const PARTS = 'main, :is(section, nav, fieldset, ul, dialog):is([aria-label], [aria-labelledby])'

/**
 * Keeps the place of keyboards and screen readers when the focused element is removed, such as a row with the button
 * that deleted it: the focus goes to the part of the page that contained it, or from a notice back to where it was
 * before. Code that knows a better place takes precedence.
 */
export function keepFocus(): void {
  let focused: Element | undefined
  /** The element that was focused outside notices, and its ancestors, from the inside. */
  let path: readonly Element[] = []
  addEventListener('focusin', ({ target }) => {
    if (!(target instanceof Element)) return
    focused = target
    if (target.closest('.notice-line') === null) path = pathOf(target)
  })
  const isLost = () => focused?.isConnected === false && document.activeElement === document.body
  const restore = () => {
    const found = path.find(element => element.isConnected && (element === path[0] || element.matches(PARTS)))
    if (isLost() && found instanceof HTMLElement) focusPart(found)
  }
  new MutationObserver(() => {
    // Waits one frame longer than other code that moves the focus.
    if (isLost()) requestAnimationFrame(() => requestAnimationFrame(restore))
  }).observe(document.body, { childList: true, subtree: true })
}

function pathOf(element: Element): Element[] {
  const path = []
  for (let one: Element | null = element; one !== null; one = one.parentElement) path.push(one)
  return path
}

function focusPart(element: HTMLElement): void {
  element.focus({ preventScroll: true })
  if (document.activeElement === element) return
  element.tabIndex = -1
  element.addEventListener('blur', () => element.removeAttribute('tabindex'), { once: true })
  element.focus({ preventScroll: true })
}
