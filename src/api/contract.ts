import { type Static, type TProperties, type TSchema, Type } from 'typebox'
import { MAX_QUESTIONS } from '../domain/limits.ts'
import { PRESETS } from '../domain/theme.ts'

/**
 * Every shape of the published API, for `/openapi.json` and for the types of what is sent; a test holds responses to them.
 * They describe; what refuses, and in which words, is `src/domain`.
 */

/** An object in an answer. Later versions may add properties. */
function shape<Properties extends TProperties>($id: string, description: string, properties: Properties) {
  return Type.Object(properties, { $id, description })
}

const moment = (description: string) => Type.String({ format: 'date-time', description })
const link = (description: string) => Type.String({ format: 'uri', description })
const oneOf = <const Values extends readonly string[]>(values: Values, description: string) =>
  Type.Unsafe<Values[number]>({ type: 'string', enum: values, description })

/** Codes of the errors of the published API. */
const ERROR_CODES = [
  'entitlement_required',
  'insufficient_scope',
  'survey_limit_reached',
  'template_limit_reached',
  'slug_taken',
  'survey_expired',
  'idempotency_key_reused',
  'storage_limit_reached',
] as const

const SURVEY_ID = "The survey's slug, as in its public link."

const Condition = Type.Object(
  {
    questionIndex: Type.Integer({
      minimum: 0,
      description: 'Zero-based position of an earlier multiple_choice question.',
    }),
    values: Type.Array(Type.String(), { minItems: 1, description: 'Matches where one of these options was chosen.' }),
  },
  { $id: 'Condition', description: 'Matches the answer to an earlier question; no answer matches nothing.' },
)

const ConditionGroup = Type.Object(
  {
    op: oneOf(['all', 'any'], '`all`: every condition must match. `any`: one is enough.'),
    conditions: Type.Array(Type.Ref('Condition'), { minItems: 1, maxItems: 5 }),
  },
  { $id: 'ConditionGroup', description: 'When a conditional question is required.' },
)

/** One of several named schemas, told apart by a property that each of them has with another value. */
function union($id: string, description: string, property: string, variants: Readonly<Record<string, TSchema>>) {
  const names = Object.entries(variants).map(([value, schema]) => [value, (schema as { $id?: string }).$id ?? ''])
  const mapping = Object.fromEntries(names.map(([value, name]) => [value, `#/components/schemas/${name}`]))
  const oneOf = names.map(([, name = '']) => Type.Ref(name))
  return Type.Unsafe({ $id, description, oneOf, discriminator: { propertyName: property, mapping } })
}

const OptionalRequirement = Type.Object(
  { mode: Type.Literal('optional') },
  { $id: 'OptionalRequirement', description: 'The question need not be answered.', additionalProperties: true },
)

const ConditionalRequirement = Type.Object(
  { mode: Type.Literal('conditional'), when: Type.Ref('ConditionGroup') },
  {
    $id: 'ConditionalRequirement',
    description: 'The question must be answered exactly when the group matches.',
    additionalProperties: true,
  },
)

const Requirement = union('Requirement', 'Whether an answer is required; the question is shown in any case.', 'mode', {
  optional: OptionalRequirement,
  conditional: ConditionalRequirement,
})

const text = Type.String({ minLength: 1 })
const requirement = Type.Optional(Type.Ref('Requirement'))
/** What each type of question has beside its type and text. */
const QUESTION_PROPERTIES = {
  multiple_choice: {
    options: Type.Array(Type.String({ minLength: 1 }), {
      minItems: 1,
      uniqueItems: true,
      description: 'No two the same. An answer is the text of one of them.',
    }),
    requirement,
  },
  rating: { requirement },
  free_text: { requirement },
  upvoted_question: {
    moderated: Type.Optional(Type.Boolean({ description: 'New questions wait until the creator shows them.' })),
    requirement,
  },
}
const QUESTION_NAMES = {
  multiple_choice: ['MultipleChoiceQuestion', 'One of several options is chosen.'],
  rating: ['RatingQuestion', 'Answered with an integer from 1 to 10.'],
  free_text: ['FreeTextQuestion', 'Answered with a text of at most 10,000 characters.'],
  upvoted_question: ['UpvotedQuestion', 'A board, on which respondents ask and vote. It collects no answer.'],
} as const

/** The four types of question, in the form that is read or the one that is sent. */
function questionVariants(suffix: '' | 'Input', index: TSchema) {
  const variant = (type: keyof typeof QUESTION_NAMES) => {
    const [name, description] = QUESTION_NAMES[type]
    const properties = { type: Type.Literal(type), text, ...QUESTION_PROPERTIES[type], index }
    return Type.Object(properties, { $id: name + suffix, description, additionalProperties: true })
  }
  return {
    multiple_choice: variant('multiple_choice'),
    rating: variant('rating'),
    free_text: variant('free_text'),
    upvoted_question: variant('upvoted_question'),
  }
}

