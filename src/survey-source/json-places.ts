import JSON5 from 'json5'
import type { DataSource } from '../domain/surveys/import/data-source.ts'
import { PlacedError, placeFinder } from '../domain/values/place.ts'

/** A string, a comment, a sign or a bare word. */
const TOKEN = /"(?:[^"\\]|\\[\s\S])*"|'(?:[^'\\]|\\[\s\S])*'|\/\/[^\n]*|\/\*[\s\S]*?\*\/|[{}[\],:]|[^\s"'{}[\],:/]+/g

/** A name that stands twice in a map, which is a mistake in JSON as well. */
export class DuplicateError extends PlacedError {}

/** Where a value begins, and those inside it. */
interface Located {
  readonly offset: number
  readonly isList: boolean
  readonly members: Map<string, Located>
}

/** An object or a list whose end has not been met. */
interface Open {
  readonly located: Located
  /** Of the value that comes next in an object. */
  name: string | undefined
}

/**
 * Finds the places of values in JSON, also with comments. It is ten times as fast as a parser that keeps places.
 * @param text which a parser has accepted
 * @throws DuplicateError
 */
export function jsonPlaces(text: string): DataSource['positionOf'] {
  const placeAt = placeFinder(text)
  const root = locatedIn(text, (name, offset) => {
    throw new DuplicateError(`${JSON.stringify(name)} stands here twice; keep one of them`, placeAt(offset))
  })
  return path => {
    let found = root
    for (const part of path) {
      const inner = found?.members.get(String(part))
      if (inner === undefined) break
      found = inner
    }
    return placeAt(found?.offset ?? 0)
  }
}

function locatedIn(text: string, fail: (name: string, offset: number) => never): Located | undefined {
  const open: Open[] = []
  let root: Located | undefined
  for (const { 0: token, index } of text.matchAll(TOKEN)) {
    const around = open.at(-1)
    if (token.startsWith('/') || token === ',' || token === ':') continue
    if (token === '}' || token === ']') {
      open.pop()
      continue
    }
    if (around !== undefined && !around.located.isList && around.name === undefined) {
      around.name = nameIn(token)
      if (around.located.members.has(around.name)) fail(around.name, index)
      continue
    }
    const located: Located = { offset: index, isList: token === '[', members: new Map() }
    root ??= located
    if (around !== undefined) {
      around.located.members.set(around.name ?? String(around.located.members.size), located)
      around.name = undefined
    }
    if (token === '[' || token === '{') open.push({ located, name: undefined })
  }
  return root
}

/** A name may be a bare word in JSON5. */
function nameIn(token: string): string {
  if (!/^["']/.test(token)) return token
  return token.includes('\\') ? String(JSON5.parse(token)) : token.slice(1, -1)
}
