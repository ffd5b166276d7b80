// One scenario through all operations, used as examples in the description. A test sends each body and compares each
// response.

interface Example {
  readonly body?: object
  /** Responses by name; usually one. */
  readonly answers: Readonly<Record<string, object>>
}

const MADE = '2026-06-01T12:00:00.000Z'
const SITE = 'https://soundings.example'
const TEMPLATE_ID = 'b3a4e0d2-57f1-4c0a-9d35-0a3f6f6f2a11'
/** The ids in the paths of the examples, by collection. */
export const EXAMPLE_IDS: Readonly<Record<string, string>> = { surveys: 'team-lunch', templates: TEMPLATE_ID }
const ADMIN_TOKEN = '6f1c8f0e-2b7d-4a53-8e1d-94b7c1d2a0f5'

const COMING = { type: 'multiple_choice', text: 'Will you come?', options: ['Yes', 'No'] }
const QUESTIONS = [
  COMING,
  {
    type: 'free_text',
    text: 'What should the kitchen know?',
    requirement: { mode: 'conditional', when: { op: 'all', conditions: [{ questionIndex: 0, values: ['Yes'] }] } },
  },
  { type: 'rating', text: 'How good was the last lunch?', requirement: { mode: 'optional' } },
  { type: 'upvoted_question', text: 'Ask the cook', moderated: true },
]
const INDEXED = QUESTIONS.map((question, index) => ({ ...question, index }))

const created = (id: string, title: string) => ({
  id,
  title,
  url: `${SITE}/s/${id}`,
  admin_token: ADMIN_TOKEN,
  admin_url: `${SITE}/admin/${id}#${ADMIN_TOKEN}`,
  created_at: MADE,
  theme: 'forest',
})

const lunch = {
  id: 'team-lunch',
  title: 'Team lunch',
  status: 'open',
  created_at: MADE,
  expires_at: null,
  url: `${SITE}/s/team-lunch`,
  questions: INDEXED,
  response_count: 2,
}

const template = (name: string, questions: object[]) => ({
  id: TEMPLATE_ID,
  name,
  questions,
  created_at: MADE,
  updated_at: MADE,
})

/** The respondents' answers in the scenario. */
export const EXAMPLE_ANSWERS = [
  ['Yes', 'No nuts', 9, null],
  ['No', null, null, null],
]

const response = (id: string, answers: unknown) => ({ id, submitted_at: MADE, answers })

/** By operation id, in an order in which they can be sent. */
export const EXAMPLES: Readonly<Record<string, Example>> = {
  getMe: {
    answers: {
      answer: {
        user_id: '0d9c2a6e-8f54-4f3b-a1c7-5e2b7d90c3f8',
        scope: 'surveys:read surveys:write',
        kind: 'pat',
      },
    },
  },
  createSurvey: {
    body: { title: 'Team lunch', slug: 'team-lunch', theme: 'forest', questions: QUESTIONS },
    answers: { answer: created('team-lunch', 'Team lunch') },
  },
  readSurvey: {
    answers: {
      full: {
        ...lunch,
        responses: [
          response('4f7f7e5c-0c3e-4e07-8b1f-2d6d7a0b9c31', EXAMPLE_ANSWERS[0]),
          response('9a1d3b52-6e48-4d0f-9c77-f1e4a8b2d065', EXAMPLE_ANSWERS[1]),
        ],
        theme: 'forest',
      },
      aggregate: {
        ...lunch,
        results: [
          {
            index: 0,
            type: 'multiple_choice',
            text: 'Will you come?',
            answered: 2,
            tally: [
              { option: 'Yes', count: 1 },
              { option: 'No', count: 1 },
            ],
          },
          { index: 1, type: 'free_text', text: 'What should the kitchen know?', answered: 1 },
          {
            index: 2,
            type: 'rating',
            text: 'How good was the last lunch?',
            answered: 1,
            mean: 9,
            distribution: Array.from({ length: 10 }, (_, at) => ({ value: at + 1, count: at === 8 ? 1 : 0 })),
          },
          {
            index: 3,
            type: 'upvoted_question',
            text: 'Ask the cook',
            answered: 0,
            board: { items: 0, votes: 0 },
          },
        ],
        theme: 'forest',
      },
    },
  },
  changeSurvey: {
    body: { status: 'closed' },
    answers: { answer: { id: 'team-lunch', status: 'closed' } },
  },
  cloneSurvey: {
    body: { title: 'Team lunch in July', slug: 'team-lunch-july' },
    answers: { answer: { ...created('team-lunch-july', 'Team lunch in July'), cloned_from: 'team-lunch' } },
  },
  saveAsTemplate: {
    body: { name: 'Lunch' },
    answers: {
      answer: {
        id: TEMPLATE_ID,
        name: 'Lunch',
        question_count: 4,
        created_at: MADE,
        saved_from: 'team-lunch',
      },
    },
  },
  listTemplates: { answers: { answer: { templates: [template('Lunch', INDEXED)] } } },
  createTemplate: {
    body: { name: 'Coming?', questions: [COMING] },
    answers: { answer: template('Coming?', [{ ...COMING, index: 0 }]) },
  },
  launchTemplate: {
    body: { slug: 'friday', theme: 'forest' },
    answers: { answer: { ...created('friday', 'Coming?'), template_id: TEMPLATE_ID } },
  },
  listSurveys: {
    answers: {
      answer: {
        surveys: ['friday', 'team-lunch-july', 'team-lunch'].map((id, at) => ({
          id,
          title: ['Coming?', 'Team lunch in July', 'Team lunch'][at],
          status: id === 'team-lunch' ? 'closed' : 'open',
          created_at: MADE,
          response_count: id === 'team-lunch' ? 2 : 0,
          url: `${SITE}/s/${id}`,
        })),
      },
    },
  },
}
