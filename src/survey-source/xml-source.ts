import { parseXml, XmlElement, XmlError, XmlText } from '@rgrove/parse-xml'
import type { DataSource } from '../domain/surveys/import/data-source.ts'
import { isArray, isObject, type Json, type JsonObject } from '../domain/values/json.ts'
import { PlacedError, placeFinder } from '../domain/values/place.ts'

/** The elements that each object holds, by their names. */
type Elements = WeakMap<JsonObject, ReadonlyMap<string, readonly XmlElement[]>>

/**
 * Reads XML as data. An element is an object with a list of elements for each name inside it, its attributes behind `@`
 * and its own text as `#text`; one that has a text alone, and whose name has no other beside it, is that text.
 * Entities of a file’s own are not known, so they cannot grow.
 * @throws PlacedError, or RangeError if it is nested too deeply
 */
export function readXml(text: string): DataSource {
  const held: Elements = new WeakMap()
  const { root } = parsed(text)
  const value = dataOf(root === null ? [] : [root], {}, held)
  const placeAt = placeFinder(text)
  return { value, positionOf: path => placeAt(offsetAt(value, path, held)) }
}

function parsed(text: string) {
  try {
    return parseXml(text, { includeOffsets: true })
  } catch (error) {
    if (!(error instanceof XmlError)) throw error
    const [reason = ''] = error.message.split(' (line ')
    throw new PlacedError(reason, { line: error.line, column: error.column })
  }
}

type Children = XmlElement['children']

function dataOf(children: Children, attributes: Readonly<Record<string, string>>, held: Elements): Json {
  const elements = new Map<string, XmlElement[]>()
  let text = ''
  for (const child of children) {
    if (child instanceof XmlText) text += child.text
    if (!(child instanceof XmlElement)) continue
    const list = elements.get(child.name)
    if (list === undefined) elements.set(child.name, [child])
    else list.push(child)
  }
  const members: [string, Json][] = []
  for (const [name, value] of Object.entries(attributes)) members.push([`@${name}`, value])
  if (elements.size + members.length === 0) return text
  for (const [name, list] of elements) {
    const values = list.map(one => dataOf(one.children, one.attributes, held))
    const [first] = values
    members.push([name, typeof first === 'string' && values.length === 1 ? first : values])
  }
  if (text.trim() !== '') members.push(['#text', text])
  const value = Object.fromEntries(members)
  if (elements.size > 0) held.set(value, elements)
  return value
}

/** The beginning of the element with this path, or of the nearest one around it. */
function offsetAt(root: Json, path: readonly (string | number)[], held: Elements): number {
  let [offset, value]: [number, Json | undefined] = [0, root]
  let beside: readonly XmlElement[] = []
  for (const part of path) {
    if (isArray(value)) {
      offset = beside[Number(part)]?.start ?? offset
      value = value[Number(part)]
    } else if (isObject(value)) {
      beside = held.get(value)?.get(String(part)) ?? []
      offset = beside[0]?.start ?? offset
      value = value[part]
    } else break
  }
  return offset
}
