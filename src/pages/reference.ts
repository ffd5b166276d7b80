import { Type } from 'typebox'
import { listOf, named, oneOf } from '../api/schema.ts'
import type { DescribedError, Reference } from '../transport/reference.ts'
import {
  AnswerIssue,
  AskedItem,
  BoardEvent,
  BoardPage,
  Heartbeat,
  NAMED,
  NewBoardItem,
  StepEvent,
  StoredResponse,
  Submission,
  SurveyEvent,
  SurveyForRespondents,
  Vote,
  VoteCount,
} from './contract.ts'
import { EXAMPLES } from './examples.ts'

const ANSWERS: readonly DescribedError[] = [
  {
    refusal: 'invalid_answers',
    advice: 'Correct the answers that `questions` names.',
  },
  { refusal: 'invalid_answers', reason: 'answers must be a list', advice: 'Send `answers` as a list.' },
  {
    refusal: 'invalid_answers',
    reason: 'there are more answers than questions',
    advice: 'Read the survey again: it may have changed.',
  },
  {
    refusal: 'invalid_answers',
    reason: 'the presenter sets the pace of this survey: send the answer to one question',
    advice: 'Send one request for each answer, with null elsewhere.',
  },
  { refusal: 'not_asked_yet', advice: 'Wait for the `step` with this question, or send the answer to another one.' },
  { refusal: 'time_is_up', advice: 'Stop. What is sent two seconds after the end of a countdown is still taken.' },
  {
    refusal: 'response_removed',
    advice: 'The creator removed the response with this key. Do not send it again.',
  },
]
const TEXT: readonly DescribedError[] = [
  { refusal: 'invalid_text', reason: 'text is required', advice: 'Send `text`, with something in it.' },
  { refusal: 'invalid_text', reason: 'text must have at most 500 characters', advice: 'Shorten it.' },
  { refusal: 'invalid_text', reason: 'text must not contain a NUL character', advice: 'Leave it out.' },
  { refusal: 'board_full', advice: '1,000 questions are shown or held. Wait until some are answered.' },
]
const KEY: DescribedError = { refusal: 'invalid_key', advice: 'Send a UUID, or none.' }
const VOTER: DescribedError = { refusal: 'invalid_voter', advice: 'Send a UUID.' }
/** Applies to everything that is sent. */
const WRITING: readonly DescribedError[] = [
  {
    refusal: 'foreign_origin',
    advice: 'A browser sent it from a page of another site. Send it from a server, or link to the survey.',
  },
  { refusal: 'survey_closed', advice: 'Stop.' },
  { refusal: 'survey_expired', advice: 'Stop.' },
  { refusal: 'survey_storage', advice: 'Ask the creator.' },
  { refusal: 'respondent_bytes', advice: 'Wait as many seconds as `Retry-After` says.' },
]
const STREAMS: DescribedError = { refusal: 'too_many_streams', advice: 'Close some.' }
const OUTDATED: DescribedError = {
  refusal: 'questions_changed',
  advice: 'Only pages get it, or what sends `form` as they do: load the page again.',
}

