import { type Static, Type } from 'typebox'
import { listOf, named, oneOf, shape } from '../api/schema.ts'
import { QUESTION_TYPES } from '../domain/surveys/question.ts'
import { groups } from './group-schemas.ts'
import { RightAnswers, ScaleWords } from './question-settings-schemas.ts'

const count = Type.Integer({ minimum: 0 })
const minutes = (description: string) =>
  Type.Unsafe<number | null>({ type: ['integer', 'null'], minimum: 0, description })

const AskedQuestions = (description: string) => listOf(Type.Object({ text: Type.String(), votes: count }), description)

export const RecordedQuestion = shape('RecordedQuestion', 'What a question has shown.', {
  index: count,
  type: oneOf(QUESTION_TYPES, 'Its type.'),
  text: Type.String(),
  answered: Type.Unsafe<number | null>({
    type: ['integer', 'null'],
    minimum: 0,
    description: 'Number of answers. 0 for a board.',
  }),
  shown_after: minutes('When it was first shown, in minutes from the beginning of the session. Null if it was not.'),
  revealed_after: minutes('When its results were last revealed. Null if they were not.'),
  asked: Type.Optional(
    Type.Unsafe<number | null>({
      type: ['integer', 'null'],
      minimum: 0,
      description: 'Of a question of a group: how many people were asked it.',
    }),
  ),
  chosen: Type.Optional(
    Type.Unsafe<number | null>({
      type: ['integer', 'null'],
      minimum: 0,
      description:
        'Of an option of a check-list at the presenter’s pace, in place of `asked`: how many responses chose at least one of its options.',
    }),
  ),
  options: Type.Optional(
    listOf(Type.String(), 'Of a question of a group, in place of its counts where these are not shared.'),
  ),
  tally: Type.Optional(listOf(Type.Object({ option: Type.String(), count }), 'For each option.')),
  mean: Type.Optional(Type.Unsafe<number | null>({ type: ['number', 'null'], description: 'Of a rating.' })),
  middle: Type.Optional(
    Type.Unsafe<{ readonly from: number; readonly to: number } | null>({
      anyOf: [Type.Object({ from: count, to: count }), { type: 'null' }],
      description: 'Of a rating: where the middle half of the answers lies. Null without answers.',
    }),
  ),
  distribution: Type.Optional(listOf(Type.Object({ value: count, count }), 'For each rating.')),
  right: Type.Optional(named(RightAnswers)),
  right_count: Type.Optional(Type.Integer({ minimum: 0, description: 'Number of right answers.' })),
  scale_words: Type.Optional(ScaleWords),
  round_of: Type.Optional(
    Type.Integer({ minimum: 0, description: 'The index of the question of which this is the second round.' }),
  ),
  words: Type.Optional(
    listOf(Type.Object({ word: Type.String(), people: count }), 'Words and phrases that at least three people wrote.'),
  ),
  texts: Type.Optional(listOf(Type.String(), 'Texts that were picked for the screen.')),
  board: Type.Optional(
    Type.Object({
      asked: Type.Integer({ minimum: 0, description: 'Questions that respondents see.' }),
      answered: AskedQuestions('Those that are marked as answered.'),
      open: AskedQuestions('The others.'),
      left_out: Type.Integer({ minimum: 0, description: 'How many of them are not listed.' }),
    }),
  ),
})

export const SessionRecord = shape('SessionRecord', 'What a room was asked, and what it said. It names nobody.', {
  title: Type.String(),
  session: Type.Unsafe<{ readonly began_at: string; readonly minutes: number; readonly is_over: boolean } | null>({
    anyOf: [
      Type.Object({
        began_at: Type.String({ format: 'date-time', description: 'To the minute.' }),
        minutes: count,
        is_over: Type.Boolean(),
      }),
      { type: 'null' },
    ],
    description: 'The last time it was presented. Null if it never was.',
  }),
  responses: Type.Unsafe<number | null>({ type: ['integer', 'null'], minimum: 0, description: 'Number of responses.' }),
  questions: listOf(named(RecordedQuestion), 'In the order of the survey.'),
  groups: Type.Optional(groups),
})

export type SessionRecord = Static<typeof SessionRecord>
