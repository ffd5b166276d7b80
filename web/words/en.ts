import type { QuestionType } from '../../src/domain/surveys/question.ts'
import type { PRESETS } from '../../src/domain/surveys/theme.ts'
import type { SurveyState } from '../ui/survey-state.ts'
import { errorWords } from './en-errors.ts'
import { ownerWords } from './en-owner.ts'
import { paceWords } from './en-pace.ts'
import { questionWords } from './en-questions.ts'
import { sharedDeviceWords } from './en-shared-device.ts'
import { sharingWords } from './en-sharing.ts'
import { type Forms, formatsOf } from './format.ts'

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
const THEMES: Readonly<Record<(typeof PRESETS)[number], string>> = {
  default: 'Classic',
  sunset: 'Sunset',
  ocean: 'Ocean',
  forest: 'Forest',
  rose: 'Rose',
  slate: 'Slate',
}

export const en = {
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
    meanAfter: (before: number, mean: number) => `Mean ${format.mean(before)} → ${format.mean(mean)}`,
    /** After the number of answers. */
    ofAsked: (asked: number) => `of ${format.number(asked)} asked`,
    addedAfter: (responses: number) => `added after ${format.count(responses, RESPONSE)}`,
    rewordedAfter: (responses: number) => `reworded after ${format.count(responses, RESPONSE)}`,
  },

  owner: ownerWords,

  questions: questionWords(format),

  /** Of a survey, on its dashboard and in the builder. */
  settings: {
    theme: 'Theme',
    themes: THEMES,
    customColours: 'Custom',
    primary: 'Main colour',
    background: 'Background colour',
    pick: (label: string) => `Pick a colour: ${label.toLowerCase()}`,
    coloursHelp: 'Text, lines and bars are derived from these two colours so that everything stays readable.',
    colourError: 'Enter # and six hexadecimal digits, for example #23458f.',
    timeZone: (zone: string) => `In your time zone, ${zone}.`,
    clockChange: {
      skipped: (meant: string) => `The clocks skip this time on that day. It becomes ${meant}.`,
      repeated: (meant: string) => `The clocks show this time twice on that day. The first is meant: ${meant}.`,
    },
    sharing: sharingWords,
    sharedDevice: sharedDeviceWords,
    pace: paceWords,
  },
}
