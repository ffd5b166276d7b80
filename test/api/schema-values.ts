import fc from 'fast-check'

/** The subset of JSON Schema that describes requests. */
export interface Schema {
  readonly $ref?: string
  readonly oneOf?: readonly Schema[]
  readonly anyOf?: readonly Schema[]
  /** The known part of a schema; there may be more. */
  readonly allOf?: readonly [Schema, Schema]
  readonly enum?: readonly unknown[]
  readonly type?: 'object' | 'array' | 'string' | 'integer' | 'boolean'
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly items?: Schema
  readonly uniqueItems?: boolean
  readonly minItems?: number
  readonly maxItems?: number
  readonly pattern?: string
  readonly minLength?: number
  readonly maxLength?: number
  readonly minimum?: number
}

/** One in this many values, at any place in a document, ignores its schema. */
const FITTING_FOR_EACH_OTHER = 150
/** The most items beyond what a schema asks for. */
const MORE_ITEMS = 4

const UNUSUAL = [
  ...[
    '',
    ' ',
    '\0',
    '\ud800',
    '__proto__',
    'e\u0301'.repeat(200),
    '😀'.repeat(200),
    '\u202e',
    "'; drop table survey; --",
  ],
  ...[null, -0, -1, 0.5, 1e300, 2 ** 53, Number.MIN_VALUE],
]
const anything = fc.oneof(fc.jsonValue({ maxDepth: 3 }), fc.constantFrom<unknown>(...UNUSUAL))

/** Values that match a schema, and occasionally some that do not, at any depth. */
export class SchemaValues {
  readonly #schemas: Readonly<Record<string, Schema>>
  readonly #byReference = new Map<string, fc.Arbitrary<unknown>>()

  /** @param schemas what `#/components/schemas/…` refers to; none refers to itself */
  constructor(schemas: Readonly<Record<string, Schema>>) {
    this.#schemas = schemas
  }

  of(schema: Schema): fc.Arbitrary<unknown> {
    const fitting = { weight: FITTING_FOR_EACH_OTHER, arbitrary: this.#fitting(schema) }
    return fc.oneof(fitting, { weight: 1, arbitrary: anything })
  }

  #fitting(schema: Schema): fc.Arbitrary<unknown> {
    const { $ref, oneOf, anyOf = oneOf, allOf, enum: listed, type } = schema
    if ($ref !== undefined) return this.#referenced($ref)
    if (anyOf !== undefined) return fc.oneof(...anyOf.map(one => this.of(one)))
    if (allOf !== undefined) return this.#fitting(allOf[0])
    if (listed !== undefined) return fc.constantFrom(...listed)
    if (type === 'object') return this.#object(schema)
    if (type === 'array') return this.#array(schema)
    if (type === 'string') return stringOf(schema)
    if (type === 'integer') return fc.nat({ max: 20 }).map(more => (schema.minimum ?? 0) + more)
    return type === 'boolean' ? fc.boolean() : anything
  }

  #referenced(reference: string): fc.Arbitrary<unknown> {
    const existing = this.#byReference.get(reference)
    if (existing !== undefined) return existing
    const schema = this.#schemas[reference.replace('#/components/schemas/', '')]
    if (schema === undefined) throw new Error(`nothing is at ${reference}`)
    const values = this.of(schema)
    this.#byReference.set(reference, values)
    return values
  }

  /** Occasionally without required properties, or with unknown ones. */
  #object({ properties = {}, required = [] }: Schema): fc.Arbitrary<unknown> {
    const members = Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, this.of(schema)]))
    const complete = fc.record(members, { requiredKeys: [...required] })
    const incomplete = fc.record(members, { requiredKeys: [] })
    const extended = fc.tuple(complete, fc.dictionary(fc.string(), anything, { maxKeys: 2 }))
    return fc.oneof(
      { weight: FITTING_FOR_EACH_OTHER, arbitrary: complete },
      { weight: 1, arbitrary: incomplete },
      { weight: 2, arbitrary: extended.map(([known, unknown]) => ({ ...unknown, ...known })) },
    )
  }

  #array(schema: Schema): fc.Arbitrary<unknown> {
    const { items = {}, uniqueItems = false, minItems = 0, maxItems = Number.POSITIVE_INFINITY } = schema
    const limits = { minLength: minItems, maxLength: Math.min(maxItems, minItems + MORE_ITEMS) }
    return (uniqueItems ? fc.uniqueArray : fc.array)(this.of(items), limits)
  }
}

/** Any characters but surrogates. fast-check’s own generator builds a table of all of them, which takes seconds. */
const CODE_POINT = fc
  .oneof(fc.nat({ max: 0xd7_ff }), fc.integer({ min: 0xe0_00, max: 0x10_ff_ff }))
  .map(code => String.fromCodePoint(code))

/** Short texts, and some at the limits of their length. */
function stringOf({ pattern, minLength = 0, maxLength }: Schema): fc.Arbitrary<string> {
  if (pattern !== undefined) return fc.stringMatching(new RegExp(pattern))
  const short = fc.string({ minLength, maxLength: minLength + 10 })
  const atLimit = fc.constantFrom(minLength - 1, maxLength ?? minLength, (maxLength ?? minLength) + 1)
  return fc.oneof(
    { weight: 10, arbitrary: short },
    { weight: 5, arbitrary: fc.string({ unit: CODE_POINT, minLength, maxLength: minLength + 10 }) },
    { weight: 1, arbitrary: atLimit.map(length => 'x'.repeat(Math.max(0, length))) },
  )
}
