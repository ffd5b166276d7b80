import { type Static, type TProperties, Type } from 'typebox'
import { MAX_QUESTIONS } from '../domain/limits.ts'
import { QUESTION_TYPES } from '../domain/question.ts'
import { PRESETS } from '../domain/theme.ts'

/**
 * Every shape of the published API, for `/openapi.json` and for the types of what is sent; a test holds responses to them.
 * They describe; what refuses, and in which words, is `src/domain`.
 */

/** An object of exactly these properties in an answer. */
function shape<Properties extends TProperties>($id: string, description: string, properties: Properties) {
  return Type.Object(properties, { $id, description, additionalProperties: false })
}

const moment = (description: string) => Type.String({ format: 'date-time', description })
const link = (description: string) => Type.String({ format: 'uri', description })
const oneOf = <const Values extends readonly string[]>(values: Values, description: string) =>
  Type.Unsafe<Values[number]>({ type: 'string', enum: values, description })

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

const Requirement = Type.Object(
  {
    mode: oneOf(['optional', 'conditional'], '`optional`: never required. `conditional`: exactly when `when` matches.'),
    when: Type.Optional(Type.Unsafe({ description: 'In mode conditional, a ConditionGroup. Otherwise kept, unused.' })),
  },
  {
    $id: 'Requirement',
    description: 'Whether an answer is required; the question is shown in any case.',
    if: { properties: { mode: { const: 'conditional' } } },
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
    then: { required: ['when'], properties: { when: Type.Ref('ConditionGroup') } },
  },
)

const Question = Type.Object(
  {
    type: oneOf(
      QUESTION_TYPES,
      'A rating is always answered from 1 to 10. An upvoted_question is a board and collects no answer.',
    ),
    text: Type.String({ minLength: 1 }),
    options: Type.Optional(
      Type.Unsafe({ description: 'For multiple_choice: at least one text, no two the same. Otherwise kept, unused.' }),
    ),
    index: Type.Optional(
      Type.Unsafe({
        description:
          'Position in the list, given by the server. On an edit, send each question back with the index it has; leave it out on a new one.',
      }),
    ),
    requirement: Type.Optional(Type.Ref('Requirement')),
    moderated: Type.Optional(
      Type.Unsafe({ description: 'For upvoted_question, a boolean: new questions wait until the creator shows them.' }),
    ),
  },
  {
    $id: 'Question',
    description: 'All other properties, at any depth, are kept as sent and returned; nothing reads them.',
    additionalProperties: true,
    allOf: [
      {
        if: { properties: { type: { const: 'multiple_choice' } } },
        // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
        then: {
          required: ['options'],
          properties: {
            options: { type: 'array', minItems: 1, uniqueItems: true, items: { type: 'string', minLength: 1 } },
          },
        },
      },
      {
        if: { properties: { type: { const: 'upvoted_question' } } },
        // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
        then: { properties: { moderated: { type: 'boolean' } } },
      },
    ],
  },
)

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

const Result = Type.Object(
  {
    index: count,
    type: oneOf(QUESTION_TYPES, "As the question's."),
    text: Type.String(),
    answered: Type.Integer({ minimum: 0, description: 'Responses that answered it.' }),
    tally: Type.Optional(
      Type.Array(Type.Object({ option: Type.String(), count }, { additionalProperties: false }), {
        description: "multiple_choice: every option, in the question's order, zeros too.",
      }),
    ),
    mean: Type.Optional(
      Type.Unsafe<number | null>({
        type: ['number', 'null'],
        description: 'rating: rounded to 2 places; null where nobody answered.',
      }),
    ),
    distribution: Type.Optional(
      Type.Array(Type.Object({ value: Type.Integer(), count }, { additionalProperties: false }), {
        minItems: 10,
        maxItems: 10,
        description: 'rating: the ten points.',
      }),
    ),
    board: Type.Optional(
      Type.Object(
        { items: count, votes: count },
        { additionalProperties: false, description: 'upvoted_question: what its board shows.' },
      ),
    ),
  },
  { additionalProperties: false },
)

const SurveyAggregate = shape('SurveyAggregate', 'A survey with counts in place of responses.', {
  ...surveyFields,
  results: Type.Array(Result, { description: 'One for each question, in order.' }),
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
  code: Type.Optional(Type.String({ description: 'For programs, where there is one.' })),
})

export const SurveyList = Type.Object(
  { surveys: Type.Array(Type.Ref('SurveyListItem')) },
  { additionalProperties: false },
)
export const TemplateList = Type.Object(
  { templates: Type.Array(Type.Ref('Template')) },
  { additionalProperties: false },
)

const title = Type.String({ minLength: 1, maxLength: 200, description: 'At most 200 Unicode code points.' })
const slug = Type.String({
  pattern: '^(?!api$)[a-z0-9]+(-[a-z0-9]+)*$',
  minLength: 3,
  maxLength: 64,
  description: "A link of one's own; not `api`. Each attempt counts against 30 an hour and account.",
})
const questions = Type.Array(Type.Ref('Question'), { minItems: 1, maxItems: MAX_QUESTIONS })
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
  Requirement,
  Question,
  Theme,
  ResponseItem,
  SurveyDetail,
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
