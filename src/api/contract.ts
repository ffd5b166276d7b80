import { type Static, type TProperties, Type } from 'typebox'
import { MAX_QUESTIONS } from '../domain/surveys/limits.ts'
import { PRESETS } from '../domain/surveys/survey-settings/theme.ts'
import { QUESTION_SCHEMAS } from './question-schemas.ts'
import { link, moment, oneOf, shape, union } from './schema.ts'

/**
 * The schemas of the published API, for `/openapi.json` and for the types of responses, which a test checks against
 * them. They only describe: `src/domain` validates, with the contract's texts.
 */

export const API_VERSION = '1.1.0'

/** Error codes of the published API. */
const ERROR_CODES = [
  'entitlement_required',
  'insufficient_scope',
  'survey_limit_reached',
  'daily_survey_limit_reached',
  'template_limit_reached',
  'slug_taken',
  'survey_expired',
  'survey_changed',
  'idempotency_key_reused',
  'storage_limit_reached',
] as const

const SURVEY_ID = "The survey's slug, as in its public link."

const Theme = Type.Unsafe<(typeof PRESETS)[number] | { primary: string; background: string }>({
  $id: 'Theme',
  description: 'A preset, or two colours of your own. `default` restores the standard colours.',
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

/** The properties common to all views of a survey. */
export const SURVEY_FIELDS = {
  id: Type.String({ description: SURVEY_ID }),
  title: Type.String({ maxLength: 200, description: 'At most 200 Unicode code points.' }),
  status: oneOf(['open', 'closed', 'expired'], 'A survey that was closed before it expired is `closed`.'),
  created_at: moment('When it was created.'),
  expires_at: Type.Unsafe<string | null>({
    anyOf: [{ type: 'string', format: 'date-time' }, { type: 'null' }],
    description: 'When the survey stops accepting responses; null if it has no deadline.',
  }),
  url: link('Public link for respondents.'),
  questions: Type.Array(Type.Ref('Question')),
  response_count: Type.Integer({ minimum: 0 }),
}

export const ResponseItem = shape('ResponseItem', 'A response. Nothing else is stored about it.', {
  id: Type.String({ format: 'uuid', description: 'A random id, which says nothing about the respondent.' }),
  submitted_at: moment('When it was submitted.'),
  answers: Type.Array(Type.Unsafe<string | number | null>({ type: ['string', 'integer', 'null'] }), {
    description:
      'One answer per question, in order: the text of an option, an integer from 1 to 10, free text, or null if unanswered.',
  }),
})

const SurveyDetail = shape('SurveyDetail', 'A survey with every response, oldest first.', {
  ...SURVEY_FIELDS,
  responses: Type.Array(Type.Ref('ResponseItem')),
  theme: Type.Ref('Theme'),
})

const count = Type.Integer({ minimum: 0 })

/** The result for one type of question. */
function result<Properties extends TProperties>(type: string, $id: string, description: string, own: Properties) {
  const answered = Type.Integer({ minimum: 0, description: 'Number of responses with an answer to this question.' })
  return shape($id, description, { index: count, type: Type.Literal(type), text: Type.String(), answered, ...own })
}

const results = {
  multiple_choice: result('multiple_choice', 'MultipleChoiceResult', 'How often each option was chosen.', {
    tally: Type.Array(Type.Object({ option: Type.String(), count }), {
      description: 'All options in order, including those that nobody chose.',
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
  free_text: result('free_text', 'FreeTextResult', 'The number of answers. The texts are in the full view.', {}),
  upvoted_question: result(
    'upvoted_question',
    'UpvotedQuestionResult',
    'The number of visible questions on the board, and of votes for them.',
    {
      board: Type.Object({ items: count, votes: count }),
    },
  ),
}
/** Of the results, the one that the dashboard's API adds to. */
export const MultipleChoiceResult = results.multiple_choice
const Result = union('Result', 'The results for one question.', 'type', results)

const SurveyAggregate = shape('SurveyAggregate', 'A survey with counts instead of responses.', {
  ...SURVEY_FIELDS,
  results: Type.Array(Type.Ref('Result'), { description: 'One result per question, in order.' }),
  theme: Type.Ref('Theme'),
})

const SurveyListItem = shape('SurveyListItem', 'A survey in a list.', {
  id: Type.String({ description: SURVEY_ID }),
  title: Type.String(),
  status: oneOf(['open', 'closed'], 'Expiry does not change this status: an expired survey is still `open`.'),
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
    description: 'Gives access to the dashboard. Store it, since reading the survey does not return it.',
  }),
  admin_url: link('Link to the dashboard. It contains the admin token.'),
  created_at: moment('When it was created.'),
  theme: Type.Ref('Theme'),
}

export const CreatedSurvey = shape('CreatedSurvey', 'A new survey. It is open.', createdFields)

const ClonedSurvey = shape('ClonedSurvey', 'A new survey with the questions of another survey.', {
  ...createdFields,
  cloned_from: Type.String({ description: 'The id of the original survey.' }),
})

const LaunchedSurvey = shape('LaunchedSurvey', 'A new survey with the questions of a template.', {
  ...createdFields,
  template_id: Type.String({ description: 'The id of the template.' }),
})

const ChangedSurvey = shape('ChangedSurvey', 'The status of the survey, and every field that was sent.', {
  id: Type.String({ description: SURVEY_ID }),
  status: oneOf(['open', 'closed'], 'Expiry does not change this status.'),
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

export const SavedTemplate = shape('SavedTemplate', 'A template that was created from a survey.', {
  id: Type.String(),
  name: Type.String(),
  question_count: Type.Integer({ minimum: 1 }),
  created_at: moment('When it was created.'),
  saved_from: Type.String({ description: 'The id of the survey.' }),
})

export const Me = shape('Me', 'The account that a token belongs to, and the scopes of the token.', {
  user_id: Type.String(),
  scope: Type.String({ description: 'Scopes separated by spaces.' }),
  kind: oneOf(['pat', 'oauth'], '`pat`: a personal API token. `oauth`: an access token of an authorized application.'),
})

const ErrorBody = shape('ErrorBody', 'An error.', {
  error: Type.String({ description: 'A message for humans.' }),
  code: Type.Optional(oneOf(ERROR_CODES, 'Identifies the error in programs. Not every error has a code.')),
})

export const SurveyList = Type.Object({ surveys: Type.Array(Type.Ref('SurveyListItem')) })
export const TemplateList = Type.Object({ templates: Type.Array(Type.Ref('Template')) })

const title = Type.String({ minLength: 1, maxLength: 200, description: 'At most 200 Unicode code points.' })
const slug = Type.String({
  pattern: '^[a-z0-9]+(-[a-z0-9]+)*$',
  not: { const: 'api' },
  minLength: 3,
  maxLength: 64,
  description: 'A custom slug for the public link; `api` is reserved. An account can try 30 slugs per hour.',
})
const questions = Type.Array(Type.Ref('QuestionInput'), { minItems: 1, maxItems: MAX_QUESTIONS })
const theme = Type.Ref('Theme')

export const CreateSurvey = Type.Object({
  title,
  questions,
  slug: Type.Optional(slug),
  theme: Type.Optional(theme),
})
const having = (field: string) => ({ required: [field], properties: { [field]: {} } })

export const ChangeSurvey = Type.Object(
  {
    status: Type.Optional(oneOf(['open', 'closed'], 'Opens or closes the survey.')),
    theme: Type.Optional(theme),
    questions: Type.Optional(questions),
    archived: Type.Optional(Type.Boolean({ description: 'Whether the survey is excluded from the list.' })),
  },
  {
    // At least one of the four. Written as `anyOf`, it would become `unknown` in generated types.
    not: { allOf: ['status', 'theme', 'questions', 'archived'].map(field => ({ not: having(field) })) },
    description: 'At least one field. If any field is invalid, nothing changes.',
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

/** The names of request bodies in the description. */
export const BODIES = {
  NewSurvey: CreateSurvey,
  SurveyChange: ChangeSurvey,
  CloneChoices: CloneSurvey,
  TemplateName: SaveAsTemplate,
  NewTemplate: CreateTemplate,
  LaunchChoices: LaunchTemplate,
}

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
