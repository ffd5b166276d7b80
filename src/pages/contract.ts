import { type Static, Type } from 'typebox'
import { listOf, moment, named, oneOf, shape } from '../api/schema.ts'
import { INITIAL_STATES, type ItemState } from '../domain/boards/board.ts'
import { BOARD_TEXT_LENGTH } from '../domain/boards/limits.ts'
import type { SharedCounts } from '../domain/results/sharing.ts'
import type { RightAnswer } from '../domain/surveys/question-settings.ts'
import type { Theme } from '../domain/surveys/survey-settings/theme.ts'
import { ANSWER_ERRORS, type Answer } from '../domain/values/answer.ts'
import type { JsonObject } from '../domain/values/json.ts'

/**
 * The schemas of the JSON that respondents send and read, for the reference and for the types of the code on both sides. They only
 * describe: `src/domain` validates. The server loads them with the documentation.
 */

const key = (description: string) => Type.Optional(Type.String({ format: 'uuid', description }))
const votes = Type.Integer({ minimum: 0 })
const answers = (description: string) =>
  listOf(Type.Unsafe<Answer>({ type: ['string', 'integer', 'null'] }), description)

export const SurveyForRespondents = shape('SurveyForRespondents', 'A survey as respondents see it.', {
  id: Type.String({ description: "The survey's slug." }),
  title: Type.String(),
  status: oneOf(['open', 'closed', 'expired'], 'Only an open survey takes answers.'),
  opens_at: Type.Optional(
    moment('When it opens by itself, if it waits for that. Until then it has no questions here.'),
  ),
  questions: Type.Unsafe<readonly JsonObject[]>(
    Type.Array(Type.Ref('Question'), { description: 'Without the properties that the service does not know.' }),
  ),
  theme: Type.Unsafe<Theme>(Type.Ref('Theme')),
})

export const Submission = shape('Submission', 'The answers of one person.', {
  answers: answers(
    'One entry for each question, in order: an option as text, a whole number from 1 to 10, a text of at most 10,000 characters, or null. A board takes null. Nulls at the end can be left out. Beside `form`, an option is its position, from 0.',
  ),
  form: Type.Optional(
    Type.String({
      description:
        'What the hidden field `questions` of the page has. It says for which questions the answers are, and that options are given by position: what people see on a screen may have been translated.',
    }),
  ),
  key: key(
    'Makes it safe to send the response again: the same key with the same answers is stored once, and gets the same 201, also after the survey was closed.',
  ),
})

export const StoredResponse = shape('StoredResponse', 'A response as it is stored.', {
  id: Type.String({ format: 'uuid' }),
  submitted_at: moment('When it arrived.'),
  answers: answers('One entry for each question.'),
  questions: Type.Optional(listOf(Type.String(), 'The texts of the questions, if `form` was sent.')),
})

export const AnswerIssue = shape('AnswerIssue', 'An answer that does not fit its question.', {
  index: Type.Integer({ minimum: 0, description: 'The index of the question.' }),
  error: oneOf(Object.values(ANSWER_ERRORS), 'What is wrong.'),
})

const BoardItem = shape('BoardItem', 'A question on a board. Those that are held or hidden are left out.', {
  id: Type.String({ format: 'uuid' }),
  text: Type.String(),
  votes,
  answered: Type.Boolean(),
  sequence: Type.Integer({
    minimum: 1,
    description:
      'Greater for questions that appeared later, and the same for five or more that appeared one after the other.',
  }),
})

export const BoardPage = shape('BoardPage', 'A page of a board, with up to 100 questions.', {
  items: listOf(named(BoardItem)),
  next: Type.Optional(
    Type.Integer({ minimum: 2, description: 'The number of the next page. The last page has none.' }),
  ),
})

export const NewBoardItem = shape('NewBoardItem', 'A question that somebody asks.', {
  text: Type.String({ minLength: 1, maxLength: BOARD_TEXT_LENGTH, description: 'Not blank.' }),
  key: key('The same key with the same text is one question.'),
  voter: Type.Optional(Type.String({ format: 'uuid', description: 'Whose vote it has at once, as when voting.' })),
})

export const AskedItem = shape('AskedItem', 'A question that was stored.', {
  id: Type.String({ format: 'uuid' }),
  state: Type.Unsafe<ItemState>({
    type: 'string',
    enum: INITIAL_STATES,
    description: '`held` on a board with `"moderated": true`, until the creator shows it.',
  }),
})

