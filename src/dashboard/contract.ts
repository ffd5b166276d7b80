import { type Static, type TProperties, Type } from 'typebox'
import { ResponseItem, SURVEY_FIELDS } from '../api/contract.ts'
import { link, listOf, named, oneOf, shape } from '../api/schema.ts'
import { ITEM_STATES } from '../domain/boards/board.ts'
import { SHARING_MODES } from '../domain/results/sharing.ts'
import { LANGUAGES } from '../domain/surveys/languages/languages.ts'
import type { Theme } from '../domain/surveys/survey-settings/theme.ts'
import type { JsonObject } from '../domain/values/json.ts'
import { momentOrNull, opens_at, response_limit } from './accepting-schemas.ts'
import { CheckListResult, results } from './counted-results.ts'
import { EditedOption, EditedQuestion, edited } from './edited-questions.ts'
import { dissolved_groups, GroupOfQuestions } from './group-schemas.ts'
import { PresentationState, PresentationStep, paced, revealed_at_once, SecondRound } from './presentation-schemas.ts'
import {
  beside,
  changesBeside,
  presented,
  RightAnswers,
  SettingsOfQuestion,
  TextsOfSurvey,
} from './question-settings-schemas.ts'
import { RecordedQuestion, SessionRecord } from './record-schemas.ts'

/**
 * The schemas of a dashboard's JSON, for the reference and for the types of the code on both sides. They only describe: `src/domain`
 * validates. The server loads them with the documentation.
 */

const index = Type.Integer({ minimum: 0, description: 'The index of the question.' })
const count = Type.Integer({ minimum: 0 })
const id = Type.String({ format: 'uuid' })
const responseId = Type.String({ format: 'uuid', description: 'The id of the response.' })
const theme = Type.Unsafe<Theme>(Type.Ref('Theme'))
const questions = Type.Unsafe<readonly JsonObject[]>(Type.Array(Type.Ref('Question')))

const Language = Type.Unsafe<string>({
  $id: 'Language',
  type: 'string',
  enum: LANGUAGES,
  description: 'A BCP 47 tag. It may be sent in any case, and is returned in this one.',
})
const language = Type.Unsafe<string | null>({
  anyOf: [Type.Ref('Language'), { type: 'null' }],
  description: 'The language of the texts. Null has it found from them.',
})

const found_language = Type.Unsafe<string | null>({
  anyOf: [Type.Ref('Language'), { type: 'null' }],
  description: 'The one found from the texts; null if uncertain.',
})

const sharing = {
  share_results: oneOf(SHARING_MODES, 'When respondents see results.'),
  results_revealed: Type.Boolean({ description: 'With `when_revealed`: whether they see them now.' }),
}
const share_record = Type.Boolean({ description: 'Whether everybody with the link may read the record.' })
const shared_device = Type.Boolean({ description: 'Keeps nothing on a device that is handed around.' })

export const DashboardSurvey = shape('DashboardSurvey', 'A survey with its counts and settings.', {
  ...SURVEY_FIELDS,
  questions,
  results,
  edited,
  theme,
  archived: Type.Boolean({ description: 'Whether lists leave it out.' }),
  projector: Type.Boolean({ description: 'Whether there is a projector link.' }),
  remote: Type.Boolean({ description: 'Whether there is a remote link.' }),
  taken_down: Type.Boolean({ description: 'Whether the operator has taken it down; it is `closed` then.' }),
  ...sharing,
  opens_at,
  response_limit,
  shared_device,
  share_record,
  paced,
  revealed_at_once,
  ...beside,
  dissolved_groups,
  language,
  found_language,
  is_owner: Type.Boolean({ description: 'Whether the session of its owner has asked.' }),
  expiry_automatic: Type.Boolean({ description: 'Whether the deadline comes from the free plan.' }),
})

export const PresentedSurvey = shape('PresentedSurvey', 'A survey with its counts, as screens behind a link show it.', {
  ...SURVEY_FIELDS,
  questions,
  results,
  edited,
  theme,
  opens_at,
  paced,
  ...presented,
  language,
  found_language,
})

const changes = {
  status: Type.Optional(oneOf(['open', 'closed'], 'Opens or closes the survey.')),
  archived: Type.Optional(Type.Boolean({ description: 'Whether lists leave it out.' })),
  share_results: Type.Optional(sharing.share_results),
  results_revealed: Type.Optional(sharing.results_revealed),
  opens_at: Type.Optional(opens_at),
  response_limit: Type.Optional(response_limit),
  shared_device: Type.Optional(shared_device),
  share_record: Type.Optional(share_record),
  paced: Type.Optional(paced),
  revealed_at_once: Type.Optional(revealed_at_once),
  language: Type.Optional(language),
  ...changesBeside,
}

