import { isolated } from '../../../src/domain/values/text.ts'
import type { Forms, formatsOf } from '../format.ts'

const PERSON: Forms = { one: 'person', other: 'people' }
const OPTION: Forms = { one: 'option', other: 'options' }

/** The texts of the presenter and of projected screens in English, beside those that they share with other pages. */
export function presenterWords({ count, form, number }: ReturnType<typeof formatsOf>) {
  return {
    brokenLink: {
      title: 'This link doesn’t work',
      text: 'It may be incomplete, revoked or replaced by a newer one, or the survey was deleted. Ask the person who gave it to you for the current link.',
    },
    title: (survey: string) => `${isolated(survey)} · Live results`,
    respondAt: 'Respond at',
    askAt: 'Ask at',
    notOpen: {
      closed: 'This survey is closed.',
      expired: 'This survey has ended.',
      taken_down: 'This survey is not available.',
    },
    /** @param leader the index of one more */
    range: (from: number, to: number, total: number, leader: number | undefined) =>
      `${from === to ? to : `${from}–${to}`}${leader === undefined ? '' : ` and ${leader + 1}`} of ${total}`,
    noQuestions: 'No questions yet.',
    noWords: 'Words appear here once three people have written them.',
    mostFrequent: 'Most frequent words and phrases',
    people: (n: number) => count(n, PERSON),
    /** Before the number of people who were asked. */
    of: 'of',
    peopleUnit: (n: number) => form(n, PERSON),
    answered: 'Answered',
    answerNow: 'Answer now',
    nowAnswering: 'Now answering',
    markAnswered: 'Mark as answered',
    allQuestions: 'All questions',
    itemHidden: 'Question hidden.',
    choose: 'Choose what is shown',
    hidden: 'Results hidden.',
    /** After the number of people. */
    haveAnswered: 'answered',
    /** @param here the number of people who could have */
    ofThemAnswered: (here: number) => `of ${number(here)} answered`,
    here: 'here',
    areHidden: 'results hidden',
    shown: 'Results shown.',
    screen: (index: number, total: number, text: string) => `Question ${index} of ${total}: ${isolated(text)}`,
    controls: 'Presentation controls',
    previous: 'Previous',
    next: 'Next',
    reveal: 'Reveal',
    hide: 'Hide',
    showOnPhones: 'Show on phones',
    hideOnPhones: 'Hide on phones',
    shownOnPhones: 'Results shown on phones.',
    hiddenOnPhones: 'Results hidden on phones.',
    end: 'End session',
    ended: 'Session ended',
    record: 'Record',
    fullScreen: 'Full screen',
    back: 'Back to the dashboard',
    countdown: {
      title: 'Countdown',
      over: 'Time’s up',
      stop: 'Stop',
      more: (seconds: number) => `${count(seconds, { one: 'second', other: 'seconds' })} more`,
      duration: (seconds: number) =>
        seconds < 60
          ? count(seconds, { one: 'second', other: 'seconds' })
          : count(seconds / 60, { one: 'minute', other: 'minutes' }),
    },
    order: 'Most chosen first',
    /** @param points of a rating */
    right: (share: string, points: string) => `${share} right${points}`,
    /** Where the middle half of a rating's answers lies. */
    half: (from: number, to: number) => (from === to ? `At least half at ${from}` : `Half between ${from} and ${to}`),
    twoModes: (lower: number, higher: number) => `two peaks: ${lower} and ${higher}`,
    secondRound: 'second round',
    askAgain: 'Ask again (second round)',
    options: (n: number) => count(n, OPTION),
    laterOptions: (n: number) => `${count(n, OPTION)} added later`,
    others: (n: number) => count(n, { one: 'other', other: 'others' }),
    wayIn: 'Link and QR code',
    keyboard: 'Keyboard shortcuts',
    blank: 'The screen is blank. Press any key to show it again.',
    /** Announced when something is laid over the screen, or taken away. */
    covers: {
      blank: 'The screen is blank.',
      code: 'The screen shows the link and its QR code.',
      none: 'The screen is not covered any more.',
    },
  }
}
