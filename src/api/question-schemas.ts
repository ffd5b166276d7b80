import { type TSchema, Type } from 'typebox'
import { oneOf, union } from './schema.ts'

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

const OptionalRequirement = Type.Object(
  { mode: Type.Literal('optional') },
  { $id: 'OptionalRequirement', description: 'The question need not be answered.' },
)

const ConditionalRequirement = Type.Object(
  { mode: Type.Literal('conditional'), when: Type.Ref('ConditionGroup') },
  {
    $id: 'ConditionalRequirement',
    description: 'The question must be answered exactly when the group matches.',
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
    return Type.Object(properties, { $id: name + suffix, description })
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

/** All of a question, by name. */
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
