import { named } from '../api/schema.ts'
import type { DescribedError, DescribedRoute, Reference } from '../transport/reference.ts'
import {
  AudienceEvent,
  BoardNews,
  ModeratedBoard,
  ModeratedItem,
  Moderation,
  NoData,
  PresentedSurvey,
  ProjectedBoard,
  ProjectedTexts,
  ResultsEvent,
  ShownTexts,
  WordList,
  WordsChange,
} from './contract.ts'
import { PresentationState, PresentationStep, SecondRound } from './presentation-schemas.ts'
import { SessionRecord } from './record-schemas.ts'

const MODERATION: readonly DescribedError[] = [
  { refusal: 'invalid_state', advice: 'Send one of them.' },
  { refusal: 'not_shown', advice: 'Show it first.' },
  { refusal: 'board_full', advice: '1,000 questions are shown or held. Hide or answer some.' },
]
const WORDS: readonly DescribedError[] = [
  { refusal: 'invalid_words_change', advice: 'Send one or the other.' },
  { refusal: 'too_many_hidden_words', advice: 'Show one again.' },
]
const STEP: DescribedError = { refusal: 'invalid_step', advice: 'Send a `screen` that the survey has.' }
const ROUND: readonly DescribedError[] = [
  { refusal: 'invalid_round', advice: 'Send one of the survey.' },
  { refusal: 'no_second_round', advice: 'Choose another question.' },
  { refusal: 'no_second_round_of_check_list', advice: 'Choose another question.' },
  { refusal: 'not_paced', advice: 'Let the presenter set the pace before there are responses.' },
  { refusal: 'too_many_questions', advice: 'Make another survey.' },
]
const PICKS: DescribedError = { refusal: 'too_many_picks', advice: 'Take one off.' }
const EVENTS = {
  results: { data: named(ResultsEvent), when: 'First, and whenever any of it changes.' },
  board: { data: named(BoardNews), when: 'Questions on a board changed.' },
  survey: { data: named(NoData), when: 'Read the survey again.' },
  projected_texts: { data: named(NoData), when: 'Read the projected texts again.' },
  presentation: { data: named(PresentationState), when: 'Somebody made a step, or the questions were edited.' },
  audience: {
    data: named(AudienceEvent),
    when: 'First, and with each change, at most once a second.',
  },
  heartbeat: { data: named(NoData), when: 'Every 15 to 25 seconds: connect again if none comes.' },
}

/** The response of operations that return nothing. */
export const done = (description: string) => ({ status: 204, description }) as const