const readQuestions = questionVariants('', Type.Integer({ minimum: 0, description: 'Position in the list.' }))
const sentQuestions = questionVariants(
  'Input',
  Type.Optional(
    Type.Unsafe({
      description:
        'On an edit, the integer that the stored question has as `index`; leave it out on a new question. Nothing reads it elsewhere.',
    }),
  ),
)
const KEPT = 'All other properties, at any depth, are kept as sent and returned; nothing reads them.'
const Question = union('Question', `A question as it is read. ${KEPT}`, 'type', readQuestions)
const QuestionInput = union('QuestionInput', `A question as it is sent. ${KEPT}`, 'type', sentQuestions)

const Theme = Type.Unsafe<(typeof PRESETS)[number] | { primary: string; background: string }>({
  $id: 'Theme',
  description: "A preset, or two colours of one's own. `default` is the house palette and clears any other.",
  anyOf: [
    { type: 'string', enum: PRESETS },
    {
      type: 'object',
      properties: {
        primary: { type: 'string', pattern: '^#[0-9a-fA-F]{6}$' },
        background: { type: 'string', pattern: '^#[0-9a-fA-F]{6}$' },
      },
      required: ['primary', 'background'],
    },
  ],
})

const surveyFields = {
  id: Type.String({ description: SURVEY_ID }),
  title: Type.String({ maxLength: 200, description: 'At most 200 Unicode code points.' }),
  status: oneOf(['open', 'closed', 'expired'], 'Closed by hand beats expired.'),
  created_at: moment('When it was made.'),
  expires_at: Type.Unsafe<string | null>({
    anyOf: [{ type: 'string', format: 'date-time' }, { type: 'null' }],
    description: 'When it stops taking responses; null never.',
  }),
  url: link('Public link for respondents.'),
  questions: Type.Array(Type.Ref('Question')),
  response_count: Type.Integer({ minimum: 0 }),
}

const ResponseItem = shape('ResponseItem', 'A response: all that is stored of it.', {
  id: Type.String({ format: 'uuid', description: "The row's own id; says nothing about who answered." }),
  submitted_at: moment('When it arrived.'),
  answers: Type.Array(Type.Unsafe<string | number | null>({ type: ['string', 'integer', 'null'] }), {
    description: "One for each question: an option's text, an integer from 1 to 10, a text, or null for none.",
  }),
})

const SurveyDetail = shape('SurveyDetail', 'A survey with every response, in the order taken.', {
  ...surveyFields,
  responses: Type.Array(Type.Ref('ResponseItem')),
  theme: Type.Ref('Theme'),
})

const count = Type.Integer({ minimum: 0 })

/** The result of one type of question. */
function result<Properties extends TProperties>(type: string, $id: string, description: string, own: Properties) {
  const answered = Type.Integer({ minimum: 0, description: 'Responses that answered it.' })
  return shape($id, description, { index: count, type: Type.Literal(type), text: Type.String(), answered, ...own })
}

const results = {
  multiple_choice: result('multiple_choice', 'MultipleChoiceResult', 'How often each option was chosen.', {
    tally: Type.Array(Type.Object({ option: Type.String(), count }), {
      description: "Every option, in the question's order, zeros too.",
    }),
  }),
  rating: result('rating', 'RatingResult', 'How often each of the ten points was given.', {
    mean: Type.Unsafe<number | null>({
      type: ['number', 'null'],
      description: 'Rounded to 2 places; null where nobody answered.',
    }),
    distribution: Type.Array(Type.Object({ value: Type.Integer({ minimum: 1, maximum: 10 }), count }), {
      minItems: 10,
      maxItems: 10,
    }),
  }),
  free_text: result('free_text', 'FreeTextResult', 'How many answered. The texts are in the full view.', {}),
  upvoted_question: result('upvoted_question', 'UpvotedQuestionResult', 'What the board shows.', {
    board: Type.Object({ items: count, votes: count }),
  }),
}
const Result = union('Result', 'What the answers to one question add up to.', 'type', results)

const SurveyAggregate = shape('SurveyAggregate', 'A survey with counts in place of responses.', {
  ...surveyFields,
  results: Type.Array(Type.Ref('Result'), { description: 'One for each question, in order.' }),
  theme: Type.Ref('Theme'),
})

const SurveyListItem = shape('SurveyListItem', 'A survey in the list.', {
  id: Type.String({ description: SURVEY_ID }),
  title: Type.String(),
  status: oneOf(['open', 'closed'], 'The stored status; expiry is not folded in.'),
  created_at: moment('When it was made.'),
  response_count: Type.Integer({ minimum: 0 }),
  url: link('Public link for respondents.'),
  admin_token: Type.Optional(Type.String({ format: 'uuid', description: 'Only with include_admin=1.' })),
  admin_url: Type.Optional(link('Only with include_admin=1.')),
})

