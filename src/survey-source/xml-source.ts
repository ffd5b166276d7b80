import { parseXml, XmlElement, XmlError, XmlText } from '@rgrove/parse-xml'
import type { DataSource } from '../domain/surveys/import/data-source.ts'
import { isArray, isObject, type Json, type JsonObject } from '../domain/values/json.ts'
import { PlacedError, placeFinder } from '../domain/values/place.ts'

/** Where elements begin in a text, by their names, of each object that holds them. */
type Offsets = WeakMap<JsonObject, ReadonlyMap<string, readonly number[]>>

/**
 * Reads XML as data. An element is an object with a list of elements for each name inside it, its attributes behind `@`
 * and its own text as `#text`; one that has a text alone, and whose name has no other beside it, is that text.
 * Entities of a file’s own are not known, so they cannot grow.
 * @throws PlacedError, or RangeError if it is nested too deeply
 */
export function readXml(text: string): DataSource {
  const offsets: Offsets = new WeakMap()
  const { root } = parsed(text)
  const value = dataOf(root === null ? [] : [root], {}, offsets)
  const placeAt = placeFinder(text)
  return { value, positionOf: path => placeAt(offsetAt(value, path, offsets)) }
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

function dataOf(children: Children, attributes: Readonly<Record<string, string>>, offsets: Offsets): Json {
  const elements = Map.groupBy(children.filter(isElement), ({ name }) => name)
  const text = children.map(one => (one instanceof XmlText ? one.text : '')).join('')
  const named = Object.entries(attributes).map(([name, value]) => [`@${name}`, value] as const)
  if (elements.size + named.length === 0) return text
  const inner = [...elements].map(([name, list]) => {
    const values = list.map(one => dataOf(one.children, one.attributes, offsets))
    const [first, ...others] = values
    return [name, typeof first === 'string' && others.length === 0 ? first : values] as const
  })
  const own = text.trim() === '' ? [] : [['#text', text] as const]
  const value = Object.fromEntries([...named, ...inner, ...own])
  offsets.set(value, new Map([...elements].map(([name, list]) => [name, list.map(({ start }) => start)])))
  return value
}

function isElement(node: Children[number]): node is XmlElement {
  return node instanceof XmlElement
}

/** The beginning of the element with this path, or of the nearest one around it. */
function offsetAt(root: Json, path: readonly (string | number)[], offsets: Offsets): number {
  let [offset, value]: [number, Json | undefined] = [0, root]
  let beside: readonly number[] = []
  for (const part of path) {
    if (isArray(value)) {
      offset = beside[Number(part)] ?? offset
      value = value[Number(part)]
    } else if (isObject(value)) {
      beside = offsets.get(value)?.get(String(part)) ?? []
      offset = beside[0] ?? offset
      value = value[part]
    } else break
  }
  return offset
}
