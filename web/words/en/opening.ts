import type { SurveyState } from '../../ui/survey-state.ts'

const NONE = 'No opening time.'

/** By itself, since screens of the room show nothing else of it. */
export const opensOn = (time: string) => `Opens on ${time}`

/** The words of the time at which a survey opens by itself. */
export const openingWords = {
  title: 'Opens at',
  about: 'Until then the link says when the survey opens, and shows no questions.',
  waits: (time: string) => `It opens on ${time}.`,
  none: {
    open: 'The survey is open. With a time, it closes until then.',
    closed: 'The survey is closed until you open it.',
    expired: NONE,
    taken_down: NONE,
  } satisfies Record<SurveyState, string>,
  noResponses: 'You can share the link already: it says when the survey opens.',
  set: 'Set opening time',
  openNow: 'Open now',
  keepClosed: 'Keep closed',
  isSet: 'Opening time set.',
  unchanged: 'The opening time is unchanged.',
  opened: 'The survey is open.',
  closed: 'The survey stays closed until you open it.',
  afterDeadline: 'The survey would open after its deadline. Choose an earlier time, or a later deadline.',
}
