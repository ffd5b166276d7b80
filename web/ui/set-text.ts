const given = new WeakMap<Element, string>()

/**
 * Gives an element its text, unless it was given the same before, so that nothing is announced again. The element is not
 * asked for its text: a browser that translates the page shows another one.
 */
export function setText(element: Element, text: string): void {
  if (given.get(element) === text) return
  given.set(element, text)
  element.textContent = text
}
