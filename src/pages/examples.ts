import type { RouteExample } from '../transport/reference.ts'

// The examples in the reference: one survey, in requests to all respondents’ routes. A test sends each and compares the response.

const ITEM = '4f7f7e5c-0c3e-4e07-8b1f-2d6d7a0b9c31'
const VOTER = { voter: '3f0c2a54-5c0b-4f5e-9d8e-6f1d2f2b7a10' }

export const EXAMPLES: Readonly<Record<string, RouteExample>> = {
  readPublicSurvey: {
    headers: { Accept: 'application/json' },
    answer: {
      id: 'friday-lunch',
      title: 'Lunch on Friday',
      status: 'open',
      questions: [
        { type: 'multiple_choice', text: 'Where?', options: ['Park', 'Canteen'], index: 0 },
        { type: 'rating', text: 'How hungry?', index: 1, requirement: { mode: 'optional' } },
        { type: 'upvoted_question', text: 'Ask the cook', index: 2 },
      ],
      theme: 'default',
    },
  },
  submitResponse: {
    body: { answers: ['Park', 8], key: '7d444840-9dc0-11d1-b245-5ffdce74fad2' },
    answer: {
      id: 'c2a1b9a4-51c8-4f0e-9a57-0d1f6b3e8d42',
      submitted_at: '2026-06-01T12:00:00.000Z',
      answers: ['Park', 8, null],
    },
  },
  askQuestion: {
    body: { text: 'Is there soup?', key: 'f81d4fae-7dec-11d0-a765-00a0c91e6bf6' },
    answer: { id: ITEM, state: 'shown' },
  },
  giveVote: { body: VOTER, answer: { votes: 1 } },
  readBoard: {
    answer: { items: [{ id: ITEM, text: 'Is there soup?', votes: 1, answered: false, sequence: 1 }] },
  },
  withdrawVote: { body: VOTER, answer: { votes: 0 } },
  followSurvey: { answer: 'event: board\nid: 8b3f7402-86dd-4c04-824c-fa229118b1c2-0\ndata: {"index":2}' },
}
