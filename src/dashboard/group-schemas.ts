import { Type } from 'typebox'
import { listOf, named } from '../api/schema.ts'
import type { QuestionGroup } from '../domain/surveys/groups/question-group.ts'

/** The schemas of questions that are shown as one. */

const positions = {
  from: Type.Integer({ minimum: 0, description: 'The index of the first question.' }),
  to: Type.Integer({ minimum: 0, description: 'The index of the last question.' }),
}
const title = Type.String({ minLength: 1, maxLength: 500 })
const shuffled = Type.Optional(Type.Literal(true))
const number = (description: string) => Type.Optional(Type.Integer({ minimum: 1, description }))

const CheckList = Type.Object(
  {
    kind: Type.Literal('check_list'),
    ...positions,
    min: number('How many options are chosen at least.'),
    max: number('How many options are chosen at most.'),
    shuffled,
  },
  {
    description:
      'Optional multiple-choice questions with the same text and one option each: one question with several answers. A free text may follow that is required if the last option is chosen.',
  },
)
const Grid = Type.Object(
  { kind: Type.Literal('grid'), ...positions, title, shuffled },
  { description: 'Multiple-choice questions with the same options. Their texts are its rows.' },
)
const Ranking = Type.Object(
  {
    kind: Type.Literal('ranking'),
    ...positions,
    title,
    min: number('How many ranks are given at least, from the first on.'),
    shuffled,
  },
  {
    description:
      'Multiple-choice questions with the options `1`, `2` and so on to their number. Their texts are what is ranked, and each rank is given once.',
  },
)
const WithOther = Type.Object(
  { kind: Type.Literal('other'), ...positions },
  { description: 'A multiple-choice question, and a free text that is required if one of its options is chosen.' },
)
const Section = Type.Object(
  {
    kind: Type.Literal('section'),
    ...positions,
    title,
    text: Type.Optional(Type.String({ minLength: 1, maxLength: 2_000 })),
    shuffled,
  },
  { description: 'Any questions, below a heading. Groups of other kinds are in it as a whole or not at all.' },
)

export const GroupOfQuestions = Type.Unsafe<QuestionGroup>({
  $id: 'GroupOfQuestions',
  anyOf: [CheckList, Grid, Ranking, WithOther, Section],
  description:
    'Questions in a row that respondents see as one. To the API they are plain questions. Each is in one section at most, and in one other group. They follow their questions through edits. If one is `shuffled`, respondents see its options, rows, items or questions in a random order.',
})

export const groups = listOf(named(GroupOfQuestions), 'In the order of their questions.')

export const dissolved_groups = Type.Integer({
  minimum: 0,
  description: 'How many groups edits have dissolved since groups were last set.',
})