export const ANSWERING: Reference = {
  title: 'Answering',
  lead: 'What programs send and read at the public link of a survey, where respondents answer. No token is needed.',
  introduction: `Nothing here sets or reads a cookie, and nothing that identifies a respondent is stored. Bodies are JSON, whatever their \`Content-Type\`. The samples answer this survey:

\`\`\`sh
curl -s -X POST https://soundings.example/api/v1/surveys \\
  -H "Authorization: Bearer $TOKEN" \\
  -d '{
    "title": "Lunch on Friday",
    "slug": "friday-lunch",
    "questions": [
      {"type": "multiple_choice", "text": "Where?", "options": ["Park", "Canteen"]},
      {"type": "rating", "text": "How hungry?", "requirement": {"mode": "optional"}},
      {"type": "upvoted_question", "text": "Ask the cook"}
    ]
  }'
\`\`\``,
  credential: undefined,
  routes: {
    'GET /s/{slug}': {
      id: 'readPublicSurvey',
      summary: 'Read the survey',
      description:
        'With `Accept: application/json` the response is the survey; without that header it is the page. Capitals, spaces or a slash at the end redirect to the survey.',
      headers: Type.Object({
        Accept: Type.Optional(Type.String({ description: '`application/json`, or the response is a page.' })),
      }),
      answer: { status: 200, description: 'The survey.', schema: named(SurveyForRespondents) },
    },
    'POST /s/{slug}/responses': {
      id: 'submitResponse',
      summary: 'Submit a response',
      description:
        'The response is 201 with the stored row; it is on disk by then. If answers do not fit, nothing is stored, and `questions` names each question at fault. Other properties are ignored and stored nowhere. After 503 and after a lost connection, send it again with the same `key`.',
      body: named(Submission),
      answer: { status: 201, description: 'The response is stored.', schema: named(StoredResponse) },
      errors: [...ANSWERS, KEY, OUTDATED, ...WRITING],
    },
    'POST /s/{slug}/board/{index}': {
      id: 'askQuestion',
      summary: 'Ask a question',
      description: 'Puts a question on a board.',
      body: named(NewBoardItem),
      answer: { status: 201, description: 'The question is stored.', schema: named(AskedItem) },
      errors: [...TEXT, KEY, ...WRITING],
    },
    'PUT /s/{slug}/board/{index}/{item}/vote': {
      id: 'giveVote',
      summary: 'Vote',
      description: 'Gives a vote to a question. It counts once however often it is sent.',
      body: named(Vote),
      answer: { status: 200, description: 'The vote counts.', schema: named(VoteCount) },
      errors: [VOTER, ...WRITING],
    },
    'GET /s/{slug}/board/{index}': {
      id: 'readBoard',
      summary: 'Read a board',
      description: 'The questions that people have asked, and how many votes each has.',
      query: Type.Object({
        order: Type.Optional(
          oneOf(['votes', 'new'], '`new`: the newest first. Without it, those with most votes first.'),
        ),
        page: Type.Optional(Type.Integer({ minimum: 1, description: 'The number of the page.' })),
      }),
      answer: { status: 200, description: 'A page of the board.', schema: named(BoardPage) },
    },
    'DELETE /s/{slug}/board/{index}/{item}/vote': {
      id: 'withdrawVote',
      summary: 'Withdraw a vote',
      description: 'Takes the vote of the same `voter` back.',
      body: named(Vote),
      answer: { status: 200, description: 'The vote no longer counts.', schema: named(VoteCount) },
      errors: [VOTER, ...WRITING],
    },
    'GET /s/{slug}/events': {
      id: 'followSurvey',
      summary: 'Follow changes',
      description:
        'A stream of server-sent events, at most four changes a second. It begins with the current state. The stream says nothing about responses: for those see [live results](https://soundings.example/docs/dashboard-api#followResults).',
      headers: Type.Object({
        'Last-Event-ID': Type.Optional(
          Type.String({
            description: 'When you reconnect: the `id` of the last event. What you have is not sent again.',
          }),
        ),
      }),
      answer: {
        status: 200,
        description: 'The stream.',
        events: {
          survey: {
            data: named(SurveyEvent),
            when: 'The survey was opened, closed or edited, or has expired.',
          },
          step: {
            data: named(StepEvent),
            when: 'The presenter of a survey has gone on, if the presenter sets the pace. The stream of such a survey begins with it.',
          },
          board: { data: named(BoardEvent), when: 'Questions on a board changed.' },
          heartbeat: { data: named(Heartbeat), when: 'Every 15 to 25 seconds: connect again if none comes.' },
        },
      },
      errors: [STREAMS],
    },
  },
  examples: EXAMPLES,
  pages: {
    'GET /s/{slug}/': 'redirects to the survey, as `GET /S/{slug}` does',
    'GET /S/{slug}': 'the same',
    'POST /s/{slug}': 'the form of the page, for browsers without JavaScript',
    'GET /s/{slug}/record': 'the record of a session, if the survey shares it',
    'GET /s/{slug}/thanks': 'the page after answering, with results if the survey shares them',
    'GET /s/{slug}/board/{index}/list': 'further questions of a board',
    'GET /s/{slug}/qr.svg': 'the public link as a QR code',
  },
  parameters: {
    slug: { schema: Type.String(), description: "The survey's slug, as in its public link.", example: 'friday-lunch' },
    index: {
      schema: Type.Integer({ minimum: 0 }),
      description: 'The index of a question of type `upvoted_question`.',
      example: '2',
    },
    item: {
      schema: Type.String({ format: 'uuid' }),
      description: 'The `id` of a question on the board.',
      example: '4f7f7e5c-0c3e-4e07-8b1f-2d6d7a0b9c31',
    },
  },
  schemas: NAMED,
  errors: [
    { refusal: 'not_found', advice: 'Check the slug, the index of the board and the id of the question.' },
    { refusal: 'respondent_limit', advice: 'Wait as many seconds as `Retry-After` says.' },
  ],
  pageErrors: [OUTDATED],
  errorProperties: { questions: Type.Optional(listOf(named(AnswerIssue), 'Which answers are invalid.')) },
  moreErrors:
    'After 503 `temporarily unavailable` and after a lost connection, send a response again with the same `key`.',
}
