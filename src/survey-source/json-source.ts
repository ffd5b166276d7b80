import JSON5 from 'json5'
import type { DataSource } from '../domain/surveys/import/data-source.ts'
import { type Json, parseJson } from '../domain/values/json.ts'
import { PlacedError } from '../domain/values/place.ts'
import { DuplicateError } from './json-places.ts'
import { FENCE, readYaml } from './yaml-source.ts'

/** A string, also one that does not end, or a comment. */
const STRING_OR_COMMENT = /"(?:[^"\\]|\\[\s\S])*"?|'(?:[^'\\]|\\[\s\S])*'?|\/\/[^\n]*|\/\*(?:[^*]|\*(?!\/))*(?:\*\/)?/g

/** Reads JSON with comments, trailing commas and whatever else JSON5 allows. @throws PlacedError, Refusal if it is too large */
export function readJson5(text: string): DataSource {
  const value = parseJson5(text)
  // JSON without comments is YAML, whose reader knows the places of values and how numbers were written.
  const source = readAsYaml(text.replace(STRING_OR_COMMENT, blanked))
  return source !== undefined && agrees(value, source.value)
    ? source
    : { value, positionOf: () => ({ line: 1, column: 1 }) }
}

/** The value of JSON5, whose reader below takes seconds for more than is read in the end. @throws PlacedError, Refusal if it is too large */
export function parseJson5(text: string): Json {
  const value = parse(text)
  requireReadable(value)
  return value
}

/** @throws Refusal if it is too large or nested too deeply */
function requireReadable(value: Json): void {
  parseJson(JSON.stringify(value) ?? 'null')
}

function readAsYaml(text: string): DataSource | undefined {
  try {
    return readYaml(text, { nullIsText: false })
  } catch (error) {
    if (error instanceof PlacedError && !(error instanceof DuplicateError)) return undefined
    throw error
  }
}

function parse(text: string): Json {
  try {
    return JSON.parse(text)
  } catch {
    // Comments and the like, for which a slower parser is needed.
  }
  try {
    return JSON5.parse(text)
  } catch (error) {
    const { message, lineNumber = 1, columnNumber = 1 } = error as Partial<Record<string, number>> & Error
    const found = /invalid (character .+?|end of input)(?: at \d|$)/.exec(message)?.[1]?.replace('\\"', '"') ?? 'text'
    if (text.startsWith('```')) throw new PlacedError(FENCE, { line: 1, column: 1 })
    const advice = /[“”„‘’]/u.test(found)
      ? 'write straight quotation marks'
      : 'a comma, a quotation mark or a bracket is missing before it, or it does not belong here'
    throw new PlacedError(`unexpected ${found}; ${advice}`, {
      line: Number(lineNumber),
      column: Math.max(1, Number(columnNumber)),
    })
  }
}

/** A comment as blanks, so that all that follows keeps its place. */
function blanked(part: string): string {
  return part.startsWith('/') ? part.replace(/[^\n]/g, ' ') : part
}

/** Whether YAML has read the same as JSON5, apart from numbers and truth values that it keeps as texts. */
function agrees(json: Json, yaml: Json): boolean {
  if (typeof json === 'number') return json === Number(yaml)
  if (typeof json !== 'object' || json === null) return json === yaml || String(json) === yaml
  if (typeof yaml !== 'object' || yaml === null) return false
  const [inner, other] = [Object.entries(json), new Map(Object.entries(yaml))]
  return inner.length === other.size && inner.every(([name, part]) => agrees(part, other.get(name) ?? null))
}
