import { type Static, type TProperties, type TSchema, Type } from 'typebox'

// Building blocks for the schemas of the published API and of the other entry points.

/** An object in a response. Later versions may add properties. */
export function shape<Properties extends TProperties>($id: string, description: string, properties: Properties) {
  return Type.Object(properties, { $id, description })
}

export const moment = (description: string) => Type.String({ format: 'date-time', description })
export const link = (description: string) => Type.String({ format: 'uri', description })
export const oneOf = <const Values extends readonly string[]>(values: Values, description: string) =>
  Type.Unsafe<Values[number]>({ type: 'string', enum: values, description })

/** A read-only list. */
export const listOf = <Schema extends TSchema>(items: Schema, description?: string) =>
  Type.Unsafe<readonly Static<Schema>[]>(Type.Array(items, description === undefined ? {} : { description }))

/** A named schema, keyed by its name. */
export const named = <Schema extends TSchema>(schema: Schema) => Type.Unsafe<Static<Schema>>(Type.Ref(nameOf(schema)))

/** The name of a schema; empty if it has none. */
export function nameOf(schema: TSchema): string {
  return (schema as { $id?: string }).$id ?? ''
}

/** One of several named schemas, discriminated by a property that has a different value in each. */
export function union($id: string, description: string, property: string, variants: Readonly<Record<string, TSchema>>) {
  const names = Object.entries(variants).map(([value, schema]) => [value, nameOf(schema)])
  const mapping = Object.fromEntries(names.map(([value, name]) => [value, `#/components/schemas/${name}`]))
  const schemas = names.map(([, name = '']) => Type.Ref(name))
  return Type.Unsafe({ $id, description, oneOf: schemas, discriminator: { propertyName: property, mapping } })
}
