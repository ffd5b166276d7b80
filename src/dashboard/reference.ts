import { Type } from 'typebox'
import { named } from '../api/schema.ts'
import type { DescribedError, Reference } from '../transport/reference.ts'
import { AdminLink, DashboardChange, DashboardChanged, DashboardSurvey, NAMED, ProjectorLink } from './contract.ts'
import { done, LIVE, PROJECTED } from './described-live.ts'
import { REMOTE } from './described-remote.ts'
import { EXPORTS, RESPONSES } from './described-responses.ts'
import { EXAMPLES } from './examples.ts'

const ONE_OF_THEM = 'Send one of them.'
const ONE_OF_TWO = 'Send one of the two.'
const SUBSCRIBE = 'Subscribe.'

const CONDITIONS: readonly DescribedError[] = [
  { refusal: 'invalid_entity_tag', advice: 'Send the `ETag` as you received it, with its quotes.' },
  { refusal: 'survey_changed', advice: 'Read the survey again, and decide again.' },
  { refusal: 'condition_failed', advice: 'Leave out `If-None-Match`.' },
]

const IF_MATCH = Type.Object({
  'If-Match': Type.Optional(
    Type.String({
      description:
        'The survey’s `ETag`, as read here or in the API. If anybody has edited it since, nothing happens. Responses do not count.',
    }),
  ),
})

const CHANGE: readonly DescribedError[] = [
  ...CONDITIONS,
  {
    refusal: 'nothing_to_change',
    reason:
      'nothing to change: send status, theme, questions, archived, expires_at, opens_at, response_limit, share_results, results_revealed, shared_device, share_record, paced, revealed_at_once, language, question_settings, texts or groups',
    advice: 'Send at least one of them.',
  },
  { refusal: 'invalid_status', advice: ONE_OF_TWO },
  { refusal: 'invalid_archived', advice: ONE_OF_TWO },
  { refusal: 'invalid_theme', advice: 'Send the name of a preset, or two colours.' },
  { refusal: 'invalid_expiry', advice: 'Send one, such as `2026-06-01T12:00:00Z`.' },
  { refusal: 'invalid_opening', advice: 'Send a time, or null.' },
  { refusal: 'opens_after_expiry', advice: 'Send other times.' },
  { refusal: 'invalid_response_limit', advice: 'Send a number, or null.' },
  { refusal: 'limit_is_reached', advice: 'Send a higher one, or close the survey.' },
  { refusal: 'limit_of_paced', advice: 'Close it yourself.' },
  { refusal: 'invalid_share_results', advice: ONE_OF_THEM },
  { refusal: 'invalid_results_revealed', advice: ONE_OF_TWO },
  { refusal: 'invalid_shared_device', advice: ONE_OF_TWO },
  { refusal: 'invalid_share_record', advice: ONE_OF_TWO },
  { refusal: 'invalid_paced', advice: ONE_OF_TWO },
  { refusal: 'invalid_revealed_at_once', advice: ONE_OF_TWO },
  { refusal: 'pace_is_fixed', advice: 'Clone the survey.' },
  { refusal: 'invalid_language', advice: 'Send one of [these](#Language), or null.' },
  {
    refusal: 'invalid_question_settings',
    reason: 'question 2: it has no option 4',
    advice: 'It says what is wrong. Positions and indexes begin at 0.',
  },
  {
    refusal: 'invalid_texts',
    reason: 'thanks must be a text of 1 to 1,000 characters',
    advice: 'Leave a text out if there is none.',
  },
  {
    refusal: 'invalid_groups',
    reason:
      'group 1: a grid consists of at least two multiple_choice questions with the same options in the same order',
    advice: 'It says what is wrong. Indexes begin at 0.',
  },
  { refusal: 'deadline_needs_subscription', advice: SUBSCRIBE },
  { refusal: 'colours_need_subscription', advice: 'Subscribe, or send a preset.' },
  { refusal: 'reopening_expired', advice: 'Send a later `expires_at` along, or null.' },
]

const SURVEY: Reference['routes'] = {
  'GET /admin/api/{slug}': {
    id: 'readDashboard',
    summary: 'Read the survey',
    description:
      'The [aggregate](https://soundings.example/docs/schemas#SurveyAggregate) of the API, and the settings. Its `ETag` is for [changes](https://soundings.example/docs/editing#two-who-edit-at-once).',
    answer: { status: 200, description: 'The survey.', schema: named(DashboardSurvey) },
  },
  'PATCH /admin/api/{slug}': {
    id: 'changeDashboard',
    summary: 'Change the survey',
    description:
      'Changes what [the API changes](https://soundings.example/docs#changeSurvey), the deadline, and what respondents see. Errors of questions are those of [the API](https://soundings.example/docs/errors#invalid-requests).',
    headers: IF_MATCH,
    body: named(DashboardChange),
    answer: { status: 200, description: 'Everything has changed.', schema: named(DashboardChanged) },
    errors: CHANGE,
  },
}

