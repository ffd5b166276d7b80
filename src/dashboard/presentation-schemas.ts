import { type Static, Type } from 'typebox'
import { listOf, named, shape } from '../api/schema.ts'
import type { Cover } from '../domain/results/presentation.ts'
import type { RightAnswer } from '../domain/surveys/question-settings.ts'
import { RightAnswers } from './question-settings-schemas.ts'

const count = Type.Integer({ minimum: 0 })

export const paced = Type.Boolean({
  description: 'Phones show what is presented. Fixed once there are responses.',
})
export const revealed_at_once = Type.Boolean({ description: 'The screen shows results as they come in.' })

export const PresentationState = shape('PresentationState', 'What every screen of a room shows.', {
  revision: Type.Integer({ minimum: 0, description: 'Grows with every step: the greater of two is the newer.' }),
  live: Type.Boolean({ description: 'Whether somebody presents now.' }),
  screen: Type.String({
    description:
      'Empty for the start, or the number of a question, with `.7-12` if every screen shows at least these of its options or picked texts.',
  }),
  revealed: listOf(count, 'The indexes of the questions whose results are shown.'),
  sorted: listOf(count, 'Those among them whose options are in the order of their counts.'),
  countdown: Type.Unsafe<{ readonly index: number; readonly ends_in: number } | null>({
    anyOf: [Type.Object({ index: count, ends_in: count }), { type: 'null' }],
    description: 'Of which question, and the milliseconds that are left: 0 after its end. Null without one.',
  }),
  spotlight: Type.Unsafe<{ readonly index: number; readonly id: string } | null>({
    anyOf: [Type.Object({ index: count, id: Type.String() }), { type: 'null' }],
    description: 'The question on the board of this index that is shown alone. Null for all of them.',
  }),
  cover: Type.Unsafe<Cover | null>({
    enum: ['blank', 'code', null],
    description: 'What lies over the screen: nothing is seen but black, or the link and its code. Null for nothing.',
  }),
  right: Type.Optional(
    Type.Unsafe<readonly (RightAnswer & { readonly index: number })[]>(
      Type.Array(Type.Intersect([named(RightAnswers), Type.Object({ index: count })]), {
        description: 'The right answers of the questions whose results are shown, where there are any.',
      }),
    ),
  ),
})
export const SecondRound = shape('SecondRound', 'A question that is asked again.', {
  index: Type.Integer({ minimum: 0, description: 'The index of the question that was asked first.' }),
})
export const PresentationStep = shape('PresentationStep', 'Where to go.', {
  screen: Type.String({ description: 'As in the state.' }),
  revealed: Type.Optional(Type.Boolean({ description: 'Shows or hides the results of that question.' })),
  sorted: Type.Optional(Type.Boolean({ description: 'With `revealed: true`: in the order of the counts.' })),
  countdown: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 600,
      description: 'In seconds: starts a countdown of that question; 0 stops it.',
    }),
  ),
  spotlight: Type.Optional(
    Type.Unsafe<string | null>({
      type: ['string', 'null'],
      description: 'The id of a question on that board, shown alone; null for all.',
    }),
  ),
  cover: Type.Optional(
    Type.Unsafe<Cover | null>({
      enum: ['blank', 'code', null],
      description: 'Covers the screen; null takes it away, and so does another screen.',
    }),
  ),
})

export type PresentationState = Static<typeof PresentationState>