/** Moderation, live results, and projected content. */
export const LIVE: Reference['routes'] = {
  'GET /admin/api/{slug}/board/{index}': {
    id: 'readModeratedBoard',
    summary: 'Read a board',
    description: 'All questions on a board, held and hidden ones too.',
    answer: { status: 200, description: 'The questions.', schema: named(ModeratedBoard) },
  },
  'PATCH /admin/api/{slug}/board/{index}/{item}': {
    id: 'moderateQuestion',
    summary: 'Moderate a question',
    description: 'Shows, holds, hides or answers a question. Respondents see it at once.',
    body: named(Moderation),
    answer: { status: 200, description: 'The question as it is now.', schema: named(ModeratedItem) },
    errors: MODERATION,
  },
  'GET /admin/api/{slug}/events': {
    id: 'followResults',
    summary: 'Follow live results',
    description:
      'A stream of server-sent events, at most four a second. It begins with the current state, so you can reconnect at any time.',
    answer: { status: 200, description: 'The stream.', events: EVENTS },
  },
  'PATCH /admin/api/{slug}/presentation': {
    id: 'stepPresentation',
    summary: 'Conduct a presentation',
    description:
      'All screens on which a survey is presented show the same. A step goes to a screen, and may reveal the results of its question.',
    body: named(PresentationStep),
    answer: { status: 200, description: 'What the screens show now.', schema: named(PresentationState) },
    errors: [STEP],
  },
  'POST /admin/api/{slug}/presentation/rounds': {
    id: 'askAgain',
    summary: 'Ask a question again',
    description:
      'Goes to the second round of a question with its results hidden, and adds it behind the last question if there is none. Only where the presenter sets the pace.',
    body: named(SecondRound),
    answer: { status: 200, description: 'What the screens show now.', schema: named(PresentationState) },
    errors: ROUND,
  },
  'GET /admin/api/{slug}/presentation': {
    id: 'readPresentation',
    summary: 'Read the presentation',
    description: 'What the screens show.',
    answer: { status: 200, description: 'The state.', schema: named(PresentationState) },
  },
  'GET /admin/api/{slug}/record': {
    id: 'readRecord',
    summary: 'Read the record',
    description:
      'What the room was asked, and what it said: for each question its result, when it was shown and when it was revealed. With `Accept: text/markdown` it is a text in English.',
    answer: { status: 200, description: 'The record.', schema: named(SessionRecord) },
  },
  'GET /admin/api/{slug}/words/{index}': {
    id: 'listWords',
    summary: 'List words',
    description: 'Words and phrases that people wrote in answer to a free-text question.',
    answer: { status: 200, description: 'The words.', schema: named(WordList) },
  },
  'PATCH /admin/api/{slug}/words/{index}': {
    id: 'changeWords',
    summary: 'Project words',
    description: '`{shown}` projects words or ends that; `{word, hidden}` hides one or shows it again.',
    body: named(WordsChange),
    answer: done('Changed.'),
    errors: WORDS,
  },
  'PUT /admin/api/{slug}/projected-texts/{index}/{id}': {
    id: 'pickText',
    summary: 'Project a text',
    description: 'Picks the answer that a response gave to a free-text question.',
    answer: done('It is projected.'),
    errors: [PICKS],
  },
  'GET /admin/api/{slug}/projected-texts': {
    id: 'readProjectedTexts',
    summary: 'Read what is projected',
    description: 'What was chosen of each free-text question.',
    answer: { status: 200, description: 'The texts and words.', schema: named(ProjectedTexts) },
  },
}

/** Routes that need only the token at the end of a projector link. */
export const PROJECTED: Reference['routes'] = openRoutes({
  'GET /p/api/{token}': {
    id: 'readProjection',
    summary: 'Read a projector link',
    description:
      'The [aggregate](https://soundings.example/docs/schemas#SurveyAggregate) of the API, and the language.',
    answer: { status: 200, description: 'The survey.', schema: named(PresentedSurvey) },
  },
  'GET /p/api/{token}/presentation': {
    id: 'readProjectedPresentation',
    summary: 'Read the presentation of a projector link',
    description: 'What presenters show.',
    answer: { status: 200, description: 'The state.', schema: named(PresentationState) },
  },
  'GET /p/api/{token}/board/{index}': {
    id: 'readProjectedBoard',
    summary: 'Read the board of a projector link',
    description: 'The first 100 questions that respondents see.',
    answer: { status: 200, description: 'The questions.', schema: named(ProjectedBoard) },
  },
  'GET /p/api/{token}/projected-texts': {
    id: 'readShownTexts',
    summary: 'Read the texts of a projector link',
    description: 'What was chosen to be projected, without ids.',
    answer: { status: 200, description: 'The texts and words.', schema: named(ShownTexts) },
  },
  'GET /p/api/{token}/events': {
    id: 'followProjection',
    summary: 'Follow a projector link',
    description: 'Live results, in steps of a second. Events of boards name only the board.',
    answer: { status: 200, description: 'The stream.', events: EVENTS },
  },
})

function openRoutes(routes: Reference['routes']): Reference['routes'] {
  const opened = ([key, route]: [string, DescribedRoute]) => [key, { ...route, isOpen: true as const }]
  return Object.fromEntries(Object.entries(routes).map(opened))
}