export const DashboardChange = shape('DashboardChange', 'At least one property. If any is invalid, nothing changes.', {
  ...changes,
  theme: Type.Optional(theme),
  questions: Type.Optional(
    Type.Unsafe<readonly JsonObject[]>(
      Type.Array(Type.Ref('QuestionInput'), {
        description: 'As in the [API](https://soundings.example/docs#changeSurvey).',
      }),
    ),
  ),
  expires_at: Type.Optional(momentOrNull('The deadline, also in the past. Null clears it. Needs a subscription.')),
})

export const DashboardChanged = shape('DashboardChanged', 'The status of the survey, and what was sent.', {
  id: Type.String({ description: "The survey's slug." }),
  ...changes,
  status: oneOf(['open', 'closed'], 'As it is stored.'),
  theme: Type.Optional(theme),
  questions: Type.Optional(questions),
  expires_at: Type.Optional(momentOrNull('The deadline.')),
})

const ListedResponse = shape('ListedResponse', 'A response, as a page lists it.', {
  ...ResponseItem.properties,
  not_asked: Type.Optional(
    listOf(count, 'The indexes of the questions that were added after it. Left out if it was asked all of them.'),
  ),
})
export const ResponsePage = shape('ResponsePage', 'A page of responses.', {
  responses: listOf(named(ListedResponse), 'Their times are given to the minute.'),
  next: Type.Unsafe<number | null>({
    type: ['integer', 'null'],
    description: 'Send it as `after` to get the next page. Null at the end.',
  }),
  cursor: Type.Optional(
    Type.String({
      description:
        'In the order of arrival, also at the end. Keep it, and send it as `after` at any later time: you get [only what is new](https://soundings.example/docs/reading-results#read-only-what-is-new).',
    }),
  ),
})

const Arrival = shape('Arrival', 'How many responses had arrived.', {
  at: Type.String({ format: 'date-time', description: 'A minute.' }),
  count: Type.Integer({ minimum: 1, description: 'By the end of it, removed ones included.' }),
})
export const Arrivals = shape('Arrivals', 'Responses over time.', {
  arrivals: listOf(named(Arrival), 'At most 61 points.'),
})

const ResponseText = shape('ResponseText', 'An answer to a free-text question.', {
  id: responseId,
  text: Type.String(),
})
const QuestionTexts = shape('QuestionTexts', 'The newest answers to a free-text question.', {
  index,
  texts: listOf(named(ResponseText), 'At most five.'),
})
export const NewestTexts = shape('NewestTexts', 'The newest answers to each free-text question.', {
  questions: listOf(named(QuestionTexts)),
})

export const Comparison = shape('Comparison', 'The results of the people who gave one answer.', {
  question: index,
  answer: Type.String({ description: 'The option, or the rating as text.' }),
  response_count: Type.Integer({ minimum: 0, description: 'The number of these people.' }),
  results,
  edited,
})

const itemFields = {
  id,
  text: Type.String(),
  votes: count,
  state: oneOf(ITEM_STATES, '`held` and `hidden` ones are seen by moderators only.'),
}
export const ModeratedItem = shape('ModeratedItem', 'A question on a board, as moderators see it.', itemFields)
export const ModeratedBoard = shape('ModeratedBoard', 'All questions on a board, those with most votes first.', {
  items: listOf(named(ModeratedItem)),
})
export const Moderation = shape('Moderation', 'What becomes of a question.', { state: itemFields.state })

const ProjectedItem = shape('ProjectedItem', 'A question on a board, as respondents see it.', {
  id,
  text: Type.String(),
  votes: count,
  answered: Type.Boolean(),
  sequence: Type.Integer({ minimum: 1, description: 'As respondents get it, greater for those that appeared later.' }),
})
export const ProjectedBoard = shape('ProjectedBoard', 'The first 100 questions that respondents see.', {
  items: listOf(named(ProjectedItem)),
})

const wordFields = {
  word: Type.String({ description: 'A word, or a phrase of two.' }),
  people: Type.Integer({ description: 'How many people wrote it.' }),
}
const Word = shape('Word', 'What at least three people wrote.', wordFields)
const words = Type.Unsafe<readonly Static<typeof Word>[] | null>({
  anyOf: [{ type: 'array', items: Type.Ref('Word') }, { type: 'null' }],
  description: 'Those that most people wrote first; null where words are not shown.',
})

/** The projected answers to each free-text question. */
const projected = <Properties extends TProperties>(name: string, what: string, pick: Properties) => {
  const Question = shape(`${name}Question`, `${what} of a free-text question.`, {
    index,
    picks: listOf(Type.Object(pick), 'In the order of picking.'),
    words,
  })
  const All = shape(name, `${what} of each free-text question.`, { questions: listOf(named(Question)) })
  return { Question, All }
}
const chosen = projected('ProjectedTexts', 'What is projected', { id: responseId, text: Type.String() })
const shown = projected('ShownTexts', 'What a projector link shows', { text: Type.String() })
export const ProjectedTexts = chosen.All
export const ShownTexts = shown.All