/** In an order in which the samples can be run. */
const ENDS: Reference['routes'] = {
  'DELETE /admin/api/{slug}/projected-texts/{index}/{id}': {
    id: 'unpickText',
    summary: 'Take a text off',
    description: 'Ends that the text is projected.',
    answer: done('It is not projected.'),
  },
  'DELETE /admin/api/{slug}/presentation': {
    id: 'endPresentation',
    summary: 'End the presentation',
    description: 'Every screen goes back to the start.',
    answer: done('It has ended.'),
  },
  'DELETE /admin/api/{slug}/projector': {
    id: 'removeProjectorLink',
    summary: 'End the projector link',
    description: 'The link opens nothing any more.',
    answer: done('It has ended.'),
  },
  'DELETE /admin/api/{slug}/remote': {
    id: 'removeRemoteLink',
    summary: 'End the remote link',
    description: 'The link opens nothing any more.',
    answer: done('It has ended.'),
  },
  'DELETE /admin/api/{slug}/responses/{id}': {
    id: 'removeResponse',
    summary: 'Remove a response',
    description: 'The response is gone and subtracted from all counts.',
    answer: done('It is gone.'),
  },
  'POST /admin/api/{slug}/session': {
    id: 'signIn',
    summary: 'Sign a browser in',
    description: 'For browsers: exchanges the admin token for a cookie of this survey.',
    answer: done('With `Set-Cookie`.'),
  },
  'DELETE /admin/api/{slug}/session': {
    id: 'signOut',
    summary: 'Sign a browser out',
    description: 'Ends the session of the cookie.',
    answer: done('The cookie is removed.'),
  },
  'POST /admin/api/{slug}/rotate': {
    id: 'replaceAdminLink',
    summary: 'Replace the admin link',
    description: 'The old admin token stops working at once.',
    answer: { status: 200, description: 'The new link.', schema: named(AdminLink) },
  },
  'DELETE /admin/api/{slug}': {
    id: 'deleteSurvey',
    summary: 'Delete the survey',
    description: 'The survey and all its responses are gone, for good. Its slug stays taken.',
    headers: IF_MATCH,
    answer: done('It is gone.'),
    errors: CONDITIONS,
  },
}

export const DASHBOARD: Reference = {
  title: 'Dashboard API',
  lead: 'What the dashboard of a survey does, for programs: responses page by page, search, exports, deadlines, moderation and live results.',
  introduction: `Send the admin token of the survey as \`Authorization: Bearer\`. Creating a survey returns it, and so does [listing surveys](https://soundings.example/docs#listSurveys) with \`include_admin=1\`. A token of the API does not work here: it gets 404, like a wrong admin token.

The admin token opens one survey and everything in it. Keep it as secret as a password. These calls do not count against those of your API token; all who use the dashboard of one survey share 1,200 requests a minute.

Samples read the admin token from the environment variable \`ADMIN_TOKEN\`. They are about this survey, with the responses of ten people:

\`\`\`sh
curl -s -X POST https://soundings.example/api/v1/surveys \\
  -H "Authorization: Bearer $TOKEN" \\
  -d '{
    "title": "Team lunch",
    "slug": "team-lunch",
    "questions": [
      {"type": "multiple_choice", "text": "Where?", "options": ["Park", "Canteen"]},
      {"type": "free_text", "text": "Anything else?", "requirement": {"mode": "optional"}},
      {"type": "upvoted_question", "text": "Ask the cook", "moderated": true}
    ]
  }'
for PLACE in Park Canteen; do
  for NUMBER in 1 2 3 4 5; do
    curl -s -X POST https://soundings.example/s/team-lunch/responses -d "{\\"answers\\": [\\"$PLACE\\", \\"A blanket\\"]}"
  done
done
curl -s -X POST https://soundings.example/s/team-lunch/board/2 -d '{"text": "Is there soup?"}'
\`\`\``,
  credential: {
    variable: 'ADMIN_TOKEN',
    description: 'The admin token of the survey.',
    errors: [
      { refusal: 'authentication_required', advice: 'Send the admin token.' },
      { refusal: 'foreign_origin', advice: 'A cookie works only from our own pages. Send the token.' },
    ],
  },
  routes: {
    ...SURVEY,
    ...RESPONSES,
    ...EXPORTS,
    ...LIVE,
    'POST /admin/api/{slug}/projector': {
      id: 'createProjectorLink',
      summary: 'Create a projector link',
      description:
        'A link that shows results and changes nothing. It ends the one before. The token at its end opens the five routes that follow, without any other credential.',
      answer: { status: 200, description: 'The link.', schema: named(ProjectorLink) },
    },
    ...PROJECTED,
    ...REMOTE,
    ...ENDS,
  },
  examples: EXAMPLES,
  pages: {},
  parameters: {
    slug: { schema: Type.String(), description: "The survey's slug.", example: 'team-lunch' },
    index: { schema: Type.Integer({ minimum: 0 }), description: 'The index of the question.', example: '1' },
    item: {
      schema: Type.String({ format: 'uuid' }),
      description: 'The `id` of a question on the board.',
      example: '4f7f7e5c-0c3e-4e07-8b1f-2d6d7a0b9c31',
    },
    id: {
      schema: Type.String({ format: 'uuid' }),
      description: 'The `id` of the response.',
      example: 'c2a1b9a4-51c8-4f0e-9a57-0d1f6b3e8d42',
    },
    token: {
      schema: Type.String(),
      description: 'What stands behind `/p/` in a projector link, or behind `/remote/` in a remote link.',
      example: '9b1d4c3e-6f2a-4d58-8c7b-1a2e3f4d5c6b',
    },
  },
  schemas: NAMED,
  errors: [
    { refusal: 'not_found', advice: 'Check the slug and the token: the admin token may have been replaced.' },
    { refusal: 'call_limit', advice: 'Wait as many seconds as `Retry-After` says.' },
  ],
  pageErrors: [],
  errorProperties: {},
  moreErrors: '',
}
