import { parseXml, XmlElement } from '@rgrove/parse-xml'

// Access to WordprocessingML (ECMA-376), whose names have the same prefixes in the files of all programs.

/** Elements inside one another, of which documents have some dozens at most. */
const MAX_DEPTH = 200

/** @throws Error if it is no XML, RangeError if it is nested too deeply */
export function rootOf(xml: string | undefined): XmlElement | undefined {
  const root = xml === undefined ? undefined : (parseXml(xml).root ?? undefined)
  checkDepth(root, MAX_DEPTH)
  return root
}

function checkDepth(element: XmlElement | undefined, left: number): void {
  if (left === 0) throw new RangeError('nested too deeply')
  for (const child of element?.children ?? []) if (child instanceof XmlElement) checkDepth(child, left - 1)
}

export function elementsIn(parent: XmlElement | undefined): XmlElement[] {
  return parent === undefined ? [] : parent.children.filter(child => child instanceof XmlElement)
}

export function childrenNamed(parent: XmlElement | undefined, name: string): XmlElement[] {
  return elementsIn(parent).filter(child => child.name === name)
}

/** The first element that the names lead to, one inside the other. */
export function elementAt(parent: XmlElement | undefined, ...names: readonly string[]): XmlElement | undefined {
  return names.reduce<XmlElement | undefined>(
    (element, name) =>
      element?.children.find(child => child instanceof XmlElement && child.name === name) as XmlElement | undefined,
    parent,
  )
}

/** Elements of a name at any depth, but not inside one another. */
export function descendantsNamed(parent: XmlElement, name: string): XmlElement[] {
  return elementsIn(parent).flatMap(child => (child.name === name ? [child] : descendantsNamed(child, name)))
}

/** The value of a property. Empty if it has none. */
export function propertyValue(element: XmlElement | undefined): string {
  return element?.attributes['w:val'] ?? ''
}

/** Whether a property is there and not switched off. */
export function isOn(element: XmlElement | undefined): boolean {
  return element !== undefined && !['0', 'false', 'off'].includes(propertyValue(element))
}
