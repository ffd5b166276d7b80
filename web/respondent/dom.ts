/** The element that the page is sure to have. */
export function find<Kind extends HTMLElement = HTMLElement>(root: ParentNode, selector: string): Kind {
  const found = root.querySelector<Kind>(selector)
  if (found === null) throw new Error(selector)
  return found
}

/** A new element with a text. */
export function createElement<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  properties: Partial<HTMLElementTagNameMap[Tag]>,
  ...content: readonly (string | Node)[]
): HTMLElementTagNameMap[Tag] {
  const element = Object.assign(document.createElement(tag), properties)
  element.append(...content)
  return element
}

/** A copy of the element that a template holds. */
export function cloneTemplate(template: HTMLTemplateElement): HTMLElement {
  return template.content.firstElementChild?.cloneNode(true) as HTMLElement
}