const ListedWord = shape('ListedWord', 'A word or phrase as the dashboard lists it.', {
  ...wordFields,
  hidden: Type.Boolean(),
})
export const WordList = shape('WordList', 'Words and phrases of a question: at most 60, and the hidden ones.', {
  words: listOf(named(ListedWord)),
})
export const WordsChange = shape('WordsChange', 'Either `shown`, or `word` and `hidden`.', {
  shown: Type.Optional(Type.Boolean({ description: 'Whether words are projected.' })),
  word: Type.Optional(Type.String({ description: 'The word or phrase.' })),
  hidden: Type.Optional(Type.Boolean({ description: 'Whether it is hidden.' })),
})

export const AdminLink = shape('AdminLink', 'A new link to the dashboard.', {
  admin_token: Type.String({ format: 'uuid' }),
  admin_url: link('It contains the admin token.'),
})
export const ProjectorLink = shape('ProjectorLink', 'A link that shows results and changes nothing.', {
  url: link('The link.'),
})
export const RemoteLink = shape('RemoteLink', 'A link with which a second person can conduct.', {
  url: link('The link.'),
})

export const ResultsEvent = shape('ResultsEvent', 'The counts as they are now.', {
  status: SURVEY_FIELDS.status,
  response_count: SURVEY_FIELDS.response_count,
  results,
  edited,
  ...sharing,
})
export const BoardNews = shape('BoardNews', 'What changed on a board. Without `items`, read the board again.', {
  index: Type.Integer({ minimum: 0, description: 'The index of the board.' }),
  items: Type.Optional(listOf(named(ModeratedItem), 'Up to 20 questions. Streams of a projector link have none.')),
})
export const AudienceEvent = shape('AudienceEvent', 'How many people are there.', {
  here: Type.Integer({ minimum: 0, description: 'Open event streams of the survey’s page, on all servers.' }),
})
export const NoData = shape('NoData', 'Nothing but that it happened.', {})

export const SurveyFile = shape('SurveyFile', 'A survey with everything in it. It can be restored.', {
  ...SURVEY_FIELDS,
  questions,
  responses: listOf(named(ResponseItem)),
  boards: listOf(Type.Object({ index, text: Type.String(), items: listOf(named(ModeratedItem)) })),
  settings: Type.Unsafe<JsonObject>({ type: 'object', description: 'The settings of the dashboard.' }),
  theme,
})

export type DashboardSurvey = Static<typeof DashboardSurvey>
export type DashboardChange = Static<typeof DashboardChange>
export type ResponsePage = Static<typeof ResponsePage>
export type ListedResponse = Static<typeof ListedResponse>
export type Arrival = Static<typeof Arrival>
export type Arrivals = Static<typeof Arrivals>
export type NewestTexts = Static<typeof NewestTexts>
export type ResponseText = Static<typeof ResponseText>
export type Comparison = Static<typeof Comparison>
export type ModeratedItem = Static<typeof ModeratedItem>
export type ModeratedBoard = Static<typeof ModeratedBoard>
export type ProjectedBoard = Static<typeof ProjectedBoard>
export type ProjectedTexts = Static<typeof ProjectedTexts>
export type ShownTexts = Static<typeof ShownTexts>
export type WordList = Static<typeof WordList>
export type ListedWord = Static<typeof ListedWord>
export type AdminLink = Static<typeof AdminLink>
export type ProjectorLink = Static<typeof ProjectorLink>
export type RemoteLink = Static<typeof RemoteLink>
export type ResultsEvent = Static<typeof ResultsEvent>
export type BoardNews = Static<typeof BoardNews>
export type AudienceEvent = Static<typeof AudienceEvent>

/** All named schemas, besides those of the published API. */
export const NAMED = [
  DashboardSurvey,
  EditedQuestion,
  RightAnswers,
  SettingsOfQuestion,
  TextsOfSurvey,
  GroupOfQuestions,
  CheckListResult,
  EditedOption,
  Language,
  DashboardChange,
  DashboardChanged,
  ListedResponse,
  ResponsePage,
  Arrival,
  Arrivals,
  ResponseText,
  QuestionTexts,
  NewestTexts,
  Comparison,
  ModeratedItem,
  ModeratedBoard,
  Moderation,
  Word,
  chosen.Question,
  ProjectedTexts,
  ListedWord,
  WordList,
  WordsChange,
  PresentationState,
  PresentationStep,
  SecondRound,
  SessionRecord,
  RecordedQuestion,
  AdminLink,
  ProjectorLink,
  RemoteLink,
  ResultsEvent,
  BoardNews,
  AudienceEvent,
  NoData,
  SurveyFile,
  PresentedSurvey,
  ProjectedItem,
  ProjectedBoard,
  shown.Question,
  ShownTexts,
]
