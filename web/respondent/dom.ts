/** The element for a selector. @throws if the page does not contain it */
export function find<Kind extends HTMLElement = HTMLElement>(root: ParentNode, selector: string): Kind {
  const found = root.querySelector<Kind>(selector)
  if (found === null) throw new Error(selector)
  return found
}

/** The questions for which the server made a form, as it sends them back. */
export function madeFor(form: HTMLFormElement): string {
  return find<HTMLInputElement>(form, '[name=questions]').value
}

/** A new element with properties and content. */
export function createElement<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  properties: Partial<HTMLElementTagNameMap[Tag]>,
  ...content: readonly (string | Node)[]
): HTMLElementTagNameMap[Tag] {
  const element = Object.assign(document.createElement(tag), properties)
  element.append(...content)
  return element
}

/** The language of our own words, for use among texts of a survey in another language. */
export function ourLanguage(): { readonly lang: string } {
  return { lang: document.documentElement.lang }
}

/** A copy of the first element of a template. */
export function cloneTemplate(template: HTMLTemplateElement): HTMLElement {
  return template.content.firstElementChild?.cloneNode(true) as HTMLElement
}

/** Loads the page again, empty. After a plain reload, some browsers fill in what was typed before. */
export function loadAgain(): void {
  location.href = location.pathname + location.search
}

/** What an element says here, where it may have been translated. Only to be shown once more. */
export function shownText(element: Element): string {
  // biome-ignore lint/plugin: It is neither sent nor kept.
  return element.textContent
}
