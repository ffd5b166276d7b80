import type { TObject, TSchema } from 'typebox'
import { KEPT_AS_SENT } from './question-schemas.ts'

/**
 * What is kept as it was sent has further properties. They are a part of their own, because generators of validators ignore
 * `additionalProperties: true` beside `properties`, and what they make drops what it does not know.
 */
export function published(schema: TSchema): object {
  if (!KEPT_AS_SENT.has(schema)) return schema
  const { $id, description, ...known } = schema as TSchema & { $id?: string; description?: string }
  return { $id, description, allOf: [known, { type: 'object', additionalProperties: true }] }
}

/** Parameters of a request. */
export function parametersOf(schema: TObject | undefined, place: 'query' | 'path' | 'header'): readonly object[] {
  return Object.entries(schema?.properties ?? {}).map(([name, property]) => {
    const { description, ...rest } = property as TSchema & { description?: string }
    const required = schema?.required?.includes(name) ?? false
    return { schema: rest, in: place, name, required, ...(description !== undefined && { description }) }
  })
}

/**
 * Schemas refer to one another by `$id`; the document needs the path of the schema. A constant becomes an enumeration with
 * one value, because many client generators do not support `const`.
 */
export function withReferences(document: object): object {
  const text = JSON.stringify(document, (key, value) => {
    if (key === '$id') return undefined
    if (key === '$ref') return `#/components/schemas/${value}`
    if (typeof value !== 'object' || value === null || !('const' in value)) return value
    const { const: constant, ...rest } = value
    return { ...rest, enum: [constant] }
  })
  return JSON.parse(text)
}
