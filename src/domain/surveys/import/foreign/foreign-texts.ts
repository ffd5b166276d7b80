import type { Fate, Subject } from './foreign-survey.ts'

const KEPT: Readonly<Record<Exclude<Fate, 'left_out' | 'unsure'>, string>> = {
  optional: 'kept as a question that may be left unanswered',
  free_text: 'kept as a question with free text',
  multiple_choice: 'kept as a question with options',
  statement: 'kept as a text',
  grid: 'kept as a grid',
  ranking: 'kept as a ranking',
}

/** Why. */
const REASONS: Readonly<Record<Subject, string>> = {
  branching: 'a survey shows every question to everybody; make a question required only after certain answers instead',
  calculation: 'a survey does not calculate, and texts are shown as they are',
  condition: 'an answer can be required only after certain answers to one earlier question that has one answer',
  date: 'there are no questions for dates and times',
  duplicate_option: 'the question has this option already',
  feedback: 'respondents are told nothing about single answers',
  file: 'respondents cannot send files',
  html: 'texts have no links or layout',
  image: 'questions and options have no pictures',
  number: 'there are no questions for numbers other than ratings',
  option_text: 'a text can stand beside one option of a question only; ask for others in a question below',
  other: 'a survey has nothing that corresponds to it',
  personal_data: 'a survey is anonymous; ask for what identifies people elsewhere',
  quota: 'the number of responses is not limited',
  scale: 'scales are always 1 to 10',
  score: 'answers have no points',
  setting: 'a survey has no such setting',
  styling: 'a survey has a theme of its own',
  timer: 'a survey has no time limit for a question; the presenter can start a countdown',
  translation: 'a survey has one language',
  unknown_kind: 'a part of this kind is not known',
  validation: 'texts are not checked',
  video: 'questions have no videos',
}

/** What is more than a reason. */
const EXACT: Readonly<Record<string, string>> = {
  'branching unsure': 'kept as required only after these answers; everybody sees the question',
  'condition optional': 'kept as a question that may be left unanswered, because not everybody had to reach it',
}

export const FOREIGN_TEXTS = {
  note: (subject: Subject, fate: Fate): string => {
    const exact = EXACT[`${subject} ${fate}`]
    if (exact !== undefined) return exact
    if (fate === 'unsure') return `kept, but not exactly: ${REASONS[subject]}`
    return `${fate === 'left_out' ? 'left out' : KEPT[fate]}, because ${REASONS[subject]}`
  },
  longScale: (from: number, to: number) =>
    `scales are always 1 to 10; kept as free text for numbers from ${from} to ${to}`,
}
