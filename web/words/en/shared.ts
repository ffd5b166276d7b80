import type { QuestionType } from '../../../src/domain/surveys/question.ts'
import type { SurveyState } from '../../ui/survey-state.ts'
import { type Forms, formatsOf } from '../format.ts'
import { errorWords } from './errors.ts'

/** British English, whose dates cannot be read with day and month exchanged. */
const format = formatsOf('en-GB')
const { form } = format

const ANSWER: Forms = { one: 'answer', other: 'answers' }
const QUESTION: Forms = { one: 'question', other: 'questions' }
const RESPONSE: Forms = { one: 'response', other: 'responses' }
const VOTE: Forms = { one: 'vote', other: 'votes' }

const STATES: Readonly<Record<SurveyState, string>> = {
  open: 'Open',
  closed: 'Closed',
  expired: 'Expired',
  taken_down: 'Taken down',
}
const TYPES: Readonly<Record<QuestionType, string>> = {
  multiple_choice: 'Multiple choice',
  free_text: 'Free text',
  rating: 'Rating from 1 to 10',
  upvoted_question: 'Question board',
}
/** The texts of all pages in English, also of those that edit nothing. */
export const sharedEn = {
  format,

  common: {
    letterKeys: 'Use letter and symbol keys',
    loading: 'Loading',
    close: 'Close',
    cancel: 'Cancel',
    undo: 'Undo',
    dismiss: 'Dismiss',
    tryAgain: 'Try again',
    reconnecting: 'Reconnecting…',
    copyLink: 'Copy link',
    linkCopied: 'Link copied.',
    linkSelected: 'Your browser blocked copying. The link is selected: press Ctrl+C or ⌘C to copy it.',
    qrCode: 'QR code for the public link',
    states: STATES,
    questionTypes: TYPES,
    answers: (n: number) => form(n, ANSWER),
    questions: (n: number) => form(n, QUESTION),
    responses: (n: number) => form(n, RESPONSE),
    votes: (n: number) => form(n, VOTE),
  },

  errors: errorWords,

  charts: {
    option: 'Option',
    answers: 'Answers',
    share: 'Share',
    word: 'Word',
    writtenBy: 'People',
    mean: (mean: number) => `Mean ${format.mean(mean)}`,
    everyone: (share: number) => `all ${format.percent(share)}`,
    everyoneMean: (mean: number) => `all ${format.mean(mean)}`,
    right: '✓ Right',
    rightPoint: '✓',
    points: (from: number, to: number) => (from === to ? `${from}` : `${from}–${to}`),
    /** After the change since then. */
    firstRound: (share: number) => `points; first round ${format.percent(share)}`,
    /** What an outline in a chart of two rounds is. */
    outline: 'first round',
    meanAfter: (before: number, mean: number) => `Mean ${format.mean(before)} → ${format.mean(mean)}`,
    /** After the number of answers. */
    ofAsked: (asked: number) => `of ${format.number(asked)} asked`,
    addedAfter: (responses: number) => `added after ${format.count(responses, RESPONSE)}`,
    rewordedAfter: (responses: number) => `reworded after ${format.count(responses, RESPONSE)}`,
  },
}
