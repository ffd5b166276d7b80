import type { RouteExample } from '../transport/reference.ts'

// The examples in the reference: one survey, in requests to all dashboard routes. A test sends each and compares the response.

const MADE = '2026-06-01T12:00:00.000Z'
const DEADLINE = '2099-01-01T12:00:00.000Z'
const SITE = 'https://soundings.example'
const ITEM = '4f7f7e5c-0c3e-4e07-8b1f-2d6d7a0b9c31'
const RESPONSE = 'c2a1b9a4-51c8-4f0e-9a57-0d1f6b3e8d42'
const TOKEN = '6f1c8f0e-2b7d-4a53-8e1d-94b7c1d2a0f5'
const PROJECTOR = '9b1d4c3e-6f2a-4d58-8c7b-1a2e3f4d5c6b'
const REMOTE = '3a7e5d90-1c4b-4f62-9b8e-5d6c7f8a9b0e'
const TEXT = 'A blanket'
const BOARD = { path: { index: '2' } }
const BY_REMOTE = { path: { token: REMOTE } }
const BOARD_BY_REMOTE = { path: { token: REMOTE, index: '2' } }

const resultsOf = (park: number, canteen: number, board?: object) => [
  {
    index: 0,
    type: 'multiple_choice',
    text: 'Where?',
    answered: park + canteen,
    tally: [
      { option: 'Park', count: park },
      { option: 'Canteen', count: canteen },
    ],
  },
  { index: 1, type: 'free_text', text: 'Anything else?', answered: park + canteen },
  ...(board === undefined ? [] : [{ index: 2, type: 'upvoted_question', text: 'Ask the cook', answered: 0, board }]),
]

const survey = {
  id: 'team-lunch',
  title: 'Team lunch',
  status: 'open',
  created_at: MADE,
  expires_at: null,
  url: `${SITE}/s/team-lunch`,
  questions: [
    { type: 'multiple_choice', text: 'Where?', options: ['Park', 'Canteen'], index: 0 },
    { type: 'free_text', text: 'Anything else?', requirement: { mode: 'optional' }, index: 1 },
    { type: 'upvoted_question', text: 'Ask the cook', moderated: true, index: 2 },
  ],
  response_count: 10,
  results: resultsOf(5, 5, { items: 0, votes: 0 }),
  edited: [],
  theme: 'default',
}

const PRESENTED = { shown_after: null, revealed_after: null }
const RECORDED = resultsOf(5, 5, {
  asked: 1,
  answered: [],
  open: [{ text: 'Is there soup?', votes: 0 }],
  left_out: 0,
}).map(result => ({
  ...PRESENTED,
  ...result,
  ...(result.index === 0 && { shown_after: 0, revealed_after: 0 }),
  ...(result.index === 1 && { words: [{ word: 'blanket', people: 10 }], texts: [] }),
}))

