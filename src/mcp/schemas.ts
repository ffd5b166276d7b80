import { type TProperties, type TSchema, Type } from 'typebox'
import { NAMED } from '../api/contract.ts'
import { PRESETS } from '../domain/surveys/survey-settings/theme.ts'
import { IDEMPOTENCY_KEY_LENGTH } from '../domain/values/idempotency.ts'

type JsonSchema = { readonly [name: string]: unknown }

const condition = Type.Object({
  questionIndex: Type.Integer({ minimum: 0, description: 'Of an earlier multiple_choice question.' }),
  values: Type.Array(Type.String(), { minItems: 1, description: 'Options of that question.' }),
})

const colour = Type.String({ pattern: '^#[0-9a-fA-F]{6}$' })

const requirement = Type.Object(
  {
    mode: Type.Enum(['optional', 'conditional']),
    when: Type.Optional(
      Type.Object(
        { op: Type.Enum(['all', 'any']), conditions: Type.Array(condition, { minItems: 1, maxItems: 5 }) },
        { description: 'Only with conditional: an answer is required when this matches.' },
      ),
    ),
  },
  { description: 'Without it, an answer is required.' },
)

/**
 * Shorter schemas that replace those of the same name, because a model reads the list of tools in every conversation.
 * The domain validates in any case.
 */
const SHORT: Readonly<Record<string, TSchema>> = {
  SurveyListItem: Type.Object({
    id: Type.String(),
    title: Type.String(),
    status: Type.String({ description: 'open, even once it has expired, or closed.' }),
    created_at: Type.String(),
    response_count: Type.Integer(),
    url: Type.String({ description: 'For respondents.' }),
  }),
  SurveyAggregate: Type.Object({
    id: Type.String(),
    title: Type.String(),
    status: Type.String({ description: 'open, closed or expired.' }),
    created_at: Type.String(),
    expires_at: Type.Unsafe({ type: ['string', 'null'], description: 'The deadline; null for none.' }),
    url: Type.String({ description: 'For respondents.' }),
    questions: Type.Array(Type.Ref('Question')),
    response_count: Type.Integer(),
    results: Type.Array(Type.Ref('Result'), { description: 'One for each question.' }),
    edited: Type.Array(Type.Object({}), {
      description:
        'Questions edited after responses: index, how many were asked, and how many came before it was added or reworded; and its later options.',
    }),
    theme: Type.Unsafe({ description: 'As in create_survey.' }),
    version: Type.String({ description: 'For change_survey.' }),
  }),
  Template: Type.Object({
    id: Type.String(),
    name: Type.String(),
    questions: Type.Array(Type.Ref('Question')),
    created_at: Type.String(),
    updated_at: Type.String(),
  }),
  Theme: Type.Union([Type.Enum(PRESETS), Type.Object({ primary: colour, background: colour })], {
    description: 'Two colours, #rrggbb, or the name of two.',
  }),
  Question: Type.Object({}, { description: 'As in create_survey, with its index.' }),
  Result: Type.Object(
    {
      index: Type.Integer(),
      type: Type.String(),
      text: Type.String(),
      answered: Type.Integer(),
      tally: Type.Optional(Type.Array(Type.Object({ option: Type.String(), count: Type.Integer() }))),
      mean: Type.Optional(Type.Unsafe({ type: ['number', 'null'] })),
      distribution: Type.Optional(Type.Array(Type.Object({ value: Type.Integer(), count: Type.Integer() }))),
      board: Type.Optional(Type.Object({ items: Type.Integer(), votes: Type.Integer() })),
    },
    { description: 'A tally of options, the mean and distribution of ratings, or the size of a board.' },
  ),
  QuestionInput: Type.Object({
    type: Type.Enum(['multiple_choice', 'rating', 'free_text', 'upvoted_question'], {
      description: 'A rating is from 1 to 10. An upvoted_question is a board on which respondents ask and vote.',
    }),
    text: Type.String({ minLength: 1 }),
    options: Type.Optional(
      Type.Array(Type.String({ minLength: 1 }), {
        minItems: 1,
        description: 'For multiple_choice only, and required there. All different.',
      }),
    ),
    moderated: Type.Optional(Type.Boolean({ description: 'For a board: new questions wait for approval.' })),
    requirement: Type.Optional(requirement),
    index: Type.Optional(Type.Unsafe({ description: 'In a change: the index it has. None for a new question.' })),
  }),
}

const schemasByName = new Map(
  NAMED.map(schema => [(schema as { $id?: string }).$id ?? '', schema as TSchema] as const).map(
    ([name, schema]) => [name, SHORT[name] ?? schema] as const,
  ),
)

/**
 * A schema of the published API in self-contained form: it includes the schemas that it refers to, and leaves out
 * OpenAPI keywords.
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

export const id = Type.String({
  description: 'The survey’s id, link or title.',
})
/** The state of a survey on which a change is based. */
export const version = Type.Optional(
  Type.String({ description: 'As last read. If anybody has edited the survey since, nothing is changed.' }),
)
export const templateId = Type.String({ description: 'From list_templates.' })

export const idempotencyKey = Type.Optional(
  Type.String({
    maxLength: IDEMPOTENCY_KEY_LENGTH,
    description: 'A new one for each new thing, the same one to repeat a call that may have failed.',
  }),
)

const slug = Type.Optional(
  Type.String({
    description: 'Of the link: 3 to 64 small letters, digits and single dashes. An account can try 30 an hour.',
  }),
)

/** Additional arguments of a tool, before those of a body. */
export function withArguments(extra: TProperties, body: TSchema): TSchema {
  const { properties: sent = {}, required = [] } = body as { properties?: TProperties; required?: string[] }
  const properties = { ...sent, ...('slug' in sent && { slug }) }
  const all = Type.Object({ ...extra, ...properties }) as TSchema & { required?: string[] }
  const isNeeded = (name: string) => (name in extra ? (all.required ?? []).includes(name) : required.includes(name))
  return { ...all, required: Object.keys({ ...extra, ...properties }).filter(isNeeded) } as TSchema
}