const createdFields = {
  id: Type.String({ description: SURVEY_ID }),
  title: Type.String(),
  url: link('Public link for respondents.'),
  admin_token: Type.String({ format: 'uuid', description: 'Opens the dashboard. Keep it: the read never shows it.' }),
  admin_url: link('Dashboard link; contains the admin token.'),
  created_at: moment('When it was made.'),
  theme: Type.Ref('Theme'),
}

export const CreatedSurvey = shape('CreatedSurvey', 'A survey that was just made; it is open.', createdFields)

const ClonedSurvey = shape('ClonedSurvey', 'A survey with the questions of another.', {
  ...createdFields,
  cloned_from: Type.String({ description: 'The id of the original.' }),
})

const LaunchedSurvey = shape('LaunchedSurvey', 'A survey with the questions of a template.', {
  ...createdFields,
  template_id: Type.String({ description: 'The template it came from.' }),
})

const ChangedSurvey = shape('ChangedSurvey', 'The stored status, and each field that was sent.', {
  id: Type.String({ description: SURVEY_ID }),
  status: oneOf(['open', 'closed'], 'The stored status.'),
  theme: Type.Optional(Type.Ref('Theme')),
  questions: Type.Optional(Type.Array(Type.Ref('Question'))),
  archived: Type.Optional(Type.Boolean()),
})

const Template = shape('Template', 'A saved list of questions.', {
  id: Type.String(),
  name: Type.String({ maxLength: 200 }),
  questions: Type.Array(Type.Ref('Question')),
  created_at: moment('When it was made.'),
  updated_at: moment('When it was last changed.'),
})

export const SavedTemplate = shape('SavedTemplate', 'A template made from a survey.', {
  id: Type.String(),
  name: Type.String(),
  question_count: Type.Integer({ minimum: 1 }),
  created_at: moment('When it was made.'),
  saved_from: Type.String({ description: "The survey's id." }),
})

export const Me = shape('Me', 'Whose token it is and what it may do.', {
  user_id: Type.String(),
  scope: Type.String({ description: 'Scopes separated by spaces.' }),
  kind: oneOf(['pat', 'oauth'], '`pat`: a personal token. `oauth`: held by an application.'),
})

const ErrorBody = shape('Error', 'Why a request was refused.', {
  error: Type.String({ description: 'For people; for a 400 it is the reason.' }),
  code: Type.Optional(oneOf(ERROR_CODES, 'For programs, where there is one.')),
})

export const SurveyList = Type.Object({ surveys: Type.Array(Type.Ref('SurveyListItem')) })
export const TemplateList = Type.Object({ templates: Type.Array(Type.Ref('Template')) })

const title = Type.String({ minLength: 1, maxLength: 200, description: 'At most 200 Unicode code points.' })
const slug = Type.String({
  pattern: '^[a-z0-9]+(-[a-z0-9]+)*$',
  not: { const: 'api' },
  minLength: 3,
  maxLength: 64,
  description: "A link of one's own; not `api`. Each attempt counts against 30 an hour and account.",
})
const questions = Type.Array(Type.Ref('QuestionInput'), { minItems: 1, maxItems: MAX_QUESTIONS })
const theme = Type.Ref('Theme')

export const CreateSurvey = Type.Object({
  title,
  questions,
  slug: Type.Optional(slug),
  theme: Type.Optional(theme),
})
export const ChangeSurvey = Type.Object(
  {
    status: Type.Optional(oneOf(['open', 'closed'], 'Opens or closes the survey.')),
    theme: Type.Optional(theme),
    questions: Type.Optional(questions),
    archived: Type.Optional(Type.Boolean({ description: 'Whether the list leaves it out.' })),
  },
  {
    anyOf: ['status', 'theme', 'questions', 'archived'].map(field => ({ required: [field] })),
    description: 'At least one of the four; a partly invalid request changes nothing.',
  },
)
export const CloneSurvey = Type.Object({
  title: Type.Optional(title),
  slug: Type.Optional(slug),
  theme: Type.Optional(theme),
})
export const LaunchTemplate = Type.Object({ slug: Type.Optional(slug), theme: Type.Optional(theme) })
export const SaveAsTemplate = Type.Object({ name: Type.Optional(title) })
export const CreateTemplate = Type.Object({ name: title, questions })

export type Me = Static<typeof Me>

/** The schemas that the description publishes by name. */
export const NAMED = [
  Condition,
  ConditionGroup,
  OptionalRequirement,
  ConditionalRequirement,
  Requirement,
  ...Object.values(readQuestions),
  Question,
  ...Object.values(sentQuestions),
  QuestionInput,
  Theme,
  ResponseItem,
  SurveyDetail,
  ...Object.values(results),
  Result,
  SurveyAggregate,
  SurveyListItem,
  CreatedSurvey,
  ClonedSurvey,
  LaunchedSurvey,
  ChangedSurvey,
  Template,
  SavedTemplate,
  Me,
  ErrorBody,
]