export const Vote = shape('Vote', 'Who votes.', {
  voter: Type.String({
    format: 'uuid',
    description: 'A random UUID that the sender keeps. It is stored as a hash that differs from question to question.',
  }),
})

export const VoteCount = shape('VoteCount', 'The votes for a question.', { votes })

export const SurveyEvent = shape('SurveyEvent', 'The state of the survey.', {
  status: oneOf(['open', 'closed', 'expired'], 'As in the survey.'),
  revision: Type.Integer({ minimum: 0, description: 'Another number after each edit.' }),
  version: Type.String({
    description:
      'Another text after a change that concerns who is answering: of the questions, of who sees results, or of how answers are sent. The page has its own in `data-version` of its form.',
  }),
})

export const StepEvent = shape('StepEvent', 'What is on the screen of a survey whose presenter sets the pace.', {
  state: oneOf(['before', 'live', 'over'], 'Before the first question, while somebody presents, and after the end.'),
  index: Type.Unsafe<number | null>({
    type: ['integer', 'null'],
    minimum: 0,
    description: 'The index of the question, or null if none is shown.',
  }),
  ends_in: Type.Unsafe<number | null>({
    type: ['integer', 'null'],
    minimum: 0,
    description: 'How many milliseconds are left of its countdown: 0 after its end, null without one.',
  }),
  result: Type.Optional(
    Type.Unsafe<SharedCounts | null>({
      type: ['object', 'null'],
      properties: {
        counts: { type: 'array', items: { type: 'integer' }, description: 'One for each option or point.' },
        mean: { type: ['number', 'null'], description: 'Only of a rating.' },
        chosen: { type: 'integer', description: 'Only of a check-list: how many have chosen at least one option.' },
      },
      description: 'Its result, if that is shared now: null below five answers.',
    }),
  ),
  right: Type.Optional(
    Type.Unsafe<RightAnswer>({
      anyOf: [
        Type.Object({ options: Type.Array(Type.Integer({ minimum: 0 })) }),
        Type.Object({ from: Type.Integer(), to: Type.Integer() }),
      ],
      description:
        'The positions of its right options, or its lowest and highest right point, once its result is revealed.',
    }),
  ),
  record: Type.Optional(
    Type.Boolean({
      description: 'After the end, true if the room may read the record at `/s/{slug}/record`.',
    }),
  ),
})

const ChangedBoardItem = shape('ChangedBoardItem', 'A question as it is now.', {
  id: Type.String({ format: 'uuid' }),
  text: Type.Optional(Type.String({ description: 'Only if the question has entered the first page of the list.' })),
  votes,
  answered: Type.Boolean(),
  sequence: Type.Optional(
    Type.Integer({ minimum: 1, description: 'Only beside `text`, and not of the newest questions of the board.' }),
  ),
})

export const BoardEvent = shape('BoardEvent', 'What changed on a board. Without `items`, read the board again.', {
  index: Type.Integer({ minimum: 0, description: 'The index of the board.' }),
  items: Type.Optional(listOf(named(ChangedBoardItem))),
  removed: Type.Optional(
    listOf(Type.String({ format: 'uuid' }), 'The ids of questions that respondents no longer see.'),
  ),
})

export const Heartbeat = shape('Heartbeat', 'Says that the stream works.', {})

export type SurveyForRespondents = Static<typeof SurveyForRespondents>
export type StoredResponse = Static<typeof StoredResponse>
export type BoardPage = Static<typeof BoardPage>
export type AskedItem = Static<typeof AskedItem>
export type VoteCount = Static<typeof VoteCount>
export type SurveyEvent = Static<typeof SurveyEvent>
export type StepEvent = Static<typeof StepEvent>
export type ChangedBoardItem = Static<typeof ChangedBoardItem>
export type BoardEvent = Static<typeof BoardEvent>

/** All named schemas. */
export const NAMED = [
  SurveyForRespondents,
  Submission,
  StoredResponse,
  AnswerIssue,
  BoardItem,
  BoardPage,
  NewBoardItem,
  AskedItem,
  Vote,
  VoteCount,
  SurveyEvent,
  StepEvent,
  ChangedBoardItem,
  BoardEvent,
  Heartbeat,
]
