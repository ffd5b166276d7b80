import type { JsonObject } from '../values/json.ts'
import type { Preset } from './survey-settings/theme.ts'

/** A survey to start from. */
export interface StarterSurvey {
  readonly id: string
  readonly title: string
  /** What it is good for, in one sentence. */
  readonly description: string
  readonly theme: Preset
  /** In the form that the API accepts. */
  readonly questions: readonly JsonObject[]
}

const OPTIONAL = { mode: 'optional' }

/** Starting points for the four occasions for which surveys are most often made. */
export const STARTER_SURVEYS: readonly StarterSurvey[] = [
  {
    id: 'lecture-feedback',
    title: 'Lecture feedback',
    description: 'Find out in two minutes what today’s lecture got across, and what it didn’t.',
    theme: 'ocean',
    questions: [
      { type: 'rating', text: 'How well could you follow today’s lecture?' },
      {
        type: 'multiple_choice',
        text: 'How was the pace?',
        options: ['Too slow', 'About right', 'Too fast'],
      },
      {
        type: 'free_text',
        text: 'Where did I lose you?',
        requirement: conditional(1, ['Too fast']),
      },
      { type: 'free_text', text: 'What is the one thing you’ll remember?', requirement: OPTIONAL },
      { type: 'upvoted_question', text: 'What should we go over again next time?' },
    ],
  },
  {
    id: 'team-retro',
    title: 'Team retro',
    description: 'Hear from everyone before the meeting starts, including those who don’t like to speak first.',
    theme: 'forest',
    questions: [
      { type: 'rating', text: 'How did the last two weeks go for you?' },
      { type: 'free_text', text: 'What went well?' },
      { type: 'free_text', text: 'What held you back?' },
      {
        type: 'multiple_choice',
        text: 'How is your workload?',
        options: ['I could take on more', 'Just right', 'Too much', 'Far too much'],
      },
      {
        type: 'free_text',
        text: 'What could someone take off your plate?',
        requirement: conditional(3, ['Too much', 'Far too much']),
      },
      { type: 'upvoted_question', text: 'What should we change next?' },
    ],
  },
  {
    id: 'event-questions',
    title: 'Questions for the speakers',
    description: 'Let the audience ask and vote, so that the best questions come first. You approve each one.',
    theme: 'slate',
    questions: [
      { type: 'upvoted_question', text: 'What would you like to ask?', moderated: true },
      { type: 'rating', text: 'How are you enjoying the event so far?', requirement: OPTIONAL },
    ],
  },
  {
    id: 'lunch',
    title: 'Team lunch',
    description: 'Settle who is coming and what to eat without a hundred messages.',
    theme: 'sunset',
    questions: [
      { type: 'multiple_choice', text: 'Will you join us for lunch on Friday?', options: ['Yes', 'No'] },
      {
        type: 'multiple_choice',
        text: 'What would you like to eat?',
        options: ['Noodles', 'Pizza', 'Salad', 'Curry'],
        requirement: conditional(0, ['Yes']),
      },
      { type: 'free_text', text: 'Anything you can’t or don’t eat?', requirement: OPTIONAL },
    ],
  },
]

/** Required if an earlier question was answered with one of these options. */
function conditional(questionIndex: number, values: readonly string[]): JsonObject {
  return { mode: 'conditional', when: { op: 'all', conditions: [{ questionIndex, values }] } }
}
