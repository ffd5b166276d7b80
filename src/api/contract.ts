import { type Static, type TProperties, Type } from 'typebox'
import { MAX_QUESTIONS } from '../domain/limits.ts'
import { PRESETS } from '../domain/theme.ts'
import { QUESTION_SCHEMAS } from './question-schemas.ts'
import { link, moment, oneOf, shape, union } from './schema.ts'

/**
 * The schemas of the published API, for `/openapi.json` and for the types of responses, which a test checks against them.
 * They only describe: `src/domain` validates, in the words of the contract.
 */

export const API_VERSION = '1.1.0'

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

const Theme = Type.Unsafe<(typeof PRESETS)[number] | { primary: string; background: string }>({
  $id: 'Theme',
  description: 'A preset, or two colours of your own. `default` is the standard palette and replaces any other.',
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
  status: oneOf(['open', 'closed', 'expired'], 'A closed survey stays `closed` after its expiry.'),
  created_at: moment('When it was created.'),
  expires_at: Type.Unsafe<string | null>({
    anyOf: [{ type: 'string', format: 'date-time' }, { type: 'null' }],
    description: 'When it stops accepting responses; null for never.',
  }),
  url: link('Public link for respondents.'),
  questions: Type.Array(Type.Ref('Question')),
  response_count: Type.Integer({ minimum: 0 }),
}

const ResponseItem = shape('ResponseItem', 'A response, with everything that is stored about it.', {
  id: Type.String({ format: 'uuid', description: "The row's own id; says nothing about who answered." }),
  submitted_at: moment('When it was submitted.'),
  answers: Type.Array(Type.Unsafe<string | number | null>({ type: ['string', 'integer', 'null'] }), {
    description: "One for each question: an option's text, an integer from 1 to 10, a text, or null for none.",
  }),
})

const SurveyDetail = shape('SurveyDetail', 'A survey with every response, oldest first.', {
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
      description: "Every option in the question's order, also those that nobody chose.",
    }),
  }),
  rating: result('rating', 'RatingResult', 'How often each rating was given.', {
    mean: Type.Unsafe<number | null>({
      type: ['number', 'null'],
      description: 'Rounded to two decimal places; null if nobody answered.',
    }),
    distribution: Type.Array(Type.Object({ value: Type.Integer({ minimum: 1, maximum: 10 }), count }), {
      minItems: 10,
      maxItems: 10,
    }),
  }),
  free_text: result('free_text', 'FreeTextResult', 'How many answered. The texts are in the full view.', {}),
  upvoted_question: result(
    'upvoted_question',
    'UpvotedQuestionResult',
    'How many questions the board shows, and their votes.',
    {
      board: Type.Object({ items: count, votes: count }),
    },
  ),
}
const Result = union('Result', 'The counts for one question.', 'type', results)

const SurveyAggregate = shape('SurveyAggregate', 'A survey with counts in place of responses.', {
  ...surveyFields,
  results: Type.Array(Type.Ref('Result'), { description: 'One for each question, in order.' }),
  theme: Type.Ref('Theme'),
})

const SurveyListItem = shape('SurveyListItem', 'A survey in the list.', {
  id: Type.String({ description: SURVEY_ID }),
  title: Type.String(),
  status: oneOf(['open', 'closed'], 'The stored status: an expired survey is still `open`.'),
  created_at: moment('When it was created.'),
  response_count: Type.Integer({ minimum: 0 }),
  url: link('Public link for respondents.'),
  admin_token: Type.Optional(Type.String({ format: 'uuid', description: 'Only with include_admin=1.' })),
  admin_url: Type.Optional(link('Only with include_admin=1.')),
})

const createdFields = {
  id: Type.String({ description: SURVEY_ID }),
  title: Type.String(),
  url: link('Public link for respondents.'),
  admin_token: Type.String({
    format: 'uuid',
    description: 'Opens the dashboard. Store it: reading the survey does not return it.',
  }),
  admin_url: link('Dashboard link; contains the admin token.'),
  created_at: moment('When it was created.'),
  theme: Type.Ref('Theme'),
}

export const CreatedSurvey = shape('CreatedSurvey', 'A survey that was just created. It is open.', createdFields)

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
  created_at: moment('When it was created.'),
  updated_at: moment('When it was last changed.'),
})

export const SavedTemplate = shape('SavedTemplate', 'A template made from a survey.', {
  id: Type.String(),
  name: Type.String(),
  question_count: Type.Integer({ minimum: 1 }),
  created_at: moment('When it was created.'),
  saved_from: Type.String({ description: "The survey's id." }),
})

export const Me = shape('Me', 'The account of a token, and what the token may do.', {
  user_id: Type.String(),
  scope: Type.String({ description: 'Scopes separated by spaces.' }),
  kind: oneOf(['pat', 'oauth'], '`pat`: a personal token. `oauth`: held by an application.'),
})

const ErrorBody = shape('Error', 'Why a request was refused.', {
  error: Type.String({ description: 'The reason, for people.' }),
  code: Type.Optional(oneOf(ERROR_CODES, 'For programs; not every error has one.')),
})

export const SurveyList = Type.Object({ surveys: Type.Array(Type.Ref('SurveyListItem')) })
export const TemplateList = Type.Object({ templates: Type.Array(Type.Ref('Template')) })

const title = Type.String({ minLength: 1, maxLength: 200, description: 'At most 200 Unicode code points.' })
const slug = Type.String({
  pattern: '^[a-z0-9]+(-[a-z0-9]+)*$',
  not: { const: 'api' },
  minLength: 3,
  maxLength: 64,
  description: 'A link of your own; not `api`. An account has 30 attempts an hour.',
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
    archived: Type.Optional(Type.Boolean({ description: 'Whether the survey is left out of the list.' })),
  },
  {
    // At least one of the four. As `anyOf` that would be `unknown` in generated types.
    not: { allOf: ['status', 'theme', 'questions', 'archived'].map(field => ({ not: { required: [field] } })) },
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
  ...QUESTION_SCHEMAS,
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
