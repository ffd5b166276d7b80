import { type TSchema, Type } from 'typebox'
import { oneOf, union } from './schema.ts'

const Condition = Type.Object(
  {
    questionIndex: Type.Integer({
      minimum: 0,
      description: 'Zero-based index of an earlier multiple_choice question.',
    }),
    values: Type.Array(Type.String(), {
      minItems: 1,
      description: 'The condition matches if one of these options was chosen.',
    }),
  },
  {
    $id: 'Condition',
    description: 'A condition on the answer to an earlier question. It never matches an unanswered question.',
  },
)

const ConditionGroup = Type.Object(
  {
    op: oneOf(['all', 'any'], '`all`: every condition must match. `any`: at least one condition must match.'),
    conditions: Type.Array(Type.Ref('Condition'), { minItems: 1, maxItems: 5 }),
  },
  { $id: 'ConditionGroup', description: 'The conditions under which a question is required.' },
)

const OptionalRequirement = Type.Object(
  { mode: Type.Literal('optional') },
  { $id: 'OptionalRequirement', description: 'An answer is optional.' },
)

const ConditionalRequirement = Type.Object(
  { mode: Type.Literal('conditional'), when: Type.Ref('ConditionGroup') },
  {
    $id: 'ConditionalRequirement',
    description: 'An answer is required if the conditions match, and optional otherwise.',
  },
)

const Requirement = union(
  'Requirement',
  'Whether an answer is required; by default it is. The question is always shown.',
  'mode',
  {
    optional: OptionalRequirement,
    conditional: ConditionalRequirement,
  },
)

const text = Type.String({ minLength: 1 })
const requirement = Type.Optional(Type.Ref('Requirement'))
/** The properties of each type of question, in addition to type and text. */
const QUESTION_PROPERTIES = {
  multiple_choice: {
    options: Type.Array(Type.String({ minLength: 1 }), {
      minItems: 1,
      uniqueItems: true,
      description: 'All options must be different. An answer is the text of one of them.',
    }),
    requirement,
  },
  rating: { requirement },
  free_text: { requirement },
  upvoted_question: {
    moderated: Type.Optional(
      Type.Boolean({ description: 'Whether new questions stay hidden until the creator approves them.' }),
    ),
    requirement,
  },
}
const QUESTION_NAMES = {
  multiple_choice: ['MultipleChoiceQuestion', 'Respondents choose one of several options.'],
  rating: ['RatingQuestion', 'Respondents give an integer from 1 to 10.'],
  free_text: ['FreeTextQuestion', 'Respondents write up to 10,000 characters.'],
  upvoted_question: [
    'UpvotedQuestion',
    'A board where respondents ask questions and vote for them. Responses have no answer to it.',
  ],
} as const

/** The four types of question, as read or as sent. */
function questionVariants(suffix: '' | 'Input', index: TSchema) {
  const variant = (type: keyof typeof QUESTION_NAMES) => {
    const [name, description] = QUESTION_NAMES[type]
    const properties = { type: Type.Literal(type), text, ...QUESTION_PROPERTIES[type], index }
    return Type.Object(properties, { $id: name + suffix, description })
  }
  return {
    multiple_choice: variant('multiple_choice'),
    rating: variant('rating'),
    free_text: variant('free_text'),
    upvoted_question: variant('upvoted_question'),
  }
}

const readQuestions = questionVariants(
  '',
  Type.Integer({ minimum: 0, description: 'Zero-based position in the list.' }),
)
const sentQuestions = questionVariants(
  'Input',
  Type.Optional(
    Type.Unsafe({
      description:
        'When you change a survey, the `index` of the stored question; leave it out for a new question. Ignored in other requests.',
    }),
  ),
)
const KEPT = 'Properties that are not described here are stored and returned unchanged.'
const Question = union('Question', `A question as the API returns it. ${KEPT}`, 'type', readQuestions)
const QuestionInput = union('QuestionInput', `A question as you send it. ${KEPT}`, 'type', sentQuestions)

/** Schemas of what is stored as sent, with properties that are not described. */
export const KEPT_AS_SENT: ReadonlySet<TSchema> = new Set([
  OptionalRequirement,
  ConditionalRequirement,
  ...Object.values(readQuestions),
  ...Object.values(sentQuestions),
])

/** All schemas of a question, by name. */
export const QUESTION_SCHEMAS = [
  Condition,
  ConditionGroup,
  OptionalRequirement,
  ConditionalRequirement,
  Requirement,
  ...Object.values(readQuestions),
  Question,
  ...Object.values(sentQuestions),
  QuestionInput,
]
