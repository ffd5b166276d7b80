import { isolated } from '../../../src/domain/values/text.ts'

/** The words of what a survey says besides its questions. */
export const surveyTextsWords = {
  title: 'Introduction and thanks',
  about:
    'What respondents read before the questions and after answering, as plain text. The first web address in each is a link.',
  pacedAbout:
    'Respondents read the introduction until the first question is presented, and the thanks once the session is over.',
  names: { introduction: 'Introduction', thanks: 'Thanks' },
  add: { introduction: 'Introduction…', thanks: 'Thanks…' },
  named: (name: string, text: string) => `${name}: ${isolated(text)}`,
  save: 'Save texts',
  unchanged: 'Nothing has changed.',
  saved: 'Introduction and thanks are saved.',
  storedSince: 'Someone else saved other texts while you were typing.',
  storedSinceAbout: 'If you save yours, they replace these:',
  none: 'No text',
  showStored: 'Use the other texts',
}
