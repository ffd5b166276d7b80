import { type TProperties, type TSchema, Type } from 'typebox'
import { NAMED } from '../api/contract.ts'
import { IDEMPOTENCY_KEY_LENGTH } from '../domain/limits.ts'

type JsonSchema = { readonly [name: string]: unknown }

const schemasByName = new Map(NAMED.map(schema => [(schema as { $id?: string }).$id ?? '', schema as TSchema]))

/**
 * A schema of the published API as a self-contained one: it includes the schemas that it refers to, and leaves out keywords
 * of OpenAPI.
 */
export function standalone(schema: TSchema): JsonSchema & { readonly type: 'object' } {
  const definitions: Record<string, unknown> = {}
  const root = localized(JSON.parse(JSON.stringify(schema)), definitions) as JsonSchema
  return { ...root, type: 'object', ...(Object.keys(definitions).length > 0 && { $defs: definitions }) }
}

function localized(node: unknown, definitions: Record<string, unknown>): unknown {
  if (Array.isArray(node)) return node.map(one => localized(one, definitions))
  if (typeof node !== 'object' || node === null) return node
  const { $ref, $id: _, discriminator: __, ...members } = node as JsonSchema
  if (typeof $ref === 'string') return { $ref: `#/$defs/${define($ref, definitions)}` }
  return Object.fromEntries(Object.entries(members).map(([name, member]) => [name, localized(member, definitions)]))
}

function define(name: string, definitions: Record<string, unknown>): string {
  const schema = schemasByName.get(name)
  if (schema === undefined) throw new Error(`no schema ${name}`)
  if (!(name in definitions)) {
    definitions[name] = true
    definitions[name] = localized(JSON.parse(JSON.stringify(schema)), definitions)
  }
  return name
}

export const id = Type.String({ description: 'The id of the survey: the words of its link, such as team-lunch.' })
export const templateId = Type.String({ description: 'From list_templates.' })

export const idempotencyKey = Type.Optional(
  Type.String({
    minLength: 1,
    maxLength: IDEMPOTENCY_KEY_LENGTH,
    description:
      'Choose a new one for each survey or template, and send the same one when you repeat a call that may have failed: for 24 hours nothing is created twice.',
  }),
)

/** Further arguments of a tool, before those of a body. */
export function withArguments(extra: TProperties, body: TSchema): TSchema {
  const { properties = {}, required = [] } = body as { properties?: TProperties; required?: string[] }
  const all = Type.Object({ ...extra, ...properties }) as TSchema & { required?: string[] }
  const isNeeded = (name: string) => (name in extra ? (all.required ?? []).includes(name) : required.includes(name))
  return { ...all, required: Object.keys({ ...extra, ...properties }).filter(isNeeded) } as TSchema
}
