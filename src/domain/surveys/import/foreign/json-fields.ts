import { isArray, isObject, type Json, type JsonObject, numberIn } from '../../../values/json.ts'
import type { Path } from './foreign-survey.ts'

// Fields of data whose shape is not certain.

/** @returns an empty object if there is none */
export function objectAt(value: Json | undefined, name: string): JsonObject {
  const inner = isObject(value) ? value[name] : undefined
  return isObject(inner) ? inner : {}
}

/** @returns an empty list if there is none */
export function listAt(value: Json | undefined, name: string): readonly Json[] {
  const inner = isObject(value) ? value[name] : undefined
  return isArray(inner) ? inner : []
}

/** A text, or a number as a text. @returns an empty text if there is neither */
export function textAt(value: Json | undefined, name: string): string {
  const inner = isObject(value) ? value[name] : undefined
  return typeof inner === 'string' ? inner : String(numberIn(inner) ?? '')
}

export function numberAt(value: Json | undefined, name: string): number | undefined {
  return isObject(value) ? numberIn(value[name]) : undefined
}

export function isTrueAt(value: Json | undefined, name: string): boolean {
  return isObject(value) && value[name] === true
}

export function has(value: Json | undefined, ...names: readonly string[]): boolean {
  return isObject(value) && names.every(name => value[name] !== undefined)
}

export function valueAt(value: Json, path: Path): Json | undefined {
  let inner: Json | undefined = value
  for (const part of path) inner = isArray(inner) ? inner[Number(part)] : isObject(inner) ? inner[part] : undefined
  return inner
}

/** What a table says of a name that a file gives. */
export function found<Value>(table: Readonly<Record<string, Value>>, name: string): Value | undefined {
  return Object.hasOwn(table, name) ? table[name] : undefined
}