export const EXAMPLES: Readonly<Record<string, RouteExample>> = {
  readDashboard: {
    answer: {
      ...survey,
      is_owner: false,
      expiry_automatic: false,
      archived: false,
      projector: false,
      remote: false,
      taken_down: false,
      opens_at: null,
      response_limit: null,
      shared_device: false,
      share_record: false,
      paced: false,
      revealed_at_once: false,
      question_settings: [],
      texts: {},
      groups: [],
      dissolved_groups: 0,
      language: null,
      found_language: 'en',
      share_results: 'never',
      results_revealed: false,
    },
  },
  changeDashboard: {
    body: { expires_at: DEADLINE, share_results: 'after_answering' },
    answer: { id: 'team-lunch', status: 'open', expires_at: DEADLINE, share_results: 'after_answering' },
  },
  listResponses: {
    query: 'text=blanket&limit=1',
    answer: {
      responses: [{ id: RESPONSE, submitted_at: MADE, answers: ['Park', TEXT, null] }],
      next: 1,
      cursor: '1',
    },
  },
  readArrivals: { answer: { arrivals: [{ at: MADE, count: 10 }] } },
  readNewestTexts: {
    answer: { questions: [{ index: 1, texts: Array.from({ length: 5 }, () => ({ id: RESPONSE, text: TEXT })) }] },
  },
  compareResults: {
    query: 'question=0&answer=Park',
    answer: { question: 0, answer: 'Park', response_count: 5, results: resultsOf(5, 0), edited: [] },
  },
  exportCsv: { answer: 'id,submitted_at,Where?,Anything else?' },
  exportBoards: { answer: 'index,board,id,text,votes,state' },
  exportXlsx: {},
  exportJson: {},
  readModeratedBoard: {
    ...BOARD,
    answer: { items: [{ id: ITEM, text: 'Is there soup?', votes: 0, state: 'held' }] },
  },
  moderateQuestion: {
    ...BOARD,
    body: { state: 'shown' },
    answer: { id: ITEM, text: 'Is there soup?', votes: 0, state: 'shown' },
  },
  followResults: { answer: 'event: board\ndata: {"index":2}' },
  stepPresentation: {
    body: { screen: '1', revealed: true },
    answer: {
      revision: 1,
      live: true,
      screen: '1',
      revealed: [0],
      sorted: [],
      countdown: null,
      spotlight: null,
      cover: null,
    },
  },
  askAgain: {
    path: { slug: 'physics-3' },
    body: { index: 0 },
    answer: {
      revision: 1,
      live: true,
      screen: '2',
      revealed: [],
      sorted: [],
      countdown: null,
      spotlight: null,
      cover: null,
    },
  },
  readPresentation: {},
  readRecord: {
    answer: {
      title: 'Team lunch',
      session: { began_at: MADE, minutes: 1, is_over: false },
      responses: 10,
      questions: RECORDED,
    },
  },
  listWords: { answer: { words: [{ word: 'blanket', people: 10, hidden: false }] } },
  changeWords: { body: { shown: true } },
  pickText: {},
  readProjectedTexts: {
    answer: {
      questions: [{ index: 1, picks: [{ id: RESPONSE, text: TEXT }], words: [{ word: 'blanket', people: 10 }] }],
    },
  },
  createProjectorLink: { answer: { url: `${SITE}/p/${PROJECTOR}` } },
  readProjection: {},
  readProjectedPresentation: {},
  readProjectedBoard: {
    ...BOARD,
    answer: { items: [{ id: ITEM, text: 'Is there soup?', votes: 0, answered: false, sequence: 1 }] },
  },
  readShownTexts: {
    answer: { questions: [{ index: 1, picks: [{ text: TEXT }], words: [{ word: 'blanket', people: 10 }] }] },
  },
  followProjection: { answer: 'event: board\ndata: {"index":2}' },
  createRemoteLink: { answer: { url: `${SITE}/remote/${REMOTE}` } },
  readRemote: BY_REMOTE,
  readRemotePresentation: BY_REMOTE,
  stepByRemote: {
    ...BY_REMOTE,
    body: { screen: '2' },
    answer: {
      revision: 2,
      live: true,
      screen: '2',
      revealed: [0],
      sorted: [],
      countdown: null,
      spotlight: null,
      cover: null,
    },
  },
  readBoardByRemote: {
    ...BOARD_BY_REMOTE,
    answer: { items: [{ id: ITEM, text: 'Is there soup?', votes: 0, state: 'shown' }] },
  },
  moderateByRemote: {
    ...BOARD_BY_REMOTE,
    body: { state: 'answered' },
    answer: { id: ITEM, text: 'Is there soup?', votes: 0, state: 'answered' },
  },
  readTextsByRemote: BY_REMOTE,
  pickByRemote: BY_REMOTE,
  readPicksByRemote: {
    ...BY_REMOTE,
    answer: {
      questions: [{ index: 1, picks: [{ id: RESPONSE, text: TEXT }], words: [{ word: 'blanket', people: 10 }] }],
    },
  },
  unpickByRemote: BY_REMOTE,
  followByRemote: { ...BY_REMOTE, answer: 'event: board\ndata: {"index":2}' },
  unpickText: {},
  endPresentation: {},
  removeProjectorLink: {},
  removeRemoteLink: {},
  removeResponse: {},
  signIn: {},
  signOut: {},
  replaceAdminLink: {
    answer: { admin_token: TOKEN, admin_url: `${SITE}/admin/team-lunch#${TOKEN}` },
  },
  deleteSurvey: {},
}
